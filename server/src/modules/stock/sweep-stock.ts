import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { LATE_REASON } from './evaluate.rules.ts';
import { evaluateVariants } from './evaluate-listings.ts';
import { deleteOldEpochs, lateListings, shopsToRead, variantsWithTurnedWindows } from './reads.queries.ts';
import { takeOverExpired } from './record-outcomes.ts';
import { pushDue } from './push-due.ts';
import { saveShelves } from './save-shelves.ts';
import { loadShelves, lockVariants } from './shelf.queries.ts';
import { verifyReadsJob, zeroKey, zeroListingsJob } from './stock.jobs.ts';
import { after } from '../../platform/time-spans.ts';
import { openZeroings } from './zeroing.queries.ts';

/** What a lost job or a killed worker left behind is found within this. */
const SWEEP_EVERY_MS = 30_000;
const LATE_AFTER_MS = 300_000;
const AT_ONCE = 200;
/** Longer than any order was ever late. */
const KEEP_EPOCHS_MS = 48 * 3_600_000;

/**
 * Finds in the tables themselves what should have been done: leases that ran out, writes and reads that are due and nobody
 * works on, force-zero windows that began or ended, listings that have waited too long. Safe to run anywhere, any number of times.
 */
export async function sweepStock(ctx: Context): Promise<void> {
  await takeOverExpired(ctx);
  await turnWindows(ctx);
  await flagLate(ctx);
  const now = ctx.clock.now();
  await pushDue(ctx, null);
  for (const marketplaceId of await openZeroings(ctx.db)) {
    await enqueue(ctx.db, zeroListingsJob, { marketplaceId }, { key: zeroKey(marketplaceId) });
  }
  for (const marketplaceId of await shopsToRead(ctx.db, now)) {
    await enqueue(
      ctx.db,
      verifyReadsJob,
      { marketplaceId },
      { key: `stock.verify_reads:${String(marketplaceId)}` },
    );
  }
}

async function turnWindows(ctx: Context): Promise<void> {
  for (;;) {
    const variants = await variantsWithTurnedWindows(ctx.db, ctx.clock.now(), AT_ONCE);
    if (variants.length > 0) await inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, variants));
    if (variants.length < AT_ONCE) return;
  }
}

/** A write that is merely under way is no news; one that has waited for minutes is. */
async function flagLate(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const late = await lateListings(ctx.db, after(now, -LATE_AFTER_MS), AT_ONCE);
  if (late.length === 0) return;
  const ids = new Set(late.map((row) => row.listingId));
  await inTransaction(ctx.db, async (tx) => {
    const variants = await lockVariants(tx, [...new Set(late.map((row) => row.variantId))]);
    const shelves = await loadShelves(tx, variants);
    for (const listing of [...shelves.values()].flatMap((shelf) => shelf.listings)) {
      if (!ids.has(listing.id) || listing.stock.flag !== null) continue;
      listing.stock = { ...listing.stock, flag: 'out_of_sync', flag_reason: LATE_REASON, flagged_at: now };
    }
    await saveShelves(tx, shelves.values(), { at: now });
  });
}

/** Removes what was kept to explain late orders and is older than any lateness. */
export async function forgetOldEpochs(ctx: Context): Promise<void> {
  await deleteOldEpochs(ctx.db, after(ctx.clock.now(), -KEEP_EPOCHS_MS));
}

/** Sweeps at once and ever after, by a timer of its own: the queue is what it looks after. @returns what ends it */
export function keepSweeping(ctx: Context): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();
  let isOver = false;
  const sweep = (): void => {
    sweeping = sweepStock(ctx)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'the stock could not be swept and is swept again');
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
