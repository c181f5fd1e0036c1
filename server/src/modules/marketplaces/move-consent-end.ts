import type { RawBuilder } from 'kysely';
import { settingConsentEnd } from './authorisations.queries.ts';

/** The SQL statement that moves the end of a marketplace's consent, if it ends at that time still; for a statement that does more. */
export function movingConsentEnd(
  marketplaceId: number,
  from: RawBuilder<unknown>,
  to: Date | null,
): RawBuilder<unknown> {
  return settingConsentEnd(marketplaceId, from, to);
}
