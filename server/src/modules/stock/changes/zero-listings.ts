import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { endZeroing } from '../../marketplaces/end-zeroing.ts';
import { findZeroing } from '../../marketplaces/zeroings/find-zeroing.ts';
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
 */
export async function zeroListings(
  ctx: Context,
  { marketplaceId }: { marketplaceId: number },
): Promise<void> {
  const zeroing = await findZeroing(ctx, marketplaceId);
  if (zeroing === null) return;
  await makeDue(ctx, marketplaceId);
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
  for (;;) {
    const variants = await variantsToZero(ctx.db, marketplaceId, CHUNK);
    if (variants.length === 0) return;
    await inTransaction(ctx.db, (tx) => evaluateVariants(tx, ctx, variants));
  }
}
