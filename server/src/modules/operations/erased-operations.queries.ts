import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface ErasedOrders {
  readonly storeId: number;
  readonly orderIds: readonly number[];
  readonly references: readonly string[];
}

/** What stands for a search that was erased: it finds nothing. */
const ERASED = '(deleted)';

/** Operations of a store with an entry of its own for one of these orders. */
const withEntries = ({ storeId, references }: ErasedOrders): RawBuilder<unknown> => sql`
  o.store_id = ${storeId} and o.kind like 'order.mass%' and jsonb_typeof(o.params -> 'orders') = 'array' and exists (
    select from jsonb_array_elements(o.params -> 'orders') e where e ->> 'reference_number' = any(${references}::text[]))`;

/** Leaves of the entries of these orders their numbers alone. */
export async function eraseFields(tx: Tx, erased: ErasedOrders): Promise<void> {
  await sql`
    update operations o set params = jsonb_set(o.params, '{orders}', (
      select jsonb_agg(
        case when e.entry ->> 'reference_number' = any(${erased.references}::text[])
          then jsonb_build_object('reference_number', e.entry -> 'reference_number') else e.entry end order by e.place)
      from jsonb_array_elements(o.params -> 'orders') with ordinality e(entry, place)))
    where ${withEntries(erased)} and o.finished_at is not null`.execute(tx);
}

/**
 * Erases why rows of these orders failed.
 * @param code of the message in its place
 */
export async function eraseReasons(tx: Tx, orderIds: readonly number[], code: string): Promise<void> {
  await sql`
    update operation_rows set code = ${code}, code_values = '{}'
    where subject_type = 'Order' and subject_id = any(${orderIds}) and code is not null`.execute(tx);
}

/** Erases what finished exports of a store searched for, which may be a buyer's name. */
export async function eraseSearches(tx: Tx, storeId: number): Promise<void> {
  await sql`
    update operations set params = jsonb_set(params, '{query,q,reference_number_cont}', to_jsonb(${ERASED}::text))
    where store_id = ${storeId} and kind in ('order.export', 'order_item.export') and finished_at is not null
      and params #> '{query,q,reference_number_cont}' is not null`.execute(tx);
}

/** Whether an operation is unfinished that may hold something of the buyers of these orders. */
export async function hasUnfinishedOperations(tx: Tx, erased: ErasedOrders): Promise<boolean> {
  const { rows } = await sql`
    select from operations o
    where o.finished_at is null and o.store_id = ${erased.storeId}
      and (o.kind in ('order.export', 'order_item.export') or (${withEntries(erased)})) limit 1`.execute(tx);
  return rows.length > 0;
}
