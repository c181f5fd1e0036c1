import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { pollOrders } from '../../pulls/poll-orders.ts';
import { wantedPolls } from './holds.queries.ts';
import { findShop } from '../ledger/pushes.queries.ts';
import { pollPastHoldsJob, pollPastHoldsKey } from '../ledger/stock.jobs.ts';

/**
 * Polls the orders of a shop for its held listings: after the hold began, and once the orders before the read that answered it must be
 * listed. A poll that may not begin yet is enqueued for that time.
 */
export async function pollPastHolds(ctx: Context, marketplaceId: number): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  const { ordersVisibleWithin } = ctx.connectors[shop.channel].facts;
  const now = after(ctx.clock.now(), shop.clock_offset_ms);
  const lagMs = ordersVisibleWithin * 1000 + TOLERANCE_MS;
  const { since, next } = await wantedPolls(ctx.db, marketplaceId, { now, lagMs });
  if (since !== null) await pollOrders(ctx, marketplaceId, since);
  if (next === null) return;
  const runAt = after(next, -shop.clock_offset_ms);
  await enqueue(ctx.db, pollPastHoldsJob, { marketplaceId }, { key: pollPastHoldsKey(marketplaceId), runAt });
}
