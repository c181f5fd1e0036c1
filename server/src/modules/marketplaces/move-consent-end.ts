import { sql, type RawBuilder } from 'kysely';

/** The SQL statement that moves the end of a marketplace's consent, if it ends at that time still; for a statement that does more. */
export function movingConsentEnd(
  marketplaceId: number,
  from: RawBuilder<unknown>,
  to: Date | null,
): RawBuilder<unknown> {
  return sql`update marketplaces set auth_expiry = ${to} where id = ${marketplaceId} and auth_expiry = ${from}`;
}
