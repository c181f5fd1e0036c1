import { massEdit } from '@evenstock/contract/mass-edits';
import { showOperation } from '@evenstock/contract/operations';
import { showProductListing } from '@evenstock/contract/product-listings';
import { showVariant } from '@evenstock/contract/variants';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';

/* Two people work on the same SKU and its listing: the one who would overwrite a newer change gets the current values. */

let market: Market;
let server: TestServer;
let token: string;
let store: string;
/** The SKU, its listing, and the listing's item. */
let variantId: number;
let skuId: number;
let itemId: number;

beforeAll(async () => {
  market = await createMarket({ channels: ['lazada'], skus: { A: 5 } });
  server = await createTestServer(market.ctx);
  store = `/api/stores/${String(market.storeId)}`;
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
  const row = await market.ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'variant_id', 'product_listing_id'])
    .executeTakeFirstOrThrow();
  skuId = row.id;
  variantId = row.variant_id;
  itemId = row.product_listing_id;
}, 120_000);
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.clock.advance(60_000);
});

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  server.call(method, `${store}${path}`, { token, ...(body === undefined ? {} : { body }) });

const edit = (change: object) =>
  call('PATCH', `/variant_listings/${String(skuId)}.json`, { variant_listing: change });
const priceAll = (change: object) =>
  call('PATCH', `/product_listings/${String(itemId)}.json`, { product_listing: change });
const rename = (name: string) => ({ product_listing_attributes: { id: itemId, name } });
const setUp = (variant: object) => call('PATCH', `/variants/${String(variantId)}.json`, { variant });

async function listing() {
  const answer = await call('GET', `/product_listings/${String(itemId)}.json`);
  const [sku] = showProductListing.reply.parse(answer.body).product_listing.variant_listings;
  if (sku === undefined) throw new Error('The listing has a SKU.');
  return sku;
}

async function variant() {
  return showVariant.reply.parse((await call('GET', `/variants/${String(variantId)}.json`)).body).variant;
}

describe('a listing', () => {
  it('that was priced meanwhile is neither priced nor renamed; its quantity is no change of it', async () => {
    const { updated_at: since } = await listing();
    market.clock.advance(1_000);
    expect((await setUp({ adjustment: 1 })).status).toBe(200);
    await market.ctx.runJobs();
    expect((await listing()).updated_at).toBe(since);
    expect((await edit({ price: 22 })).status).toBe(200);
    market.clock.advance(1_000);
    const said = 'Somebody has changed it meanwhile. It is called “The A” and costs $22.00 now.';
    for (const change of [{ price: 23 }, rename('Another A')]) {
      expect(await edit({ ...change, if_unchanged_since: since })).toMatchObject({
        status: 409,
        body: { error: said, code: 'listings.changed' },
      });
    }
    expect(await priceAll({ price: 23, if_unchanged_since: since })).toMatchObject({ status: 409 });
    expect(await listing()).toMatchObject({ price: 22, product_listing: { name: 'The A' } });
    const { updated_at: now } = await listing();
    expect((await priceAll({ price: 23, if_unchanged_since: now })).status).toBe(200);
    expect((await edit({ price: 24 })).status).toBe(200);
  });

  it('that got another name at its marketplace is not renamed', async () => {
    const { updated_at: since } = await listing();
    const { channel, shop } = market.shop('lazada');
    const [there] = market.sandbox.control.listings(channel, shop);
    market.sandbox.control.editListing(channel, shop, there?.variant_id ?? '', { name: 'Named there' });
    await market.pull(market.shop('lazada'), 'listings', 'reconcile');
    expect(await edit({ ...rename('Named here'), if_unchanged_since: since })).toMatchObject({ status: 409 });
    expect((await edit(rename('Named here'))).status).toBe(200);
  });

  it('that was scheduled to show 0 meanwhile is not scheduled otherwise', async () => {
    const { updated_at: since } = await listing();
    const window = { force_zero_qty_from: '2030-01-01T00:00:00Z', force_zero_qty_to: '2030-01-02T00:00:00Z' };
    market.clock.advance(1_000);
    expect((await edit(window)).status).toBe(200);
    const none = { force_zero_qty_from: null, force_zero_qty_to: null };
    expect(await edit({ ...none, if_unchanged_since: since })).toMatchObject({
      status: 409,
      body: {
        error: 'Somebody has scheduled it meanwhile: it shows 0 from 2030-01-01 08:00 to 2030-01-02 08:00.',
      },
    });
    const { updated_at: later } = await listing();
    market.clock.advance(1_000);
    expect((await edit(none)).status).toBe(200);
    expect(await edit({ ...window, if_unchanged_since: later })).toMatchObject({
      status: 409,
      body: { code: 'catalog.force_zero_unset' },
    });
  });

  it('with another price than the grid showed keeps it, and its row shows why', async () => {
    const { price } = await listing();
    expect((await edit({ price: 31 })).status).toBe(200);
    const outcome = async (from: number | null) => {
      const answer = await call('POST', '/variants/mass_edit.json', {
        mass_edit: {
          key: randomUUID(),
          quantities: [],
          prices: [{ variant_listing_id: skuId, from, price: 32 }],
        },
      });
      const { id } = massEdit.reply.parse(answer.body).mass_action;
      await market.ctx.runJobs();
      const shown = await call('GET', `/operations/${String(id)}.json`);
      return showOperation.reply.parse(shown.body).rows[0];
    };
    expect(await outcome(price)).toMatchObject({
      state: 'failed',
      reason: { text: 'Somebody has set the price to $31.00 meanwhile.' },
    });
    expect(await outcome(31)).toMatchObject({ state: 'done' });
    expect((await listing()).price).toBe(32);
  });
});

describe('a SKU', () => {
  it('that was set up otherwise meanwhile stays that way; sales, adjustments and pins are no such change', async () => {
    const { settings_updated_at: since } = await variant();
    market.clock.advance(1_000);
    expect((await setUp({ adjustment: 2, is_pinned: true })).status).toBe(200);
    expect((await setUp({ disable_restock: true, if_unchanged_since: since })).status).toBe(200);
    const { quantity } = await variant();
    expect(await setUp({ name: 'Mine', adjustment: 3, if_unchanged_since: since })).toMatchObject({
      status: 409,
      body: {
        error:
          'Somebody has changed this SKU meanwhile. Now: name “The A”, has_maximum_quantity false, disable_restock true.',
      },
    });
    // No part of the request was done.
    expect(await variant()).toMatchObject({ quantity, name: 'The A' });
    expect((await setUp({ name: 'Mine' })).status).toBe(200);
    expect(await variant()).toMatchObject({ name: 'Mine', disable_restock: true });
  });
});
