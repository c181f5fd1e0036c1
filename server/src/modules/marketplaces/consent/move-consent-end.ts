import type { RawBuilder } from 'kysely';
import { settingConsentEnd } from './authorisations.queries.ts';

/** Part of a statement that moves the expiry of a marketplace's consent, unless it was moved meanwhile. */
export function movingConsentEnd(
  marketplaceId: number,
  from: RawBuilder<unknown>,
  to: Date | null,
): RawBuilder<unknown> {
  return settingConsentEnd(marketplaceId, from, to);
}
