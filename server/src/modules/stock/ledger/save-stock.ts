import type { Tx } from '../../../platform/database/database.ts';
import { addingJob } from '../../../platform/jobs/jobs.ts';
import { announcing } from '../../../api/live.ts';
import { followParts } from '../protocol/sets.rules.ts';
import { writeSetQuantities } from './sets.queries.ts';
import { pushDueJob } from './stock.jobs.ts';
import { writeStock } from './stock-writes.queries.ts';
import { changesOf } from './stock-writes.rules.ts';
import { evaluateVariantStock, type VariantStocks } from '../protocol/variant-stock.rules.ts';

export interface SaveOptions {
  /** The ledger entry of each variant that caused the change; none where a read or a verification did. */
  readonly movementOf?: ReadonlyMap<number, number>;
  /** The caller's lease, under which nothing was sent yet. */
  readonly ownLease?: string | null;
  readonly at: Date;
}

const noMovements: ReadonlyMap<number, number> = new Map();

/**
 * Evaluates the variants' listings and writes what follows, in one statement. Sets follow those of their parts that are among them.
 * Run it last: all pushes of a store share one job row, so concurrent transactions wait for each other there.
 */
export async function saveStock(tx: Tx, stocks: VariantStocks, options: SaveOptions): Promise<void> {
  const { movementOf = noMovements, ownLease = null, at } = options;
  const evaluated = Array.from(followParts(stocks).values(), (variant) =>
    evaluateVariantStock(variant, at, ownLease),
  );
  const changes = changesOf(evaluated, movementOf, at);
  if (changes === null) return;
  if (changes.setQuantities.length > 0) await writeSetQuantities(tx, changes.setQuantities, at);
  const announcements = changes.announced.flatMap(({ storeId, variants, movements }) => [
    announcing(storeId, 'variants', variants),
    ...(movements.length === 0 ? [] : [announcing(storeId, 'stock_movements', movements)]),
  ]);
  const jobs = changes.storesToPush.map((storeId) =>
    addingJob(pushDueJob, { storeId }, { key: `stock.push_due:${String(storeId)}` }),
  );
  await writeStock(tx, changes, [...announcements, ...jobs]);
}
