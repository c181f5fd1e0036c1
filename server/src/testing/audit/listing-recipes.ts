import { randomUUID } from 'node:crypto';
import { type FieldChanges, once, upon, type Recipe, type Stage } from './stage.ts';

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

/** Recipes for a listing whose calls need the path alone. */
const onListing =
  (changes?: FieldChanges): Recipe =>
  async (stage) => {
    const { store, listing, call } = await openListing(stage);
    return { ...call, activity: upon(store, 'ProductListing', listing.itemId, changes) };
  };
const uponListing = onListing();
const delists = onListing({ state: ['live', 'inactive'] });
const deletes = onListing({ state: ['live', 'deleted'] });

/** Recipes for a listing that is off sale. */
const relists: Recipe = async (stage) => {
  const prepared = await onListing({ state: ['inactive', 'live'] })(stage);
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

async function variantOf({ ctx }: Stage, id: number): Promise<number> {
  const listings = ctx.db.selectFrom('variant_listings').select('variant_id').where('id', '=', id);
  return (await listings.executeTakeFirstOrThrow()).variant_id;
}

async function priceOf(stage: Stage, id: number): Promise<number> {
  const listings = stage.ctx.db.selectFrom('variant_listings').select('price').where('id', '=', id);
  return ((await listings.executeTakeFirstOrThrow()).price ?? 0) / 100;
}

const looksAtRaw: Recipe = once(async (stage) => {
  const { id, owner, shopee, call } = await stage.openConnectedStore('developer');
  const listing = await stage.ctx.db
    .selectFrom('variant_listings')
    .select('id')
    .where('store_id', '=', id)
    .where('marketplace_id', '=', shopee.marketplaceId)
    .executeTakeFirstOrThrow();
  return { token: owner.token, path: { ...call.path, variantListingId: listing.id } };
});

/** All listings of the SKU of a listing. */
const massSale =
  (prepare: Recipe, asked: Readonly<Record<string, unknown>> = {}): Recipe =>
  async (stage) => {
    const prepared = await prepare(stage);
    const itemId = Number(prepared.path?.['productListingId']);
    const { store_id: storeId, variant_id: variantId } = await stage.ctx.db
      .selectFrom('variant_listings')
      .select(['store_id', 'variant_id'])
      .where('product_listing_id', '=', itemId)
      .executeTakeFirstOrThrow();
    const newest = stage.ctx.db
      .selectFrom('operations')
      .select('id')
      .where('store_id', '=', storeId)
      .orderBy('id', 'desc');
    const activity = prepared.activity;
    return {
      ...prepared,
      body: { ...asked, variants: { ids: [variantId] } },
      ...(activity === undefined
        ? {}
        : {
            activity: async () => ({
              ...(await activity()),
              recipient: { type: 'Operation', id: (await newest.executeTakeFirstOrThrow()).id },
              changes: {},
            }),
          }),
    };
  };

/** How the calls about listings succeed, by the names of their endpoints. */
export const listingRecipes: Readonly<Record<string, Recipe>> = {
  previewMassSale: massSale(uponListing, { verb: 'delist' }),
  massDelist: massSale(uponListing),
  massRelist: massSale(relists),
  async showEditGrid(stage) {
    const { listing, call } = await openListing(stage);
    return { ...call, body: { ids: [await variantOf(stage, listing.id)] } };
  },
  async previewQuantities(stage) {
    const { listing, call } = await openListing(stage);
    return {
      ...call,
      body: { quantities: [{ variant_id: await variantOf(stage, listing.id), from: 0, to: 1 }] },
    };
  },
  async previewMassForceZero(stage) {
    const { call } = await openListing(stage);
    const window = { force_zero_qty_from: '', force_zero_qty_to: '' };
    return { ...call, body: { variant_listing: { ...window, marketplace_item_ids: 'an-item' } } };
  },
  async massEdit(stage) {
    const { store, listing, call } = await openListing(stage);
    await stage.ctx.db
      .updateTable('stores')
      .set({ can_sync_quantity: true })
      .where('id', '=', store.id)
      .execute();
    const newest = stage.ctx.db
      .selectFrom('operations')
      .select('id')
      .where('store_id', '=', store.id)
      .orderBy('id', 'desc');
    const prices = [{ variant_listing_id: listing.id, price: 17.5 }];
    const activity = upon(store, 'Operation', 0);
    return {
      ...call,
      body: { mass_edit: { key: randomUUID(), quantities: [], prices } },
      activity: async () => ({
        ...activity(),
        recipient: { type: 'Operation', id: (await newest.executeTakeFirstOrThrow()).id },
      }),
    };
  },
  async showProductListing(stage) {
    return (await openListing(stage)).call;
  },
  showRawListing: looksAtRaw,
  showRawListingVariants: looksAtRaw,
  delistListing: delists,
  delistListingOfProduct: delists,
  relistListing: relists,
  relistListingOfProduct: relists,
  syncListing: uponListing,
  syncListingOfProduct: uponListing,
  deleteListing: deletes,
  deleteListingOfProduct: deletes,
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
