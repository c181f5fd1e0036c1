import type { Tx } from '../../platform/database.ts';
import { RetryTransaction } from '../../platform/transaction.ts';
import { loadStock, lockVariants } from './variant-stock.queries.ts';
import type { VariantStocks } from './variant-stock.rules.ts';

/**
 * Locks variants and loads them with their listings. A transaction that changes stock locks its order's row before this, and
 * nothing else.
 * @throws RetryTransaction when one of them was merged into another meanwhile
 */
export async function lockStock(tx: Tx, variantIds: readonly number[]): Promise<VariantStocks> {
  const ids = [...new Set(variantIds)];
  if (ids.length === 0) return new Map();
  const stocks = await loadStock(tx, await lockVariants(tx, ids));
  if ([...stocks.values()].some((variant) => variant.mergedInto !== null)) throw new RetryTransaction();
  return stocks;
}
