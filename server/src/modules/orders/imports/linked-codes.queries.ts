import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** The SKUs that members linked codes of a shop to; one that was merged away is the one that it became. */
export async function linkedVariants(
  db: Handle,
  marketplaceId: number,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; variantId: number }>`
    select l.code, coalesce(v.merged_into_id, v.id) as "variantId"
    from linked_codes l join variants v on v.id = l.variant_id
    where l.marketplace_id = ${marketplaceId} and l.code = any(${codes})`.execute(db);
  return new Map(rows.map(({ code, variantId }) => [code, variantId]));
}
