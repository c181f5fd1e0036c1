import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../platform/database/database.ts';
import {
  eraseFields,
  eraseReasons,
  eraseSearches,
  hasUnfinishedOperations,
  type ErasedOrders,
} from './erased-operations.queries.ts';

/**
 * Erases what operations hold of the buyers of orders: the fields that they were given for them, why a marketplace refused them,
 * and what exports searched for.
 * @returns 'some' where unfinished ones of the store are left, which still need it
 */
export async function eraseOperationsOfOrders(tx: Tx, erased: ErasedOrders): Promise<'all' | 'some'> {
  await eraseFields(tx, erased);
  await eraseReasons(tx, erased.orderIds, message('actions.reason_deleted').code);
  await eraseSearches(tx, erased.storeId);
  return (await hasUnfinishedOperations(tx, erased)) ? 'some' : 'all';
}
