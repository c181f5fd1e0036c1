import type { Tx } from '../../../platform/database/database.ts';
import { RetryTransaction } from '../../../platform/database/transaction.ts';
import { loadStock, lockWithParts } from './variant-stock.queries.ts';
import type { VariantStocks } from '../protocol/variant-stock.rules.ts';

/**
 * Locks variants and loads them with their listings, and with the parts of those that are sets and the sets made of any of them. A
 * transaction that changes stock locks its order's row before this, and
 * nothing else.
 * @throws RetryTransaction when one of them was merged into another, or made of other parts, meanwhile
 */
export async function lockStock(tx: Tx, variantIds: readonly number[]): Promise<VariantStocks> {
  const ids = [...new Set(variantIds)];
  if (ids.length === 0) return new Map();
  const stocks = await loadStock(tx, await lockWithParts(tx, ids));
  if ([...stocks.values()].some((variant) => variant.mergedInto !== null)) throw new RetryTransaction();
  const parts = ids.flatMap((id) => stocks.get(id)?.madeOf?.parts ?? []);
  if (parts.some(({ partId }) => !stocks.has(partId))) throw new RetryTransaction();
  return stocks;
}
