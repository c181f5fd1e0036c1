import type { Context } from '../../../context.ts';
import { pagesAlone, stepsAlone, togetherOrEach } from '../../../platform/jobs/each-alone.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { endZeroing } from '../../marketplaces/end-zeroing.ts';
import { findZeroing, type OpenZeroing } from '../../marketplaces/zeroings/find-zeroing.ts';
import { evaluateVariants } from '../ledger/evaluate-variants.ts';
import { zeroKey, zeroListingsJob } from '../ledger/stock.jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { giveUpAt, leftOverOf } from './zeroing.rules.ts';
import { countListings, notZeroed, variantsToZero } from './zeroing.queries.ts';

/** SKUs of one transaction. */
const CHUNK = 50;
const LOOK_AGAIN_MS = 5_000;

/**
 * Sets the listings of a marketplace to 0 before it is deactivated or deleted. Their pushes fall due like any other. When each was
 * acknowledged or refused, or the time is over, the marketplace is deactivated. A killed run resumes from the tables.
 * @throws the first failure of a SKU, after the others and the end of the work were seen to
 */
export async function zeroListings(
  ctx: Context,
  { marketplaceId }: { marketplaceId: number },
): Promise<void> {
  const zeroing = await findZeroing(ctx, marketplaceId);
  if (zeroing === null) return;
  await stepsAlone(
    { log: ctx.log, task: 'stock.zero_listings' },
    {
      make_due: () => makeDue(ctx, marketplaceId),
      end_or_look_again: () => endOrLookAgain(ctx, marketplaceId, zeroing),
    },
  );
}

async function endOrLookAgain(ctx: Context, marketplaceId: number, zeroing: OpenZeroing): Promise<void> {
  const now = ctx.clock.now();
  const [open, total] = [await notZeroed(ctx.db, marketplaceId), await countListings(ctx.db, marketplaceId)];
  const isOver = now >= giveUpAt(zeroing.askedAt) || !zeroing.isConnected;
  const leftOver = open.flatMap((listing) => leftOverOf(listing, isOver) ?? []);
  if (leftOver.length === open.length) {
    await endZeroing(ctx, marketplaceId, { done: total - leftOver.length, total, leftOver });
    return;
  }
  await inTransaction(ctx.db, async (tx) => {
    await announce(tx, zeroing.storeId, 'marketplaces', [marketplaceId]);
    const runAt = after(now, LOOK_AGAIN_MS);
    await enqueue(tx, zeroListingsJob, { marketplaceId }, { runAt, key: zeroKey(marketplaceId) });
  });
}

async function makeDue(ctx: Context, marketplaceId: number): Promise<void> {
  const of = { log: ctx.log, task: 'stock.zero_variants' };
  await pagesAlone(
    (last: number | null) => variantsToZero(ctx.db, marketplaceId, { after: last ?? 0, limit: CHUNK }),
    (page) =>
      togetherOrEach(of, page, (variants) =>
        inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, variants)),
      ),
  );
}
