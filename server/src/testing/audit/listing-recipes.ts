import { type FieldChanges, upon, type Recipe, type Stage } from './stage.ts';

/** A listing of a connected shop: its ids, and how paths name it. */
async function openListing(stage: Stage) {
  const store = await stage.openConnectedStore();
  const listing = await stage.ctx.db
    .selectFrom('variant_listings as l')
    .innerJoin('product_listings as p', 'p.id', 'l.product_listing_id')
    .select(['l.id', 'l.product_listing_id as itemId', 'p.product_id as productId', 'p.name'])
    .where('l.marketplace_id', '=', store.shopee.marketplaceId)
    .executeTakeFirstOrThrow();
  const { id, itemId, productId } = listing;
  const path = { ...store.call.path, variantListingId: id, productListingId: itemId, productId };
  return { store, listing, call: { ...store.call, path } };
}

/** Upon a listing, without what it asks for beyond the path. */
const uponListing: Recipe = async (stage) => {
  const { store, listing, call } = await openListing(stage);
  return { ...call, activity: upon(store, 'ProductListing', listing.itemId) };
};

/** Upon a listing that is off sale. */
const relists: Recipe = async (stage) => {
  const prepared = await uponListing(stage);
  const path = `/api/stores/${String(prepared.path?.['storeId'])}/product_listings/${String(prepared.path?.['productListingId'])}/delist.json`;
  const token = prepared.token ?? '';
  const answer = await stage.server.call('POST', path, { token });
  if (answer.status !== 200) throw new Error(`Delisting answered ${String(answer.status)}.`);
  return prepared;
};

/** Sets the price of all SKUs of a listing. */
const pricesListing: Recipe = async (stage) => {
  const { store, listing, call } = await openListing(stage);
  const before = await priceOf(stage, listing.id);
  const changes: FieldChanges = { price: [before, 17.5] };
  const activity = upon(store, 'ProductListing', listing.itemId, changes);
  return { ...call, body: { product_listing: { price: 17.5 } }, activity };
};

async function priceOf(stage: Stage, id: number): Promise<number> {
  const listings = stage.ctx.db.selectFrom('variant_listings').select('price').where('id', '=', id);
  return ((await listings.executeTakeFirstOrThrow()).price ?? 0) / 100;
}

const looksAtRaw: Recipe = async (stage) => {
  const { id, owner, shopee, call } = await stage.openConnectedStore('developer');
  const listing = await stage.ctx.db
    .selectFrom('variant_listings')
    .select('id')
    .where('store_id', '=', id)
    .where('marketplace_id', '=', shopee.marketplaceId)
    .executeTakeFirstOrThrow();
  return { token: owner.token, path: { ...call.path, variantListingId: listing.id } };
};

/** How the calls about listings succeed, by the names of their endpoints. */
export const listingRecipes: Readonly<Record<string, Recipe>> = {
  async showProductListing(stage) {
    return (await openListing(stage)).call;
  },
  showRawListing: looksAtRaw,
  showRawListingVariants: looksAtRaw,
  delistListing: uponListing,
  delistListingOfProduct: uponListing,
  relistListing: relists,
  relistListingOfProduct: relists,
  syncListing: uponListing,
  syncListingOfProduct: uponListing,
  deleteListing: uponListing,
  deleteListingOfProduct: uponListing,
  updateProductListing: pricesListing,
  updateListingOfProduct: pricesListing,
  async updateVariantListing(stage) {
    const { store, listing, call } = await openListing(stage);
    const name = 'Another name of this listing';
    const attributes = { id: listing.itemId, name };
    const changes: FieldChanges = { name: [listing.name, name] };
    const activity = upon(store, 'VariantListing', listing.id, changes);
    return { ...call, body: { variant_listing: { product_listing_attributes: attributes } }, activity };
  },
};
