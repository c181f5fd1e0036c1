import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { previewStockPlaces as endpoint } from '@evenstock/contract/stock/stock-places';
import { pageOf } from '../../../api/page-request.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import type { Context } from '../../../context.ts';
import { requirePlaces } from '../../connections/places/choose-places.ts';
import { callWithoutPlaces } from '../../connections/calls/call-marketplace.ts';
import { requireMarketplace, type MarketplaceRecord } from '../../marketplaces/show-marketplace.ts';
import { readStock } from '../ledger/variant-stock.queries.ts';
import { evaluateVariantStock, withStock, type VariantStock } from '../protocol/variant-stock.rules.ts';
import { placedListings, type PlacedListing } from './places.queries.ts';

/**
 * One page of a shop's listings as they would be at other places of stock. The numbers are read from there now; nothing is written.
 * @throws Refusal 422 where the places cannot be chosen, or the marketplace does not answer
 */
export async function previewPlaces({
  ctx,
  store,
  params,
  query,
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
  await requirePlaces(ctx, marketplace, query.place_ids);
  const page = pageOf(query);
  const { rows, total } = await placedListings(ctx.db, marketplace.id, {
    limit: page.perPage,
    offset: page.offset,
  });
  const shown = await readAt(ctx, marketplace, query.place_ids, rows);
  const stocks = await readStock(ctx.db, [...new Set(rows.map(({ skuId }) => skuId))]);
  const now = ctx.clock.now();
  return {
    listings: rows.map((row) => {
      const variant = stocks.get(row.skuId);
      const there = shown.get(row.listingId) ?? null;
      return {
        listing_id: row.listingId,
        name: row.name,
        sku: row.sku,
        product_slug: row.productSlug,
        variant_slug: row.variantSlug,
        quantity: variant?.quantity ?? 0,
        shown: there,
        written: there === null || variant === undefined ? null : writtenAnew(variant, row.listingId, now),
      };
    }),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

/** The numbers of listings at these places. */
async function readAt(
  ctx: Context,
  { id, channel }: MarketplaceRecord,
  placeIds: readonly string[],
  listings: readonly PlacedListing[],
): Promise<ReadonlyMap<number, number>> {
  if (listings.length === 0) return new Map();
  const { stock } = ctx.connectors[channel];
  try {
    const { readings } = await callWithoutPlaces(ctx, id, 'normal', (access) =>
      stock.read({ ...access, locations: placeIds }, listings),
    );
    const measures = new Map(readings.map((each) => [keyOf(each.itemId, each.variantId), each.measure]));
    return new Map(
      listings.flatMap(({ listingId, itemId, variantId }) => {
        const measure = measures.get(keyOf(itemId, variantId));
        return measure === undefined ? [] : [[listingId, measure] as const];
      }),
    );
  } catch (error) {
    if (error instanceof ChannelError) throw invalid('marketplace', error.fault.reason);
    throw error;
  }
}

const keyOf = (itemId: string, variantId: string): string => JSON.stringify([itemId, variantId]);

/** What is written to a listing that has begun anew: without the differences that are dropped then. */
function writtenAnew(variant: VariantStock, listingId: number, now: Date): number | null {
  const listings = variant.listings.map((listing) =>
    listing.id === listingId ? { ...withStock(listing, { pending: 0 }), unexplainedUnbookable: 0 } : listing,
  );
  const { listings: evaluated } = evaluateVariantStock({ ...variant, listings }, now, null);
  return evaluated.find(({ id }) => id === listingId)?.stock.send ?? null;
}
