import { channelKind } from '@evenstock/contract/channels/channels';
import type { VariantListing } from '@evenstock/contract/catalog/listings';
import type { Variant } from '@evenstock/contract/catalog/variants';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { notFound } from '../../../api/routing.ts';
import { orderPollSeconds } from '../../marketplaces/sync/order-poll-seconds.ts';
import { showBarcodes } from './change-barcodes.ts';
import {
  describeListing,
  describeMarketplaceBrief,
  type ListingSituation,
} from './describe-listing.rules.ts';
import { describeVariantFields } from './describe-variant.rules.ts';
import { lastMergeOf, offeredQuantities } from './merges.queries.ts';
import { partsOfSet, setsOfPart } from './sets.queries.ts';
import {
  findListing,
  findVariant,
  listingsOfItems,
  listingsOfVariant,
  type ListingRecord,
} from './variant-page.queries.ts';

/**
 * A SKU with its listings and the status of each; for a SKU that was merged away, the one that it became.
 * @throws Refusal 404
 */
export async function showVariant(
  ctx: Context,
  storeId: number,
  variantId: string,
  withHidden: boolean,
): Promise<Variant> {
  const variant = await findVariant(ctx.db, storeId, identityOf(variantId, 'variant'));
  if (variant === null) throw notFound('variant');
  const [listings, offered, madeOf, partOf, lastMerge, barcodes] = await Promise.all([
    listingsOfVariant(ctx.db, variant.id, withHidden),
    offeredQuantities(ctx.db, [variant.id]),
    partsOfSet(ctx.db, variant.id),
    setsOfPart(ctx.db, variant.id),
    lastMergeOf(ctx.db, variant.id),
    showBarcodes(ctx.db, storeId, variant.id),
  ]);
  return {
    ...describeVariantFields(variant),
    last_units:
      variant.kept_last === null
        ? null
        : {
            units: variant.kept_last.units,
            marketplace: describeMarketplaceBrief(variant.kept_last.marketplace),
          },
    settings_updated_at: variant.settings_updated_at.toISOString(),
    deleted_listings_count: variant.hidden_listings,
    count_asked:
      variant.count_holds === null
        ? null
        : { is_held: variant.count_holds, kept_back: -(variant.count_lowers_by ?? 0) },
    made_of: [...madeOf],
    part_of: partOf,
    barcodes,
    last_merge:
      lastMerge === null ? null : { id: lastMerge.id, merged_at: lastMerge.created_at.toISOString() },
    variant_listings: listings.map((listing) => describeListing(listing, situationOf(ctx, listing, offered))),
  };
}

/**
 * One listing of a SKU with its status.
 * @throws Refusal 404
 */
export async function showListing(ctx: Context, storeId: number, id: number): Promise<VariantListing> {
  const listing = await findListing(ctx.db, storeId, id);
  if (listing === null) throw notFound('listing');
  const offered = await offeredQuantities(ctx.db, [listing.variant_id]);
  return describeListing(listing, situationOf(ctx, listing, offered));
}

/** The listings of SKUs that belong to items, with the status of each, by item. */
export async function showListingsOfItems(
  ctx: Context,
  productListingIds: readonly number[],
): Promise<ReadonlyMap<number, VariantListing[]>> {
  const listings = await listingsOfItems(ctx.db, productListingIds);
  const offered = await offeredQuantities(ctx.db, [...new Set(listings.map(({ variant_id }) => variant_id))]);
  const byItem = new Map<number, VariantListing[]>();
  for (const listing of listings) {
    const described = describeListing(listing, situationOf(ctx, listing, offered));
    byItem.set(listing.product_listing_id, [...(byItem.get(listing.product_listing_id) ?? []), described]);
  }
  return byItem;
}

function situationOf(
  ctx: Context,
  { id, channel }: ListingRecord,
  offered: ReadonlyMap<number, number>,
): ListingSituation {
  const kind = channelKind.parse(channel);
  return {
    now: ctx.clock.now(),
    unmergeQuantity: offered.get(id) ?? null,
    boosts: ctx.connectors[kind].boosting !== undefined,
    orderPollSeconds: orderPollSeconds(ctx, kind),
  };
}
