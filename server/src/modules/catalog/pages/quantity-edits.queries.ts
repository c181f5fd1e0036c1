import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** A SKU whose quantity is to be edited. */
export interface EditedVariant {
  /** The SKU that was asked for; it may have been merged away since. */
  readonly asked: number;
  readonly label: string;
  /** Units of the SKU that it is now. */
  readonly quantity: number;
  readonly isSet: boolean;
}

/** SKUs of a store by their ids. */
export async function editedVariants(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<readonly EditedVariant[]> {
  const { rows } = await sql<EditedVariant>`
    select a.id as asked, coalesce(nullif(v.sku, ''), v.full_product_name) as label, v.quantity, v.is_set as "isSet"
    from variants a join variants v on v.id = coalesce(a.merged_into_id, a.id)
    where a.store_id = ${storeId} and a.id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}
