import { isDeepStrictEqual } from 'node:util';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { keepOut } from './keep-out.ts';
import { observeReads } from './observe-reads.ts';
import { findShop } from '../ledger/pushes.queries.ts';
import { setStockRefs } from './places.queries.ts';
import { claimReads, clearReadRequests } from './reads.queries.ts';
import { verifyReadsJob, verifyReadsKey } from '../ledger/stock.jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';

const BATCH = 50;
const AGAIN_MS = 30_000;
const LEASED_WAIT_MS = 5_000;

/**
 * Reads back listings of a shop: after an unknown outcome, or while they are held. A listing under a lease is read a little later.
 */
export async function verifyReads(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const shop = await findShop(ctx.db, marketplaceId);
  if (shop === null) return;
  for (;;) {
    const now = ctx.clock.now();
    const times = { now, again: after(now, AGAIN_MS), soon: after(now, LEASED_WAIT_MS) };
    const due = await claimReads(ctx.db, marketplaceId, times, BATCH);
    if (due.length === 0) return;
    const read = await readOrWait(ctx, marketplaceId, due);
    if (read === null) {
      const later = { runAt: times.again, key: verifyReadsKey(marketplaceId) };
      await enqueue(ctx.db, verifyReadsJob, { marketplaceId }, later);
      return;
    }
    const found = read.readings.flatMap(({ itemId, variantId, measure, reserved }) => {
      const listing = due.find((l) => l.itemId === itemId && l.variantId === variantId);
      return listing === undefined ? [] : [{ variantListingId: listing.listingId, measure, reserved }];
    });
    await setStockRefs(ctx.db, changedRefs(due, read.readings));
    await keepOut(ctx, idsOf(due, read.keptByMarketplace), read.interval);
    const known = new Set(found.map((reading) => reading.variantListingId));
    await observeReads(ctx, { channel: shop.channel, interval: read.interval, readings: found });
    await clearReadRequests(
      ctx.db,
      due.map((listing) => listing.listingId).filter((id) => !known.has(id)),
    );
  }
}

/** Listings that a read names by another reference: they are written by that from now on. */
function changedRefs(due: Awaited<ReturnType<typeof claimReads>>, readings: readonly ListingKey[]) {
  return readings.flatMap(({ itemId, variantId, stockRef }) => {
    const listing = due.find((l) => l.itemId === itemId && l.variantId === variantId);
    const isSame = listing === undefined || isDeepStrictEqual(listing.stockRef, stockRef);
    return isSame ? [] : [{ listingId: listing.listingId, stockRef }];
  });
}

/** The ids of listings that an answer names. */
function idsOf(due: Awaited<ReturnType<typeof claimReads>>, keys: readonly ListingKey[]): number[] {
  return keys.flatMap(({ itemId, variantId }) => {
    const listing = due.find((l) => l.itemId === itemId && l.variantId === variantId);
    return listing === undefined ? [] : [listing.listingId];
  });
}

/** @returns null where the shop does not answer; the reads fall due again */
async function readOrWait(
  ctx: Context,
  marketplaceId: number,
  listings: Awaited<ReturnType<typeof claimReads>>,
) {
  try {
    return await callMarketplace(ctx, marketplaceId, 'normal', (access, connector) =>
      connector.stock.read(access, listings),
    );
  } catch (error) {
    if (error instanceof ChannelError) return null;
    throw error;
  }
}
