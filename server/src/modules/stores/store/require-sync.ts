import { message } from '@evenstock/contract/messages/message';
import { invalid } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockSync } from './store-sync.queries.ts';

/**
 * Refuses what a store may do only while its inventory sync is on, which then stays on until the transaction ends.
 * @param field that the refusal names
 * @throws Refusal 422
 */
export async function requireSync(tx: Tx, storeId: number, field: string): Promise<void> {
  if (!(await lockSync(tx, storeId))) throw invalid(field, message('stock.sync_is_off'));
}
