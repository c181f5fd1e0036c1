import type { UserRole } from '@evenstock/contract/accounts/accounts';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { expect } from 'vitest';
import { z } from 'zod';
import {
  type Exception,
  type FieldChanges,
  freshName,
  upon,
  uponStoreOf,
  type Recipe,
  type Stage,
} from './stage.ts';

/** Recipe for a marketplace that was never authorised. */
const uponMarketplace =
  (body?: unknown, changes?: FieldChanges): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    return { ...store.call, body, activity: upon(store, 'Marketplace', store.marketplaceId, changes) };
  };

/** Recipe for a marketplace that is authorised. */
const uponConnected =
  (changes?: FieldChanges, query?: Readonly<Record<string, string>>): Recipe =>
  async (stage) => {
    const store = await stage.openConnectedStore();
    const activity = upon(store, 'Marketplace', store.shopee.marketplaceId, changes);
    return { ...store.call, ...(query === undefined ? {} : { query }), activity };
  };

const authorised: FieldChanges = { state: ['unverified', 'verified'] };
const left: FieldChanges = { state: ['verified', 'unverified'] };

const zeroFirst =
  (leadsTo: 'deactivate' | 'delete'): Recipe =>
  async (stage) => {
    const changes: FieldChanges = { leads_to: [null, leadsTo] };
    const prepared = await uponConnected(changes, { zero_first: 'true' })(stage);
    return { ...prepared, keys: ['marketplace.zero'] };
  };

/** The seller consents at the marketplace and comes back. */
const returnTo =
  (channel: ChannelKind): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    const name = freshName();
    const asked = channel === 'shopify' ? { channel, name, shop: name } : { channel, name };
    const { shop } = stage.ctx.sandbox.control.addShop(asked);
    const marketplaceId = await stage.addMarketplace(
      store,
      channel,
      channels[channel].shopName === null ? null : name,
    );
    const begin = `/api/stores/${store.slug}/marketplaces/${String(marketplaceId)}/authenticate.json`;
    const begun = await stage.server.call('POST', begin, { token: store.owner.token });
    const { authentication_url, state } = z
      .object({ authentication_url: z.string(), state: z.string() })
      .parse(begun.body);
    const redirect_uri = new URL(authentication_url).searchParams.get('redirect_uri') ?? '';
    const query = stage.ctx.sandbox.control.grant(channel, shop, { state, redirect_uri });
    const path = { ...store.call.path, marketplaceId, shop: query['shop'] ?? name };
    return { ...store.call, path, query, activity: upon(store, 'Marketplace', marketplaceId, authorised) };
  };

/** Recipe for an operation that has ended, whose retry is recorded. */
const followsUp =
  (ended: 'done' | 'cancelled', follows: 'retry_of' | 'continuation_of'): Recipe =>
  async (stage) => {
    const store = await stage.openStore();
    await stage.ctx.db
      .updateTable('operations')
      .set({ state: ended, finished_at: stage.ctx.clock.now() })
      .where('id', '=', store.operationId)
      .execute();
    const begun = stage.ctx.db
      .selectFrom('operations')
      .select('id')
      .where((eb) => eb(eb.ref(follows), '=', store.operationId));
    return {
      ...store.call,
      activity: async () => upon(store, 'Operation', (await begun.executeTakeFirstOrThrow()).id)(),
    };
  };

const looksAtShop: Recipe = async (stage) => (await stage.openConnectedStore('developer')).call;

const pullsVariantAs =
  (role?: UserRole): Recipe =>
  async (stage) => {
    const store = await stage.openConnectedStore(role);
    const { id, product_id: productId } = await stage.ctx.db
      .selectFrom('variants')
      .select(['id', 'product_id'])
      .where('store_id', '=', store.id)
      .executeTakeFirstOrThrow();
    const path = { ...store.call.path, variantId: id, productId };
    return { ...store.call, path, activity: upon(store, 'Variant', id) };
  };
const pullsVariant = pullsVariantAs();

const unmerges: Recipe = async (stage) => {
  const store = await stage.openConnectedStore();
  const { listingId, itemId, productId, variantId } = await stage.mergeTee(store);
  const changes: FieldChanges = { variant_id: [variantId, expect.any(Number)] };
  const path = { ...store.call.path, variantListingId: listingId, productListingId: itemId, productId };
  return { ...store.call, path, activity: upon(store, 'VariantListing', listingId, changes) };
};

/** The two SKUs of TEE, of ten units each. */
async function openTwoSkus(stage: Stage) {
  const store = await stage.openConnectedStore();
  const rows = await stage.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('store_id', '=', store.id)
    .orderBy('id')
    .execute();
  return { store, ids: rows.map(({ id }) => id) };
}

const previewsMerge: Recipe = async (stage) => {
  const { store, ids } = await openTwoSkus(stage);
  const query = Object.fromEntries(ids.map((id, place) => [`variant_ids[${String(place)}]`, String(id)]));
  return { ...store.call, query };
};

const mergesByHand: Recipe = async (stage) => {
  const { store, ids } = await openTwoSkus(stage);
  const [survivor = 0] = ids;
  const changes: FieldChanges = { quantity: [10, 6], variant_ids: [ids, [survivor]] };
  const activity = upon(store, 'Variant', survivor, changes);
  return { ...store.call, body: { variant_ids: ids, qty: 6 }, activity };
};

/** The two SKUs of TEE, merged, and the one that was merged away. */
async function openMerge(stage: Stage) {
  const store = await stage.openConnectedStore();
  const { variantId } = await stage.mergeTee(store);
  const { id: mergeId } = await stage.ctx.db
    .selectFrom('variant_merges')
    .select('id')
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow();
  const { id: source } = await stage.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('merged_into_id', '=', variantId)
    .executeTakeFirstOrThrow();
  return { store, variantId, source, path: { ...store.call.path, mergeId } };
}

const looksAtMerge: Recipe = async (stage) => {
  const { store, path } = await openMerge(stage);
  return { ...store.call, path };
};

const undoesMerge: Recipe = async (stage) => {
  const { store, variantId, source, path } = await openMerge(stage);
  const changes: FieldChanges = { variant_ids: [[variantId], [variantId, source]] };
  return { ...store.call, path, activity: upon(store, 'Variant', variantId, changes) };
};

/** A listing that shows three units fewer than its orders explain. */
const settles: Recipe = async (stage) => {
  const store = await stage.openConnectedStore();
  const { listingId } = await stage.mergeTee(store);
  const { ctx } = stage;
  await ctx.db
    .updateTable('listing_epochs')
    .set({ unexplained: -3, sure: -3, book_after: ctx.clock.now() })
    .where('variant_listing_id', '=', listingId)
    .where('closed_at', 'is', null)
    .execute();
  await ctx.db
    .updateTable('listing_stocks')
    .set({ pending: -3 })
    .where('variant_listing_id', '=', listingId)
    .execute();
  const changes: FieldChanges = { quantity: [10, 7] };
  const path = { ...store.call.path, variantListingId: listingId };
  const body = { difference: { units: -3, verdict: 'count' } };
  return { ...store.call, path, body, activity: upon(store, 'VariantListing', listingId, changes) };
};

/** One listing of the connected shop that can boost; `isBoosted`: a boost runs already. */
const boosts =
  (isBoosted: boolean): Recipe =>
  async (stage) => {
    const store = await stage.openConnectedStore();
    const { id, product_listing_id: itemId } = await stage.ctx.db
      .selectFrom('variant_listings')
      .select(['id', 'product_listing_id'])
      .where('marketplace_id', '=', store.shopee.marketplaceId)
      .executeTakeFirstOrThrow();
    await stage.ctx.db
      .updateTable('product_listings')
      .set({ is_boosted: isBoosted })
      .where('id', '=', itemId)
      .execute();
    const path = { ...store.call.path, variantListingId: id };
    const keys: readonly ActivityKey[] = [isBoosted ? 'product_listing.unboost' : 'product_listing.boost'];
    const changes: FieldChanges = { is_boosted: [isBoosted, !isBoosted] };
    return { ...store.call, path, keys, activity: upon(store, 'ProductListing', itemId, changes) };
  };

const updatesVariant: Recipe = async (stage) => {
  const store = await stage.openSyncingStore();
  const body = { variant: { name: 'Another name' } };
  const changes: FieldChanges = { name: ['Red', 'Another name'] };
  return { ...store.call, body, activity: upon(store, 'Variant', store.variantId, changes) };
};

const renamesProduct: Recipe = async (stage) => {
  const store = await stage.openSyncingStore();
  const query = stage.ctx.db.selectFrom('products').select('name').where('id', '=', store.productId);
  const { name } = await query.executeTakeFirstOrThrow();
  const changes: FieldChanges = { name: [name, 'Another product'] };
  const body = { product: { name: 'Another product' } };
  return { ...store.call, body, activity: upon(store, 'Product', store.productId, changes) };
};

const pullsProduct: Recipe = async (stage) => {
  const store = await stage.openConnectedStore();
  const { productId } = await stage.mergeTee(store);
  const path = { ...store.call.path, productId };
  return { ...store.call, path, activity: upon(store, 'Product', productId) };
};

const windowOfZero = {
  force_zero_qty_from: '2026-11-20T00:00:00.000Z',
  force_zero_qty_to: '2026-11-21T00:00:00.000Z',
};

/** A listing of the connected shop that is to show 0 for a day. */
const schedulesZero: Recipe = async (stage) => {
  const store = await stage.openConnectedStore();
  const { id } = await stage.ctx.db
    .selectFrom('variant_listings')
    .select('id')
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow();
  const { force_zero_qty_from: from, force_zero_qty_to: to } = windowOfZero;
  const changes: FieldChanges = { force_zero_qty_from: [null, from], force_zero_qty_to: [null, to] };
  const path = { ...store.call.path, variantListingId: id };
  const body = { variant_listing: windowOfZero };
  const activity = upon(store, 'VariantListing', id, changes);
  return { ...store.call, path, body, keys: ['variant_listing.force_zero'], activity };
};

/** How the calls about marketplaces and products succeed, by the names of their endpoints. */
export const shopRecipes: Readonly<Record<string, Recipe>> = {
  async createMarketplace(stage) {
    const { id, owner, call } = await stage.openStore();
    const name = freshName();
    return {
      ...call,
      body: { marketplace: { name, type: 'LazadaMarketplace' } },
      activity: async () => {
        const made = stage.ctx.db.selectFrom('marketplaces').select('id').where('name', '=', name);
        const recipient = { type: 'Marketplace', id: (await made.executeTakeFirstOrThrow()).id };
        return { storeId: id, actorId: owner.id, recipient, changes: { name: [null, name] } };
      },
    };
  },
  updateMarketplace: uponMarketplace(
    { marketplace: { name: 'Another name' } },
    { name: ['Shop', 'Another name'] },
  ),
  deleteMarketplace: uponMarketplace(),
  deactivateMarketplace: uponConnected(left),
  deactivateMarketplaceByGet: uponConnected(left),
  pullMarketplace: uponConnected(),
  pullDiscounts: uponConnected(),
  listLogistics: looksAtShop,
  showRawAccount: looksAtShop,

  beginAuthorisation: uponMarketplace(),
  authoriseLazada: returnTo('lazada'),
  authoriseShopee: returnTo('shopee'),
  authoriseShopify: returnTo('shopify'),
  authoriseTiktok: returnTo('tiktok'),
  authoriseAmazonSg: returnTo('amazon-sg'),
  async enterFromShopify(stage) {
    const store = await stage.openStore();
    const shop = freshName();
    const marketplaceId = await stage.addMarketplace(store, 'shopify', shop);
    return { ...store.call, body: { shop }, activity: upon(store, 'Marketplace', marketplaceId) };
  },
  async verifyQoo10(stage) {
    const store = await stage.openStore();
    const { shop } = stage.ctx.sandbox.control.addShop({ channel: 'qoo10', name: freshName() });
    const { key, user_id, password } = stage.ctx.sandbox.control.grant('qoo10', shop, {});
    const marketplaceId = await stage.addMarketplace(store, 'qoo10', null);
    return {
      ...store.call,
      path: { ...store.call.path, marketplaceId },
      body: { marketplace: { qapi_key_code: key, qoo10_user_id: user_id, qoo10_password: password } },
      activity: upon(store, 'Marketplace', marketplaceId, authorised),
    };
  },

  updateVariant: updatesVariant,
  updateVariantOfProduct: updatesVariant,
  updateProduct: renamesProduct,
  pullProduct: pullsProduct,
  massForceZero: uponStoreOf({ variant_listing: { ...windowOfZero, marketplace_item_ids: 'an-item' } }),
  forceUpdateQuantity: pullsVariantAs('developer'),
  pullVariant: pullsVariant,
  pullVariantOfProduct: pullsVariant,
  automerge: uponStoreOf({}),
  manualMerge: mergesByHand,
  showMerge: looksAtMerge,
  undoMerge: undoesMerge,
  mergeSuggestions: uponStoreOf({ skus: ['TEE'] }),
  previewMassMerge: uponStoreOf({ variants: { q: {} } }),
  massMerge: uponStoreOf({ variants: { q: {} } }),
  removeSuggestions: uponStoreOf({ skus: ['TEE'] }),
  previewMerge: previewsMerge,
  boostListing: boosts(false),
  settleDifference: settles,
  unmergeFromVariant: unmerges,
  unmergeFromProduct: unmerges,
  unmergeListingFromProduct: unmerges,

  async cancelOperation(stage) {
    const store = await stage.openStore();
    return { ...store.call, activity: upon(store, 'Operation', store.operationId) };
  },
  retryOperation: followsUp('done', 'retry_of'),
  continueOperation: followsUp('cancelled', 'continuation_of'),
  async answerRecoveryCount(stage) {
    const store = await stage.openStore();
    await stage.ctx.db
      .insertInto('recovery_counts')
      .values({
        variant_id: store.variantId,
        store_id: store.id,
        generation: 1,
        asked_at: stage.ctx.clock.now(),
        holds: true,
        shops: JSON.stringify([{ marketplace_id: store.marketplaceId, shows: 4, sold: 0 }]),
      })
      .execute();
    const changes: FieldChanges = { quantity: [0, 4] };
    return {
      ...store.call,
      body: { quantity: 4 },
      activity: upon(store, 'Variant', store.variantId, changes),
    };
  },
};

/** Calls about shops that record something else than is declared, or more. */
export const shopExceptions: readonly Exception[] = [
  ['updateVariantListing', 'only the time in which it shows 0', schedulesZero],
  [
    'deactivateMarketplace',
    'its listings are to show 0 first; a job records the rest',
    zeroFirst('deactivate'),
  ],
  ['deleteMarketplace', 'its listings are to show 0 first; a job records the rest', zeroFirst('delete')],
  [
    'beginAuthorisation',
    'is authorised at once, by the installation’s own keys',
    async (stage) => {
      const store = await stage.openStore();
      const { shop, name } = stage.ctx.sandbox.control.addShop({ channel: 'tokopedia', name: freshName() });
      stage.ctx.sandbox.control.grant('tokopedia', shop, {});
      const marketplaceId = await stage.addMarketplace(store, 'tokopedia', name);
      return {
        ...store.call,
        path: { ...store.call.path, marketplaceId },
        keys: ['marketplace.authorize'],
        activity: upon(store, 'Marketplace', marketplaceId, authorised),
      };
    },
  ],
  ['boostListing', 'the item is boosted: it stops', boosts(true)],
  [
    'updateVariant',
    'only adjusts the quantity',
    async (stage) => {
      const store = await stage.openConnectedStore();
      const { variantId } = await stage.mergeTee(store);
      const path = { ...store.call.path, variantId };
      const { quantity } = await stage.ctx.db
        .selectFrom('variants')
        .select('quantity')
        .where('id', '=', variantId)
        .executeTakeFirstOrThrow();
      const changes: FieldChanges = { quantity: [quantity, quantity + 1] };
      const activity = upon(store, 'Variant', variantId, changes);
      return { ...store.call, path, body: { variant: { adjustment: 1 } }, activity };
    },
  ],
];
