import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { eachAlone, pagesAlone, stepsAlone, togetherOrEach } from '../../platform/jobs/each-alone.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lateReason } from './protocol/evaluate.rules.ts';
import { evaluateVariants } from './ledger/evaluate-variants.ts';
import { shopsWithHolds } from './reads/holds.queries.ts';
import { pollPastHolds } from './reads/poll-past-holds.ts';
import {
  deleteEpochsBefore,
  lateListings,
  shopsToRead,
  variantsWithTurnedWindows,
} from './reads/reads.queries.ts';
import { takeOverExpired } from './pushes/record-outcomes.ts';
import { pushDue } from './pushes/push-due.ts';
import { saveStock } from './ledger/save-stock.ts';
import { settleRecovered } from './replay/settle-recovered.ts';
import { loadStock, lockVariants } from './ledger/variant-stock.queries.ts';
import {
  listingsById,
  withListings,
  withStock,
  type StockedListing,
} from './protocol/variant-stock.rules.ts';
import { verifyReadsJob, verifyReadsKey, zeroKey, zeroListingsJob } from './ledger/stock.jobs.ts';
import { after } from '../../platform/time/time-spans.ts';
import { openZeroings } from './changes/zeroing.queries.ts';

/** The work of a lost job or a killed worker is found within this time. */
const SWEEP_EVERY_MS = 30_000;
const LATE_AFTER_MS = 300_000;
const AT_ONCE = 200;
/** No order has come later than this. */
export const KEEP_EPOCHS_MS = 48 * 3_600_000;

/**
 * Finds undone work in the tables: expired leases, due pushes, reads and order polls without a job, force-zero windows that began or
 * ended, listings that have waited too long. Any number of processes may run it at once. Each step, and in it each SKU and shop, fails
 * alone.
 * @throws the first failure, after all steps
 */
export async function sweepStock(ctx: Context): Promise<void> {
  await stepsAlone(
    { log: ctx.log, task: 'stock.sweep_stock' },
    {
      take_over_expired: () => takeOverExpired(ctx),
      turn_windows: () => turnWindows(ctx),
      flag_late: () => flagLate(ctx),
      settle_recovered: () => settleRecovered(ctx),
      push_due: () => pushDue(ctx, null),
      zero_listings: () => zeroOpen(ctx),
      verify_reads: () => readDue(ctx),
      poll_past_holds: () => pollHeld(ctx),
    },
  );
}

async function turnWindows(ctx: Context): Promise<void> {
  const of = { log: ctx.log, task: 'stock.turn_force_zero_windows' };
  await pagesAlone(
    (last: number | null) =>
      variantsWithTurnedWindows(ctx.db, ctx.clock.now(), { after: last ?? 0, limit: AT_ONCE }),
    (page) =>
      togetherOrEach(of, page, (variants) =>
        inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, variants)),
      ),
  );
}

interface LateListing {
  readonly id: number;
  readonly variantId: number;
}

/** Flags listings whose push has been due for minutes; a push under way is not flagged. */
async function flagLate(ctx: Context): Promise<void> {
  const since = after(ctx.clock.now(), -LATE_AFTER_MS);
  const of = { log: ctx.log, task: 'stock.flag_late_listings' };
  await pagesAlone(
    (last: LateListing | null) => lateListings(ctx.db, since, { after: last?.id ?? 0, limit: AT_ONCE }),
    (page) =>
      togetherOrEach(of, page, (late) => inTransaction(ctx.db, (tx) => flag(tx, ctx.clock.now(), late))),
  );
}

async function flag(tx: Tx, now: Date, late: readonly LateListing[]): Promise<void> {
  const ids = new Set(late.map(({ id }) => id));
  const variants = await lockVariants(tx, [...new Set(late.map((row) => row.variantId))]);
  const stocks = await loadStock(tx, variants);
  const changed = new Map<number, StockedListing>();
  for (const { listing } of listingsById(stocks).values()) {
    if (!ids.has(listing.id) || listing.stock.flag !== null) continue;
    changed.set(
      listing.id,
      withStock(listing, { flag: 'out_of_sync', ...lateReason, flagged_at: now } as const),
    );
  }
  await saveStock(tx, withListings(stocks, changed), { at: now });
}

async function zeroOpen(ctx: Context): Promise<void> {
  for (const marketplaceId of await openZeroings(ctx.db)) {
    await enqueue(ctx.db, zeroListingsJob, { marketplaceId }, { key: zeroKey(marketplaceId) });
  }
}

async function readDue(ctx: Context): Promise<void> {
  for (const marketplaceId of await shopsToRead(ctx.db, ctx.clock.now())) {
    await enqueue(ctx.db, verifyReadsJob, { marketplaceId }, { key: verifyReadsKey(marketplaceId) });
  }
}

async function pollHeld(ctx: Context): Promise<void> {
  await eachAlone({ log: ctx.log, task: 'stock.poll_past_holds' }, await shopsWithHolds(ctx.db), (shop) =>
    pollPastHolds(ctx, shop),
  );
}

/** Purges epochs and order events that no late order can fall into any more. */
export async function purgeEpochs(ctx: Context): Promise<void> {
  await deleteEpochsBefore(ctx.db, after(ctx.clock.now(), -KEEP_EPOCHS_MS));
}

/** Sweeps now and by a timer from then on, without the queue, whose lost jobs it finds. @returns a function that ends it */
export function keepSweeping(ctx: Context): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let isOver = false;
  const sweep = (): void => {
    sweeping = sweepStock(ctx)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'the stock sweep failed; the next one follows');
      })
      .finally(() => {
        if (!isOver) timer = setTimeout(sweep, SWEEP_EVERY_MS);
      });
  };
  sweep();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await sweeping;
  };
}
