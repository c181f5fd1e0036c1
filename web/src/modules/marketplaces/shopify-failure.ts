import { describeFailure, type Failure } from '../../api/failure.ts';
import type { useMarketplacesText } from './marketplaces.texts.ts';

/** Parameters without which Shopify's return means nothing. */
export const shopifyReturn = ['code', 'hmac', 'shop', 'state', 'timestamp'] as const;

/** What to tell when Shopify's return or entry did not succeed; an unknown shop is to be created first. */
export function shopifyFailureText(
  t: ReturnType<typeof useMarketplacesText>,
  failure: Failure,
  shop: string,
): string {
  const unknown = failure.kind === 'plain' && (failure.status === 500 || failure.status === 404);
  if (unknown) return t('shopifyUnknown', { shop });
  const reason = failure.kind === 'offline' ? t('noAnswer') : describeFailure(failure);
  return reason === null ? t('shopifyFailed') : t('shopifyFailedBecause', { reason });
}
