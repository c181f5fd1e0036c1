import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { openBuyer, wordFingerprints } from '../order/buyer.ts';
import {
  insertWords,
  lockOrdersAfter,
  lockWordProgress,
  moveWordProgress,
  type WordOfOrder,
} from '../order/buyer-words.queries.ts';

const AT_ONCE = 500;

/**
 * Writes the words of buyers' names of orders that were imported before names could be searched. Each part is one transaction with the
 * cursor, so a killed job resumes at its cursor. Once all are written it does nothing.
 */
export async function writeEarlierWords(ctx: Context): Promise<void> {
  while (await writeSome(ctx));
}

/** @returns whether there may be more */
function writeSome(ctx: Context): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    const after = await lockWordProgress(tx);
    if (after === null) return false;
    const orders = await lockOrdersAfter(tx, after, AT_ONCE);
    const words = orders.flatMap(({ id: orderId, storeId, sealed }): WordOfOrder[] => {
      const { name } = openBuyer(ctx.encryption, { id: orderId, storeId }, sealed);
      return wordFingerprints(ctx.encryption, storeId, name).map((word) => ({ orderId, storeId, word }));
    });
    await insertWords(tx, words);
    await moveWordProgress(tx, orders.at(-1)?.id ?? null);
    return orders.length > 0;
  });
}
