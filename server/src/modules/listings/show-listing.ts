import { english } from '@evenstock/contract/messages/english';
import { fromChannel } from '@evenstock/contract/messages/message';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type {
  listListingsOfProduct,
  ListingDetail,
  listProductListings,
  ListingWork,
} from '@evenstock/contract/catalog/product-listings';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { Context } from '../../context.ts';
import { identityOf } from '../../api/identity.ts';
import { pageOf } from '../../api/page-request.ts';
import { notFound, type Call } from '../../api/routing.ts';
import { needsYouBefore } from '../actions/list-actions.ts';
import { showProductListings } from '../catalog/pages/show-product.ts';
import { showListingsOfItems } from '../catalog/variants/show-variant.ts';
import { nameAsked, priceAsked } from './define-listing-actions.ts';
import { LONGEST_NAME } from './listing-actions.rules.ts';
import { listingToActOn, withActions, type Caller, type ListingToActOn } from './listing-to-act-on.ts';
import { hasProduct, readListings, type WorkRecord } from './listings.queries.ts';

/** Shows a listing with its SKUs, the actions that are possible, and those that are under way. @throws Refusal 404 */
export async function showListing(caller: Caller, idOrSlug: string | number): Promise<ListingDetail> {
  const [listing] = await describeAll(caller, [await listingToActOn(caller, idOrSlug)]);
  if (listing === undefined) throw notFound('product_listing');
  return listing;
}

/** A page of a store's listings, or of a product's, by the name of their marketplace. @throws Refusal 404 */
export async function listListings(
  call: Call<typeof listProductListings> | Call<typeof listListingsOfProduct>,
): Promise<CallReply<typeof listProductListings>> {
  const { ctx, store, query, params } = call;
  const product = 'productId' in params ? identityOf(params.productId, 'product') : null;
  if (product !== null && !(await hasProduct(ctx.db, store.id, product))) throw notFound('product');
  const page = pageOf(query);
  const { listings, totalCount } = await readListings(
    ctx.db,
    { storeId: store.id, product },
    { offset: page.offset, limit: page.perPage },
  );
  return {
    product_listings: await describeAll(call, await withActions(call, listings)),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

async function describeAll(
  { ctx, store }: Caller,
  listings: readonly ListingToActOn[],
): Promise<ListingDetail[]> {
  const ids = listings.map(({ id }) => id);
  const [items, skus] = await Promise.all([
    showProductListings(ctx, store.id, ids),
    showListingsOfItems(ctx, ids),
  ]);
  const byId = new Map(items.map((item) => [item.id, item]));
  return listings.flatMap((listing) => {
    const item = byId.get(listing.id);
    // The listing was deleted with its store between two reads.
    if (item === undefined) return [];
    return [
      {
        ...item,
        ...commonPrice(listing),
        marketplace_sku: listing.sku,
        edit_url: listing.edit_url,
        product: listing.product,
        variant_listings: skus.get(listing.id) ?? [],
        name_limit: ctx.connectors[listing.channel].renaming?.longest ?? LONGEST_NAME,
        actions: [...listing.offered],
        unavailable_actions: listing.withheld.map(({ action, reason }) => ({
          action,
          reason: english(reason),
          reason_message: reason,
        })),
        works: listing.works.map((work) => describeWork(ctx, work)),
      },
    ];
  });
}

/** The price if all SKUs have the same one. */
function commonPrice({
  variants,
}: ListingToActOn): Pick<ListingDetail, 'price' | 'formatted_price' | 'currency'> {
  const [first] = variants;
  const currency = first?.currency ?? null;
  const price = first?.price ?? null;
  const differs = variants.some((each) => each.price !== price || each.currency !== currency);
  if (price === null || currency === null || differs) return { price: null, formatted_price: null, currency };
  return { price: toMajor(price, currency), formatted_price: formatMoney(price, currency), currency };
}

function describeWork(ctx: Context, work: WorkRecord): ListingWork {
  const price = work.kind === 'listing.price' ? priceAsked.parse(work.asked) : null;
  const { outcome_reason: reason, outcome_message: kept } = work;
  return {
    id: work.id,
    kind: work.kind,
    state: work.state,
    variant_listing_id: work.variant_listing_id,
    price: price === null ? null : toMajor(price.price, price.currency),
    formatted_price: price === null ? null : formatMoney(price.price, price.currency),
    name: work.kind === 'listing.rename' ? nameAsked.parse(work.asked).name : null,
    asked_at: work.asked_at.toISOString(),
    finished_at: work.finished_at?.toISOString() ?? null,
    needs_you: work.finished_at === null && work.asked_at < needsYouBefore(ctx),
    outcome: reason === null ? null : { reason, message: kept ?? fromChannel(reason) },
  };
}
