import { plainError } from '@evenstock/contract/api/fields';
import { massEdit } from '@evenstock/contract/listings/mass-edits';
import { chinese } from '@evenstock/contract/messages/chinese';
import { showOperation } from '@evenstock/contract/operations/operations';
import { showProductListing } from '@evenstock/contract/catalog/product-listings';
import { showVariant } from '@evenstock/contract/catalog/variants';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
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
  market = await createMarket({ channels: ['lazada'], skus: { A: 5, PART: 8, OTHER: 8 } });
  server = await createTestServer(market.ctx);
  store = `/api/stores/${String(market.storeId)}`;
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'admin');
  const switches = { keeps_safety_stock: true, makes_sets: true };
  await market.ctx.db.updateTable('stores').set(switches).where('id', '=', market.storeId).execute();
  token = await openSession(market.ctx, user);
  const row = await market.ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'variant_id', 'product_listing_id'])
    .where('sku', '=', 'A')
    .executeTakeFirstOrThrow();
  skuId = row.id;
  variantId = row.variant_id;
  itemId = row.product_listing_id;
});
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
          'Somebody has changed this SKU meanwhile. Now: name “The A”, Marketplace Qty Limited off, Disable restock on, safety stock 0, last units 0, reorder point –.',
      },
    });
    // No part of the request was done.
    expect(await variant()).toMatchObject({ quantity, name: 'The A' });
    expect((await setUp({ name: 'Mine' })).status).toBe(200);
    expect(await variant()).toMatchObject({ name: 'Mine', disable_restock: true });
  });

  it('of which other units are kept back meanwhile keeps these, and both languages name them', async () => {
    const { settings_updated_at: since } = await variant();
    market.clock.advance(1_000);
    const { marketplaceId } = market.shop('lazada');
    const last = { marketplace_id: marketplaceId, units: 2 };
    expect((await setUp({ safety_stock: 1, last_units: last })).status).toBe(200);
    for (const mine of [{ safety_stock: 4 }, { last_units: null }]) {
      const answer = await setUp({ ...mine, if_unchanged_since: since });
      expect(answer, JSON.stringify(mine)).toMatchObject({ status: 409 });
      const { error, code, values } = plainError.parse(answer.body);
      expect(error).toContain('safety stock 1, last units 2 · lazada, reorder point –.');
      expect(chinese({ code: code ?? '', values: values ?? {} })).toContain(
        '渠道数量受限：关闭，禁用自动恢复库存：开启，安全库存 1，最后库存 2 · lazada，补货点 –',
      );
    }
    expect(await variant()).toMatchObject({ safety_stock: 1, last_units: { units: 2 }, reorder_point: null });
    expect((await setUp({ safety_stock: 0, last_units: null })).status).toBe(200);
  });

  it('that is set up otherwise while an adjustment of it waits loses neither: nothing of the call is done', async () => {
    const { settings_updated_at: since, quantity, name } = await variant();
    market.clock.advance(1_000);
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(market.ctx.db);
      return rows.length > 0;
    };
    const late = await inTransaction(market.ctx.db, async (tx) => {
      await tx
        .updateTable('variants')
        .set({ safety_stock: 3, settings_updated_at: market.clock.now() })
        .where('id', '=', variantId)
        .execute();
      const change = { adjustment: 2, adjustment_key: randomUUID(), name: 'Late', if_unchanged_since: since };
      const answer = setUp(change);
      await vi.waitUntil(isWaiting, { timeout: 60_000 });
      return { answer };
    });
    expect(await late.answer).toMatchObject({ status: 409, body: { code: 'catalog.variant_changed' } });
    expect(await variant()).toMatchObject({ quantity, name, safety_stock: 3 });
  });

  it('is adjusted and set up in one call, once for each key', async () => {
    const { settings_updated_at: since, quantity } = await variant();
    const change = { adjustment: 2, adjustment_key: randomUUID(), safety_stock: 1 };
    expect((await setUp({ ...change, if_unchanged_since: since })).status).toBe(200);
    expect(await variant()).toMatchObject({ quantity: quantity + 2, safety_stock: 1 });
    await market.ctx.runJobs();
    expect(await listing()).toMatchObject({ quantity: quantity + 1 });
    // The press is known; its settings are still to be those of the call.
    expect((await setUp({ ...change, safety_stock: 2 })).status).toBe(200);
    expect(await variant()).toMatchObject({ quantity: quantity + 2, safety_stock: 2 });
  });
});

describe('a set', () => {
  it('that was made of others meanwhile stays so, and its maker sees of what', async () => {
    const idOf = async (sku: string) =>
      (
        await market.ctx.db
          .selectFrom('variants')
          .select('id')
          .where('sku', '=', sku)
          .executeTakeFirstOrThrow()
      ).id;
    const [part, other] = [await idOf('PART'), await idOf('OTHER')];
    const makeOf = (parts: object[], seen?: object[]) =>
      call('PATCH', `/variants/${String(variantId)}/parts.json`, {
        parts,
        ...(seen === undefined ? {} : { if_made_of: seen }),
      });
    const theirs = [
      { variant_id: part, units: 2 },
      { variant_id: other, units: 1 },
    ];
    const mine = [{ variant_id: other, units: 1 }];
    expect((await makeOf(theirs, [])).status).toBe(200);
    expect(await makeOf(mine, [])).toMatchObject({
      status: 409,
      body: { error: 'Somebody has changed this set meanwhile. It is made of 2 × PART, 1 × OTHER now.' },
    });
    // Nothing is lost where both want the same, in any order.
    expect((await makeOf(theirs.toReversed(), [])).status).toBe(200);
    expect((await makeOf(mine, theirs.toReversed())).status).toBe(200);
    expect((await makeOf([])).status).toBe(200);
    expect(await makeOf(theirs, mine)).toMatchObject({
      status: 409,
      body: { error: 'Somebody has ended this set meanwhile. It has no parts now.' },
    });
    expect((await variant()).made_of).toEqual([]);
  });
});

describe('a marketplace', () => {
  it('whose safety stock was changed meanwhile keeps it', async () => {
    const path = `/marketplaces/${String(market.shop('lazada').marketplaceId)}.json`;
    const keep = (marketplace: object) => call('PATCH', path, { marketplace });
    expect((await keep({ safety_stock: 5, if_safety_stock: 0 })).status).toBe(200);
    expect(await keep({ safety_stock: 1, if_safety_stock: 0 })).toMatchObject({
      status: 409,
      body: { error: 'Somebody has set its safety stock to 5 meanwhile.' },
    });
    expect((await keep({ safety_stock: 2 })).status).toBe(200);
    expect((await keep({ safety_stock: 0, if_safety_stock: 2 })).status).toBe(200);
  });
});
