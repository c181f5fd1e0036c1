import { english } from '@evenstock/contract/messages/english';
import { message } from '@evenstock/contract/messages/message';
import type { Tx } from '../../platform/database/database.ts';
import { eraseFinished, hasUnfinishedOf } from './erased-actions.queries.ts';

/**
 * Erases what was asked for with actions of orders, and why a marketplace refused them: both may contain a buyer's data.
 * @returns 'some' if unfinished actions still need it
 */
export async function eraseAskedOfOrders(tx: Tx, orderIds: readonly number[]): Promise<'all' | 'some'> {
  const reason = message('actions.reason_deleted');
  await eraseFinished(tx, orderIds, { text: english(reason), message: reason });
  return (await hasUnfinishedOf(tx, orderIds)) ? 'some' : 'all';
}
