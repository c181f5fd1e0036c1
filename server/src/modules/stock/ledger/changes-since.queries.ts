import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** What a SKU's ledger has since an instant. */
export interface ChangesSince {
  /** The sum of its entries. */
  readonly units: number;
  /** The cause is among them. */
  readonly isRecorded: boolean;
  /** The quantity was changed otherwise than by orders: adjusted, counted, merged, or edited on a marketplace. */
  readonly isRestated: boolean;
}

/**
 * The columns `units`, `is_recorded` and `is_restated` of a SKU since an instant. Edits on a marketplace that an order has explained
 * since add up to nothing.
 * @param cause of the entry that does not count as a change
 */
export const changesOfVariant = (
  variantId: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  cause: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(sum(m.adjustment), 0)::integer as units, coalesce(bool_or(m.cause = ${cause}), false) as is_recorded,
    coalesce(bool_or(m.source_type = 'User' and m.action <> ${movementMessages.restock} and m.cause <> ${cause}), false)
      or coalesce(sum(m.adjustment) filter (where m.source_type = 'Marketplace'), 0) <> 0
      or exists (select from variant_merges g where g.variant_id = ${variantId} and g.created_at > ${at}) as is_restated
  from stock_movements m where m.variant_id = ${variantId} and m.created_at > ${at})`;

/** What the ledger of a locked SKU has since an instant. */
export async function changesSince(
  tx: Tx,
  variantId: number,
  at: Date,
  cause: string,
): Promise<ChangesSince> {
  const { rows } = await sql<ChangesSince>`
    select units, is_recorded as "isRecorded", is_restated as "isRestated"
    from ${changesOfVariant(sql`${variantId}::bigint`, sql`${at}::timestamptz`, sql`${cause}::text`)} since`.execute(
    tx,
  );
  const [since] = rows;
  if (since === undefined) throw new Error('An aggregate without a row.');
  return since;
}
