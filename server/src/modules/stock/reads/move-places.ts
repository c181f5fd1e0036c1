import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { areListingsMoving, endMove } from '../../marketplaces/places/record-places.ts';
import { beginPull } from '../../pulls/pulls.ts';
import { findShop } from '../ledger/pushes.queries.ts';
import { verifyReadsJob, verifyReadsKey } from '../ledger/stock.jobs.ts';
import { moveListings } from './keep-out.ts';
import { listingsAfter } from './places.queries.ts';

/** Listings of one transaction: a lock of their variants is short. */
const CHUNK = 100;

/**
 * Has all listings of a shop begin anew at the places that a member chose; then the shop is read and written again. Where a worker is killed in
 * between, the next one begins again. Its products are read whole, as a listing may not have been kept at the places before.
 */
export async function movePlaces(ctx: Context, marketplaceId: number): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null || !(await areListingsMoving(ctx, marketplaceId))) return;
  let moved = 0;
  for (let last = 0; ;) {
    const listings = await listingsAfter(ctx.db, marketplaceId, last, CHUNK);
    if (listings.length > 0) await moveListings(ctx, listings, after(ctx.clock.now(), shop.clock_offset_ms));
    moved += listings.length;
    if (listings.length < CHUNK) break;
    last = listings.at(-1) ?? last;
  }
  await inTransaction(ctx.db, async (tx) => {
    const ended = await endMove(tx, ctx, marketplaceId);
    if (ended === null || moved === 0) return;
    await beginPull(tx, ctx, { ...ended, kind: 'listings', scope: 'reconcile' });
    await enqueue(tx, verifyReadsJob, { marketplaceId }, { key: verifyReadsKey(marketplaceId) });
  });
}
