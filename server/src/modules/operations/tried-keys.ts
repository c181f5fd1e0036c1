import type { Tx } from '../../platform/database/database.ts';
import { keysWithRow } from './operations.queries.ts';

/** The keys that an operation has a row for already. */
export async function triedKeys(
  tx: Tx,
  operationId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(keys.length === 0 ? [] : await keysWithRow(tx, operationId, keys));
}
