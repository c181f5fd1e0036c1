import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { describeFailure, type Failure, withReason } from '../../api/failure.ts';
import type { useMarketplacesText } from './marketplaces.texts.ts';

/** The error text after a failed return or entry that names a shop. An unknown shop must be created first. */
export function shopFailureText(
  t: ReturnType<typeof useMarketplacesText>,
  failure: Failure,
  kind: ChannelKind,
  shop: string,
): string {
  const channel = channels[kind].label;
  const unknown = failure.kind === 'plain' && (failure.status === 500 || failure.status === 404);
  if (unknown) return t('shopUnknown', { channel, shop });
  const reason = describeFailure(failure);
  return withReason(t('shopFailed', { channel }), reason);
}
