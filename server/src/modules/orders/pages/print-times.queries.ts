import type { Tx } from '../../../platform/database/database.ts';

/** The times at which an order was last printed, by kind of document. */
export type PrintTime = 'print_label_at' | 'print_invoice_at' | 'print_pick_list_at';

/** Locks orders of a store, in the order of their ids. */
export function lockPrintTimes(tx: Tx, storeId: number, ids: readonly number[]) {
  return tx
    .selectFrom('orders')
    .select(['id', 'reference_number', 'print_label_at', 'print_invoice_at', 'print_pick_list_at'])
    .where('store_id', '=', storeId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setPrintTime(
  tx: Tx,
  ids: readonly number[],
  field: PrintTime,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('orders')
    .set({ [field]: at })
    .where('id', 'in', ids)
    .execute();
}
