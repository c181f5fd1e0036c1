import type { ChannelListing, ChannelVariant, ListingPage } from '@evenstock/connectors/kit/connector';
import type { Unreadable } from '@evenstock/connectors/kit/paging';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordTogether } from '../../pulls/record-each.ts';
import { evaluateVariants } from '../../stock/ledger/evaluate-variants.ts';
import { holdSingle } from '../../stock/reads/hold-listings.ts';
import { keepOut } from '../../stock/reads/keep-out.ts';
import { observeReads } from '../../stock/reads/observe-reads.ts';
import {
  insertItems,
  insertVariants,
  itemsByChannelId,
  knownItems,
  knownVariants,
  lockMarketplace,
  markItemsGone,
  markSeen,
  markMissing,
  markVariantsGone,
  missingSince,
  updateItems,
  updateVariants,
} from './record-listings.queries.ts';
import { planListings, type KnownVariant, type ListingPlan } from './record-listings.rules.ts';
import { askAboutMissingJob } from '../variants/catalog.jobs.ts';
import { replaceListingBarcodes } from '../variants/barcodes.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

/** The time between two answers that a listing is not there, before it is gone. */
const ASKED_AGAIN_MS = 5 * 60_000;

export interface ListingScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/**
 * Records listings that were read, as `recordTogether` does: one that cannot be recorded costs no other one.
 * @returns those that could not be recorded
 */
export async function recordListings(
  ctx: Context,
  scope: ListingScope,
  page: Pick<ListingPage, 'listings' | 'interval'>,
  pullId: number | null,
): Promise<readonly Unreadable[]> {
  const { unreadable } = await recordTogether(
    ctx,
    page.listings,
    ({ itemId }) => itemId,
    (listings) => recordAtOnce(ctx, scope, { listings, interval: page.interval }, pullId),
  );
  return unreadable;
}

/**
 * Records listings that were read: new products and SKUs (with quantity 0), changes, and removed variants. Then it passes their
 * numbers to stock. A page of any size takes a few statements. It is idempotent.
 * @param pullId the pull of everything that read them, which marks them as seen
 */
async function recordAtOnce(
  ctx: Context,
  scope: ListingScope,
  page: Pick<ListingPage, 'listings' | 'interval'>,
  pullId: number | null,
): Promise<void> {
  if (page.listings.length === 0) return;
  const { channel, variants } = await inTransaction(ctx.db, (tx) =>
    recordPage(tx, ctx, scope, page.listings, pullId),
  );
  await keepOut(ctx, keptListings(page.listings, variants), page.interval);
  await observeReads(ctx, {
    channel,
    interval: page.interval,
    readings: readingsOf(page.listings, variants),
  });
}

async function recordPage(
  tx: Tx,
  ctx: Context,
  scope: ListingScope,
  listings: readonly ChannelListing[],
  pullId: number | null,
): Promise<{ channel: ChannelKind; variants: readonly KnownVariant[] }> {
  const { storeId, marketplaceId } = scope;
  const at = ctx.clock.now();
  const itemIds = listings.map(({ itemId }) => itemId);
  const channel = await lockMarketplace(tx, marketplaceId);
  const known = await knownVariants(tx, marketplaceId, itemIds);
  const plan = planListings(listings, await knownItems(tx, marketplaceId, itemIds), known);
  await insertItems(tx, scope, plan.newItems, at);
  await updateItems(tx, plan.changedItems, at);
  const created = await insertVariants(tx, scope, plan.newVariants, at);
  await updateVariants(tx, plan.changedVariants, at);
  await replaceListingBarcodes(tx, scope, plan.barcodes, at);
  await markVariantsGone(
    tx,
    plan.goneVariants.map(({ id }) => id),
    at,
  );
  await markSeen(tx, marketplaceId, itemIds, pullId, at);
  const touched = [...created, ...touchedVariants(plan, known)];
  if (touched.length > 0) {
    await refreshVariants(tx, touched);
    await announce(tx, storeId, 'variants', touched);
    await holdReturned(tx, plan, known, at);
    await evaluateVariants(tx, ctx, returned(plan, known));
  }
  const variants = plan.newVariants.length === 0 ? known : await knownVariants(tx, marketplaceId, itemIds);
  return { channel, variants };
}

function touchedVariants(plan: ListingPlan, known: readonly KnownVariant[]): number[] {
  const items = new Set(plan.changedItems.map(({ id }) => id));
  return [
    ...plan.changedVariants.map(({ variant_id }) => variant_id),
    ...plan.goneVariants.map(({ variant_id }) => variant_id),
    ...known
      .filter(({ product_listing_id }) => items.has(product_listing_id))
      .map(({ variant_id }) => variant_id),
  ];
}

/** Holds the listings that are there again, until they were read and their orders polled past that. */
async function holdReturned(
  tx: Tx,
  plan: ListingPlan,
  known: readonly KnownVariant[],
  at: Date,
): Promise<void> {
  const gone = new Set(known.filter(({ state }) => state === 'deleted').map(({ id }) => id));
  const listingIds = plan.changedVariants
    .filter(({ id, state }) => gone.has(id) && state !== 'deleted')
    .map(({ id }) => id);
  if (listingIds.length > 0) await holdSingle(tx, listingIds, at);
}

/** The SKUs of listings that were put on sale or taken off; their targets are evaluated again. */
function returned(plan: ListingPlan, known: readonly KnownVariant[]): number[] {
  const states = new Map(known.map(({ id, state }) => [id, state]));
  const moved = plan.changedVariants.filter(({ id, state }) => states.get(id) !== state);
  return [...moved, ...plan.goneVariants].map(({ variant_id }) => variant_id);
}

/** Each variant that was read, with the id of its listing. */
function variantsRead(
  listings: readonly ChannelListing[],
  variants: readonly KnownVariant[],
): { readonly variantListingId: number; readonly read: ChannelVariant }[] {
  // Variants of different items may have the same id: channels count them within the item, or have only one.
  const keyOf = (item: string, variant: string): string => JSON.stringify([item, variant]);
  const ids = new Map(variants.map((v) => [keyOf(v.channel_item_id, v.channel_variant_id), v.id]));
  return listings.flatMap((listing) =>
    listing.variants.flatMap((read) => {
      const variantListingId = ids.get(keyOf(listing.itemId, read.variantId));
      return variantListingId === undefined ? [] : [{ variantListingId, read }];
    }),
  );
}

function readingsOf(
  listings: readonly ChannelListing[],
  variants: readonly KnownVariant[],
): Parameters<typeof observeReads>[1]['readings'] {
  // A listing whose stock the marketplace does not track, or keeps, has no number to compare.
  return variantsRead(listings, variants).flatMap(({ variantListingId, read }) => {
    const { measure, reserved, maximum, keptBy } = read;
    return measure === null || keptBy === 'marketplace'
      ? []
      : [{ variantListingId, measure, reserved, maximum }];
  });
}

/** The listings whose units their marketplace keeps. */
function keptListings(listings: readonly ChannelListing[], variants: readonly KnownVariant[]): number[] {
  return variantsRead(listings, variants).flatMap(({ variantListingId, read }) =>
    read.keptBy === 'marketplace' ? [variantListingId] : [],
  );
}

/** Marks product listings as deleted and detaches them from their SKUs, in the caller's transaction. */
export async function markListingsGone(
  tx: Tx,
  ctx: Context,
  scope: ListingScope,
  productListingIds: readonly number[],
): Promise<void> {
  if (productListingIds.length === 0) return;
  const gone = await markItemsGone(tx, productListingIds, ctx.clock.now());
  const variantIds = gone.map(({ variant_id }) => variant_id);
  await refreshVariants(tx, variantIds);
  await announce(tx, scope.storeId, 'variants', variantIds);
  await evaluateVariants(tx, ctx, variantIds);
}

/**
 * Records that the marketplace answers of items that they are not there. They are gone once an answer five minutes later agrees; until
 * then they stay, and are asked about again.
 */
export async function recordMissing(
  ctx: Context,
  scope: ListingScope,
  channelItemIds: readonly string[],
): Promise<void> {
  if (channelItemIds.length === 0) return;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await lockMarketplace(tx, scope.marketplaceId);
    const confirmed = await missingSince(
      tx,
      scope.marketplaceId,
      channelItemIds,
      after(now, -ASKED_AGAIN_MS),
    );
    await markListingsGone(tx, ctx, scope, confirmed);
    const isWaiting = await markMissing(tx, scope.marketplaceId, channelItemIds, now);
    if (!isWaiting) return;
    const { marketplaceId } = scope;
    const options = { runAt: after(now, ASKED_AGAIN_MS), key: `catalog.missing:${String(marketplaceId)}` };
    await enqueue(tx, askAboutMissingJob, scope, options);
  });
}

/** Records that items are gone from the marketplace. */
export async function recordGone(
  ctx: Context,
  scope: ListingScope,
  channelItemIds: readonly string[],
): Promise<void> {
  if (channelItemIds.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    await lockMarketplace(tx, scope.marketplaceId);
    await markListingsGone(tx, ctx, scope, await itemsByChannelId(tx, scope.marketplaceId, channelItemIds));
  });
}
