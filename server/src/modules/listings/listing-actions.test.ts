import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { fieldErrors } from '@evenstock/contract/api/fields';
import {
  listProductListings,
  showProductListing,
  type ListingAction,
  type ListingDetail,
} from '@evenstock/contract/catalog/product-listings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { requestAction } from '../actions/request-action.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

const codes = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const edited = ['shopee', 'lazada', 'shopify'] as const;

let market: Market;
let server: TestServer;
/** The tokens of a member and of a store admin. */
let member: string;
let admin: string;
const left = [...codes];

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'lazada', 'shopify', 'tiktok', 'amazon-sg', 'tokopedia'],
    skus: Object.fromEntries(codes.map((code) => [code, 5])),
  });
  server = await createTestServer(market.ctx);
  member = await memberWith('member');
  admin = await memberWith('admin');
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.sandbox.control.setFaults([]);
  market.setNetwork(null);
  market.setNotices(true);
});

async function memberWith(role: 'member' | 'admin'): Promise<string> {
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, role);
  return openSession(market.ctx, user);
}

/** A code that no other test has. */
function takeCode(): string {
  const code = left.shift();
  if (code === undefined) throw new Error('Give the shops more listings.');
  return code;
}

interface Listed {
  readonly channel: ChannelKind;
  /** Our ids, and those of the marketplace. */
  readonly id: number;
  readonly slug: string;
  readonly variantListingId: number;
  readonly variantId: string;
}

async function listed(channel: ChannelKind, code = takeCode()): Promise<Listed> {
  const row = await market.ctx.db
    .selectFrom('variant_listings as l')
    .innerJoin('product_listings as p', 'p.id', 'l.product_listing_id')
    .select(['l.id as variantListingId', 'l.channel_variant_id', 'l.channel_item_id', 'p.id', 'p.slug'])
    .where('l.marketplace_id', '=', market.shop(channel).marketplaceId)
    .where('l.sku', '=', code)
    .executeTakeFirstOrThrow();
  const { channel: kind, shop } = market.shop(channel);
  const there = market.sandbox.control.listings(kind, shop).find(({ sku }) => sku === code);
  if (there === undefined) throw new Error(`${channel} has no ${code}.`);
  return {
    channel,
    id: row.id,
    slug: row.slug,
    variantListingId: row.variantListingId,
    variantId: there.variant_id,
  };
}

const store = () => `/api/stores/${String(market.storeId)}`;
const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  token: string = member,
) => server.call(method, `${store()}${path}`, { token, ...(body === undefined ? {} : { body }) });

const show = async (id: number | string): Promise<ListingDetail> =>
  showProductListing.reply.parse((await call('GET', `/product_listings/${String(id)}.json`)).body)
    .product_listing;
const act = (listing: Listed, verb: 'delist' | 'relist' | 'sync') =>
  call('POST', `/product_listings/${String(listing.id)}/${verb}.json`);
const edit = (listing: Listed, change: unknown) =>
  call('PATCH', `/variant_listings/${String(listing.variantListingId)}.json`, { variant_listing: change });
const rename = (listing: Listed, name: string) =>
  edit(listing, { product_listing_attributes: { id: listing.id, name } });
const remove = (listing: Listed, token = admin) =>
  call('DELETE', `/product_listings/${String(listing.id)}.json`, undefined, token);
const there = ({ channel, variantId }: Listed) =>
  market.sandbox.control.listing(channel, market.shop(channel).shop, variantId);
const reasons = (answer: { readonly body: unknown }) => fieldErrors.parse(answer.body).errors;

/** Lets time pass until nothing is under way. */
async function settle(listing: Listed): Promise<ListingDetail> {
  for (let turn = 0; turn < 60; turn += 1) {
    await market.ctx.runJobs();
    const now = await show(listing.id);
    if (now.works.every(({ finished_at: end }) => end !== null)) return now;
    market.clock.advance(10_000);
  }
  throw new Error('It is still under way.');
}

/** The effects that an action had at a shop: writes that its calls made. */
function writes(channel: ChannelKind, ends: RegExp): number {
  return market.sandbox.control
    .calls(channel, market.shop(channel).shop)
    .filter(({ call: name }) => ends.test(name)).length;
}

const writeCalls: Readonly<Record<(typeof edited)[number], RegExp>> = {
  shopee: /update_price|update_item|unlist_item|delete_item/,
  lazada: /price_quantity\/update|product\/update|deactivate|product\/remove/,
  shopify: /graphql|product(Update|Variants|Delete)/i,
};

const withholds = (listing: ListingDetail, action: ListingAction) =>
  listing.unavailable_actions.find((one) => one.action === action)?.reason;

describe('a listing at its marketplace', () => {
  it.each(edited)('of %s gets a price, once, and shows that it is confirmed', async (channel) => {
    const listing = await listed(channel);
    const answer = await edit(listing, { price: 12.5 });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ variant_listing: { price: 12.5 } });
    expect(there(listing).price).toBe(12.5);
    expect((await show(listing.id)).works).toMatchObject([
      { kind: 'listing.price', state: 'done', price: 12.5, variant_listing_id: listing.variantListingId },
    ]);
  });

  it.each(edited)('of %s is renamed', async (channel) => {
    const listing = await listed(channel);
    const name = 'A longer name for the very same thing';
    const answer = await rename(listing, name);
    expect(answer.status).toBe(200);
    expect(there(listing).name).toBe(name);
    expect(await show(listing.slug)).toMatchObject({
      name,
      works: [{ kind: 'listing.rename', state: 'done' }],
    });
  });

  it.each(edited)('of %s is delisted and relisted', async (channel) => {
    const listing = await listed(channel);
    expect(withholds(await show(listing.id), 'relist')).toBe(`The listing is on sale at ${channel} already.`);
    expect((await act(listing, 'delist')).body).toMatchObject({
      product_listing: { state: 'inactive', overall_state: 'Inactive' },
    });
    expect((await show(listing.id)).actions).toContain('relist');
    expect(reasons(await act(listing, 'delist'))).toEqual({
      product_listing: [`The listing is not on sale at ${channel}.`],
    });
    expect((await act(listing, 'relist')).status).toBe(200);
    expect(await settle(listing)).toMatchObject({ state: 'live', overall_state: 'Active' });
  });

  it.each(edited)('of %s is deleted by store admins, not by members', async (channel) => {
    const listing = await listed(channel);
    expect((await remove(listing, member)).status).toBe(403);
    expect(withholds(await show(listing.id), 'delete')).toMatch(/^Store admins delete listings/);
    const answer = await remove(listing);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ product_listing: { state: 'deleted', overall_state: 'Inactive' } });
    expect(reasons(await remove(listing))).toEqual({
      product_listing: [`The listing is deleted at ${channel}.`],
    });
  });

  it.each(edited)('of %s takes effect once where the answer is lost', async (channel) => {
    const listing = await listed(channel);
    market.sandbox.control.setFaults([{ kind: 'error_after_commit', channel, count: 1 }]);
    const before = writes(channel, writeCalls[channel]);
    const answer = await edit(listing, { price: 21 });
    expect(answer.status).toBe(200);
    const calls = writes(channel, writeCalls[channel]);
    expect(calls).toBeGreaterThan(before);
    // A second request joins the action; another price waits for it.
    expect((await show(listing.id)).works).toMatchObject([{ state: 'unknown' }]);
    expect((await edit(listing, { price: 21 })).status).toBe(200);
    expect(reasons(await edit(listing, { price: 22 }))).toEqual({
      product_listing: [
        `${channel} has not confirmed the last change yet. Wait until it has, then try again.`,
      ],
    });
    expect(await settle(listing)).toMatchObject({ price: 21, works: [{ state: 'done' }] });
    expect(there(listing).price).toBe(21);
    expect(writes(channel, writeCalls[channel])).toBe(calls);
  });

  it('resumes where the process died after the request', async () => {
    const listing = await listed('lazada');
    await inTransaction(market.ctx.db, (tx) =>
      requestAction(tx, market.ctx, {
        storeId: market.storeId,
        marketplaceId: market.shop('lazada').marketplaceId,
        kind: 'listing.price',
        subjectType: 'VariantListing',
        subjectId: listing.variantListingId,
        exclusiveKey: `price:${String(listing.variantListingId)}`,
        asked: { price: 4400, currency: 'SGD' },
        userId: null,
        performedBy: 'caller',
      }),
    );
    expect((await show(listing.id)).works).toMatchObject([{ state: 'waiting', price: 44 }]);
    expect(await settle(listing)).toMatchObject({ price: 44, works: [{ state: 'done' }] });
  });

  it('resumes once its marketplace can be reached again', async () => {
    const listing = await listed('shopee');
    market.setNetwork(() => Promise.reject(new Error('Nobody answers.')));
    expect((await edit(listing, { price: 33 })).status).toBe(200);
    market.setNetwork(null);
    market.clock.advance(60_000);
    expect(await settle(listing)).toMatchObject({ price: 33, works: [{ state: 'done' }] });
    expect(there(listing).price).toBe(33);
  });

  it.each([
    ['shopee', /promotion|campaign/i],
    ['lazada', /campaign/i],
  ] as const)(
    'of %s in a promotion is refused in the seller’s words, and can be tried again',
    async (channel, words) => {
      const listing = await listed(channel);
      const { shop } = market.shop(channel);
      market.sandbox.control.editListing(channel, shop, listing.variantId, { locked: true });
      const refused = await edit(listing, { price: 14 });
      expect(refused.status).toBe(422);
      expect(reasons(refused)['variant_listing']?.[0]).toMatch(words);
      expect((await show(listing.id)).works).toMatchObject([
        {
          kind: 'listing.price',
          state: 'refused',
          price: 14,
          outcome: { reason: expect.stringMatching(words) },
        },
      ]);
      market.sandbox.control.editListing(channel, shop, listing.variantId, { locked: false });
      expect((await edit(listing, { price: 14 })).status).toBe(200);
      expect((await show(listing.id)).works).toMatchObject([{ state: 'done', price: 14 }]);
    },
  );

  it('shows what its marketplace cannot do', async () => {
    const ofTokopedia = await show((await listed('tokopedia')).id);
    expect(ofTokopedia.actions).not.toEqual(expect.arrayContaining(['edit_name', 'delist', 'relist']));
    const ofAmazon = await listed('amazon-sg');
    const shown = await show(ofAmazon.id);
    expect(withholds(shown, 'edit_name')).toBe(
      'Amazon SG does not let other programs do this. Do it in its seller centre.',
    );
    expect(shown.actions).toContain('edit_price');
    expect(reasons(await rename(ofAmazon, 'Another name'))).toEqual({
      product_listing: ['Amazon SG does not let other programs do this. Do it in its seller centre.'],
    });
  });

  it('is read from its marketplace on demand', async () => {
    const listing = await listed('shopify');
    market.setNotices(false);
    market.sandbox.control.editListing('shopify', market.shop('shopify').shop, listing.variantId, {
      price: 7,
    });
    expect((await act(listing, 'sync')).body).toMatchObject({ product_listing: { price: 7 } });
    market.setNetwork(() => Promise.reject(new Error('Nobody answers.')));
    expect(reasons(await act(listing, 'sync'))['product_listing']?.[0]).toMatch(
      /^shopify could not be read: /,
    );
  });

  it('refuses prices and names that cannot be', async () => {
    const listing = await listed('shopee');
    const price = async (value: unknown) => reasons(await edit(listing, { price: value }));
    expect(await price(0.09)).toEqual({ price: ['Price must be at least 0.1'] });
    expect(await price('')).toEqual({ price: ['Price is required'] });
    expect(reasons(await edit(listing, {}))).toEqual({ price: ['Price is required'] });
    expect(reasons(await edit(listing, { special_price: 1 }))).toMatchObject({
      price: ['Price is required'],
    });
    expect(await price(1.005)).toEqual({ price: ['Prices in SGD have at most 2 digits after the point.'] });
    expect(reasons(await rename(listing, 'x'.repeat(121)))).toEqual({
      name: ['Names on Shopee have at most 120 characters.'],
    });
    expect((await show(listing.id)).works).toEqual([]);
  });

  it('waits for Inventory Sync with prices and names', async () => {
    const listing = await listed('shopee');
    const allow = (can_sync_quantity: boolean) =>
      market.ctx.db.updateTable('stores').set({ can_sync_quantity }).execute();
    await allow(false);
    const refused = await edit(listing, { price: 15 });
    await allow(true);
    expect(refused.status).toBe(422);
    expect((await show(listing.id)).works).toEqual([]);
  });

  it('is in the list of the store by the name of its marketplace, and in its product’s', async () => {
    const { body } = await call('GET', '/product_listings.json?per_page=100');
    const { product_listings: all, total_count: total } = listProductListings.reply.parse(body);
    expect(total).toBe(all.length + Math.max(0, total - 100));
    const names = all.map(({ marketplace }) => marketplace.name);
    expect(names).toEqual([...names].sort());
    const [first] = all;
    const own = await call('GET', `/products/${first?.product.slug ?? ''}/product_listings.json`);
    expect(listProductListings.reply.parse(own.body).product_listings.map(({ id }) => id)).toEqual([
      first?.id,
    ]);
  });
});

describe('an item with several SKUs', () => {
  it('gets one price for all of them', async () => {
    const { channel, shop } = market.shop('lazada');
    market.sandbox.control.addListings(channel, shop, {
      items: [
        {
          name: 'Shirt',
          option_names: ['Size'],
          variants: [
            { sku: 'SHIRT-S', price: 10, options: ['S'] },
            { sku: 'SHIRT-L', price: 12, options: ['L'] },
          ],
        },
      ],
    });
    await market.pull(market.shop('lazada'), 'listings', 'reconcile');
    const item = await listed('lazada', 'SHIRT-S');
    expect((await show(item.id)).price).toBeNull();
    const path = `/product_listings/${String(item.id)}.json`;
    const answer = await call('PATCH', path, { product_listing: { price: 9.9 } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ product_listing: { price: 9.9 } });
    expect((await show(item.id)).works.map(({ state, price }) => [state, price])).toEqual([
      ['done', 9.9],
      ['done', 9.9],
    ]);
    const there = market.sandbox.control.listings(channel, shop).filter(({ sku }) => sku.startsWith('SHIRT'));
    expect(there.map(({ price }) => price)).toEqual([9.9, 9.9]);
  });
});
