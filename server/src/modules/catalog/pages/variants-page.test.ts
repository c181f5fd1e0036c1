import { fieldErrors } from '@evenstock/contract/api/fields';
import {
  countVariantStatuses,
  listVariants,
  showVariant,
  type variantStatuses,
} from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'shopify'],
    skus: { LINKED: 9, GONE: 4, EMPTY: 0, ODD: 6, PLAIN: 5 },
  });
  const { ctx } = market;
  server = await createTestServer(ctx);
  const user = await addUser(ctx);
  await addMember(ctx, market.storeId, user, 'member');
  token = await openSession(ctx, user);
  await market.merge('LINKED');
  await sql`update variants set is_pinned = true where sku = 'PLAIN'`.execute(ctx.db);
  const { shop } = market.shop('shopee');
  const gone = market.sandbox.control.listings('shopee', shop).find(({ sku }) => sku === 'GONE');
  market.sandbox.control.editListing('shopee', shop, gone?.variant_id ?? '', { status: 'deleted' });
  await market.pull(market.shop('shopee'), 'listings', 'reconcile');
  await sql`update variants set is_out_of_sync = true where sku = 'ODD'`.execute(ctx.db);
  await sql`update variants set disable_restock = true where sku = 'EMPTY'`.execute(ctx.db);
  await giveStatuses();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** Each SKU has one listing at Shopify: a bundle that is boosted, reserved units, an open window, and one that comes. */
async function giveStatuses(): Promise<void> {
  const { ctx, clock } = market;
  const at = (sku: string) => sql`marketplace_id = ${market.shop('shopify').marketplaceId} and sku = ${sku}`;
  const hours = (hour: number) => new Date(clock.now().getTime() + hour * 3_600_000);
  await sql`update product_listings set is_bundle = true, is_boosted = true where id in (
    select product_listing_id from variant_listings where ${at('PLAIN')})`.execute(ctx.db);
  const bundled = await sql<{
    id: number;
  }>`select variant_id as id from variant_listings where ${at('PLAIN')}`
    .execute(ctx.db)
    .then(({ rows }) => rows.map(({ id }) => id));
  await inTransaction(ctx.db, (tx) => refreshVariants(tx, bundled));
  await sql`update variants set past_30_days_sales_count = 2 where sku = 'PLAIN'`.execute(ctx.db);
  await sql`update listing_stocks set reserved = 3 where variant_listing_id in (
    select id from variant_listings where ${at('LINKED')})`.execute(ctx.db);
  for (const [sku, from, to] of [
    ['ODD', hours(-1), hours(1)],
    ['EMPTY', hours(1), hours(2)],
  ] as const) {
    await sql`update variant_listings set force_zero_qty_from = ${from}, force_zero_qty_to = ${to} where ${at(sku)}`.execute(
      ctx.db,
    );
  }
}

async function counts() {
  const answer = await get('status_counts.json');
  return countVariantStatuses.reply.parse(answer.body).counts;
}

const get = (path: string, as = token) =>
  server.call('GET', `/api/stores/market/variants/${path}`, { token: as });

async function page(query: string, as = token) {
  const answer = await get(`products_page.json?per_page=100&${query}`, as);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listVariants.reply.parse(answer.body);
}

describe('the products page', () => {
  it.each([
    ['all', ['EMPTY', 'EMPTY', 'GONE', 'GONE', 'LINKED', 'ODD', 'ODD', 'PLAIN', 'PLAIN']],
    ['live', ['EMPTY', 'EMPTY', 'GONE', 'LINKED', 'ODD', 'ODD', 'PLAIN', 'PLAIN']],
    ['inactive', ['GONE']],
    ['linked', ['LINKED']],
    ['not_linked', ['EMPTY', 'EMPTY', 'GONE', 'GONE', 'ODD', 'ODD', 'PLAIN', 'PLAIN']],
    ['in_stock', ['GONE', 'GONE', 'LINKED', 'ODD', 'ODD', 'PLAIN', 'PLAIN']],
    ['no_stock', ['EMPTY', 'EMPTY']],
    ['discrepancy', ['ODD', 'ODD']],
    ['bundled', ['PLAIN']],
    ['not_bundled', ['EMPTY', 'EMPTY', 'GONE', 'GONE', 'LINKED', 'ODD', 'ODD', 'PLAIN']],
    ['have_reserved_quantity', ['LINKED']],
    ['no_reserved_quantity', ['EMPTY', 'EMPTY', 'GONE', 'GONE', 'ODD', 'ODD', 'PLAIN', 'PLAIN']],
    ['0_sold_past_30_days', ['EMPTY', 'EMPTY', 'GONE', 'GONE', 'LINKED', 'ODD', 'ODD']],
    ['more_than_0_sold_past_30_days', ['PLAIN', 'PLAIN']],
    ['disable_restock', ['EMPTY', 'EMPTY']],
    ['force_zero_qty', ['ODD']],
    ['pending_force_zero_qty', ['EMPTY']],
    ['shopee_bumped', ['PLAIN']],
  ] as const)('%s', async (status, skus) => {
    const { variants, total_count: count } = await page(`q[filter_status]=${status}`);
    expect(variants.map(({ sku }) => sku).sort()).toEqual(skus);
    expect(count).toBe(skus.length);
    expect(await counts()).toMatchObject({ [status]: skus.length });
  });

  it('a listing that is gone gives its SKU no status but the SKU’s own', async () => {
    const { variants } = await page('q[filter_status]=inactive');
    const ids = variants.map(({ id }) => id);
    const { clock, ctx } = market;
    const change = (from: Date | null) =>
      ctx.db
        .updateTable('variant_listings')
        .set({ force_zero_qty_from: from, force_zero_qty_to: from && new Date(from.getTime() + 60_000) })
        .where('variant_id', 'in', ids)
        .execute();
    await change(clock.now());
    expect((await page('q[filter_status]=force_zero_qty')).variants.map(({ sku }) => sku)).toEqual(['ODD']);
    await change(null);
  });

  it('shows live SKUs unless asked otherwise, and pairs of statuses divide the list', async () => {
    expect((await page('')).variants).toEqual((await page('q[filter_status]=live')).variants);
    const count = async (status: (typeof variantStatuses)[number]) =>
      (await page(`q[filter_status]=${status}`)).total_count;
    const all = await count('all');
    expect((await count('live')) + (await count('inactive'))).toBe(all);
    expect((await count('linked')) + (await count('not_linked'))).toBe(all);
    expect((await count('in_stock')) + (await count('no_stock'))).toBe(all);
    expect((await count('bundled')) + (await count('not_bundled'))).toBe(all);
    expect((await count('have_reserved_quantity')) + (await count('no_reserved_quantity'))).toBe(all);
    expect((await count('0_sold_past_30_days')) + (await count('more_than_0_sold_past_30_days'))).toBe(all);
  });

  it.each([
    ['q[name_or_sku_cont]=the%20odd', ['ODD', 'ODD']],
    ['q[name_or_sku_cont]=lain', ['PLAIN', 'PLAIN']],
    ['q[name_or_sku_cont]=%25', []],
    ['q[name_or_sku_cont]=_', []],
    ['q[sku_eq]=LINKED', ['LINKED']],
    ['q[sku_eq]=LINK', []],
    ['q[is_pinned_eq]=true', ['PLAIN', 'PLAIN']],
  ])('%s', async (query, skus) => {
    expect((await page(query)).variants.map(({ sku }) => sku).sort()).toEqual(skus);
  });

  it('narrows to a code in any form in which it is scanned', async () => {
    for (const text of ['LINKED', '\u200BLINKED ', 'LINKED\uFEFF'])
      expect(
        (await page(`q[filter_status]=all&q[sku_eq]=${encodeURIComponent(text)}`)).total_count,
        text,
      ).toBe(1);
  });

  it('narrows by type of marketplace and by its ids for platform admins and developers alone', async () => {
    const { marketplaceId } = market.shop('shopify');
    const listed = await market.ctx.db
      .selectFrom('variant_listings')
      .select(['channel_item_id', 'channel_variant_id'])
      .where('marketplace_id', '=', marketplaceId)
      .where('sku', '=', 'ODD')
      .executeTakeFirstOrThrow();
    const asked = [
      ['q[marketplace_type_eq]=ShopifyMarketplace', ['EMPTY', 'GONE', 'LINKED', 'ODD', 'PLAIN']],
      [`q[marketplace_item_id_eq]=${encodeURIComponent(listed.channel_item_id)}`, ['ODD']],
      [`q[marketplace_item_id_eq]=${encodeURIComponent(listed.channel_variant_id)}`, ['ODD']],
      ['q[marketplace_item_id_eq]=no-such-item', []],
    ] as const;
    for (const role of ['admin', 'developer'] as const) {
      const tokenOfPlatform = await openSession(market.ctx, await addUser(market.ctx, role));
      for (const [query, skus] of asked) {
        const { variants } = await page(query, tokenOfPlatform);
        expect(variants.map(({ sku }) => sku).sort(), query).toEqual(skus);
      }
    }
    for (const [query] of asked) expect((await get(`products_page.json?${query}`)).status, query).toBe(403);
    const [, , ofNothing] = asked;
    const body = { q: { marketplace_item_id_eq: ofNothing[0] } };
    const pinned = await server.call('POST', '/api/stores/market/variants/mass_pin.json', { token, body });
    expect(pinned.status).toBe(403);
  });

  it('narrows to a marketplace, where a SKU is listed still', async () => {
    const { marketplaceId } = market.shop('shopee');
    const { variants } = await page(`q[marketplace_id_eq]=${String(marketplaceId)}&q[filter_status]=all`);
    expect(variants.map(({ sku }) => sku).sort()).toEqual(['EMPTY', 'LINKED', 'ODD', 'PLAIN']);
  });

  it('puts pinned SKUs first and sorts as requested', async () => {
    const names = (await page('')).variants.map(({ is_pinned, full_product_name: name }) => [
      is_pinned,
      name,
    ]);
    expect(names.slice(0, 3)).toEqual([
      [true, 'The PLAIN'],
      [true, 'The PLAIN'],
      [false, 'The EMPTY'],
    ]);
    const quantities = (await page('q[s]=quantity%20desc')).variants.map(({ quantity }) => quantity);
    expect(quantities).toEqual(quantities.toSorted((a, b) => b - a));
    const skus = (await page('s=sku%20desc')).variants.map(({ sku }) => sku ?? '');
    expect(skus).toEqual(skus.toSorted().toReversed());
  });

  it.each([
    ['q[s]=price', 's'],
    ['q[s]=quantity%20sideways', 's'],
    ['q[filter_status]=sold', 'q.filter_status'],
    ['q[colour_eq]=red', 'q'],
    ['page=0', 'page'],
  ])('refuses %s', async (query, field) => {
    const answer = await get(`products_page.json?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(fieldErrors.parse(answer.body).errors).join()).toContain(
      field.split('.').at(-1) ?? '',
    );
  });

  it('continues to count past the end, and never sends more than a hundred', async () => {
    expect(await page('page=9')).toMatchObject({ variants: [], total_count: 8, merged_count: 2, page: 9 });
    expect((await get('products_page.json?per_page=5000')).body).toMatchObject({ per_page: 100 });
  });

  it('shows every SKU once over its pages', async () => {
    const ids: number[] = [];
    for (let at = 1; at <= 5; at += 1) {
      const answer = await get(`products_page.json?per_page=2&page=${String(at)}`);
      ids.push(...listVariants.reply.parse(answer.body).variants.map(({ id }) => id));
    }
    expect(ids).toEqual((await page('')).variants.map(({ id }) => id));
  });
});

describe('the page of a SKU', () => {
  async function show(id: number, query = '') {
    const answer = await get(`${String(id)}.json${query}`);
    expect(answer.status).toBe(200);
    return showVariant.reply.parse(answer.body).variant;
  }
  const rowOf = (sku: string) =>
    market.ctx.db
      .selectFrom('variant_listings')
      .select(['id', 'variant_id as variantId'])
      .where('sku', '=', sku)
      .where('marketplace_id', '=', market.shop('shopee').marketplaceId)
      .executeTakeFirstOrThrow();

  it('a SKU that was merged away answers with the one that it became', async () => {
    const rows = await market.ctx.db
      .selectFrom('variants')
      .select(['id', 'slug', 'merged_into_id'])
      .where('sku', '=', 'LINKED')
      .orderBy('id')
      .execute();
    const away = rows.find(({ merged_into_id: into }) => into !== null);
    const survivor = rows.find(({ merged_into_id: into }) => into === null);
    const shown = await show(away?.id ?? 0);
    expect(shown).toMatchObject({ id: survivor?.id, slug: survivor?.slug, quantity: 9 });
    expect(shown.variant_listings.map(({ is_merged: merged }) => merged)).toEqual([true, true]);
  });

  it('listings that are gone are counted, and shown when asked for', async () => {
    const { variantId } = await rowOf('GONE');
    expect(await show(variantId)).toMatchObject({ deleted_listings_count: 1, variant_listings: [] });
    const all = await show(variantId, '?with_inactive=true');
    expect(all.variant_listings).toMatchObject([
      { state: 'deleted', overall_state: 'Inactive', sync: { state: 'held' } },
    ]);
  });

  it('shows the sync status of a listing', async () => {
    const { id, variantId } = await rowOf('PLAIN');
    const put = (change: { flag?: 'rejected' | 'out_of_sync' | null; held?: boolean; ahead?: number }) =>
      market.ctx.db
        .updateTable('listing_stocks')
        .set((eb) => ({
          flag: change.flag ?? null,
          flag_reason: change.flag == null ? null : 'Because of this.',
          held: change.held ?? false,
          target_rev: eb('acked_rev', '+', change.ahead ?? 0),
        }))
        .where('variant_listing_id', '=', id)
        .execute();
    const standing = async () => {
      const {
        state,
        reason,
        reason_messages: messages,
      } = (await show(variantId)).variant_listings[0]?.sync ?? {};
      return { state, reason, messages };
    };
    expect(await standing()).toEqual({ state: 'in_step', reason: null, messages: [] });
    await put({ ahead: 1 });
    expect(await standing()).toEqual({ state: 'pending', reason: null, messages: [] });
    await put({ flag: 'out_of_sync' });
    // The reason is older than message codes.
    const before = {
      reason: 'Because of this.',
      messages: [{ code: 'api.channel', values: { text: 'Because of this.' } }],
    };
    expect(await standing()).toEqual({ state: 'out_of_sync', ...before });
    await put({ flag: 'rejected', ahead: 1 });
    expect(await standing()).toEqual({ state: 'failed', ...before });
    await put({ held: true });
    expect(await standing()).toMatchObject({
      state: 'held',
      reason: expect.stringContaining('read first'),
      messages: [{ code: 'catalog.held_being_read' }],
    });
    await put({});
  });
});
