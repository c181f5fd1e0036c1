import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../../platform/database/database.ts';
import { invalid } from '../../../api/routing.ts';
import { makesSets } from './stores.queries.ts';

/** @throws Refusal 422 where the store makes no sets; otherwise it does until the transaction ends */
export async function requireSetsMade(tx: Tx, storeId: number): Promise<void> {
  if (!(await makesSets(tx, storeId))) throw invalid('parts', message('stock.sets_off'));
}
