import { channelKinds } from '@evenstock/contract/channels/channels';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { addUser } from '../../../testing/world.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { beginPull } from '../../pulls/pulls.ts';
import { pullListings } from './pull-listings.ts';

let market: Market;
afterEach(() => market.close());

async function begin(scope: 'reconcile' | 'manual' | 'poll' = 'reconcile'): Promise<number> {
  const { ctx, storeId } = market;
  const { marketplaceId } = market.shop('shopee');
  return inTransaction(ctx.db, (tx) =>
    beginPull(tx, ctx, { storeId, marketplaceId, kind: 'listings', scope }),
  );
}

const pullRow = (id: number) =>
  market.ctx.db.selectFrom('marketplace_pulls').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Five minutes go by, and listings that were missing are asked about again. */
async function askedAgain(): Promise<void> {
  market.clock.advance(301_000);
  await market.ctx.runJobs();
}

async function countListings(): Promise<{ listings: number; variants: number; live: number }> {
  const { rows } = await market.ctx.database.pool.query<{ listings: number; variants: number; live: number }>(
    `select (select count(*) from variant_listings where state <> 'deleted') as listings,
       (select count(*) from variants) as variants,
       (select coalesce(sum(live_listings), 0) from variants)::integer as live`,
  );
  return rows[0] ?? { listings: 0, variants: 0, live: 0 };
}

describe('pulling listings', () => {
  it('creates each product and SKU once, at what the shop shows, and changes nothing the second time', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 7, MUG: 0 } });
    market.sandbox.control.addListings('shopee', market.shop('shopee').shop, {
      name: 'Cap',
      sku: 'CAP',
      picture: 'parcel',
      description: '',
      status: 'normal',
      option_names: ['Colour'],
      variants: ['RED', 'BLUE'].map((colour) => ({
        sku: `CAP-${colour}`,
        options: [colour],
        price: 12.5,
        special_price: null,
        quantity: 3,
        tracked: true,
        locked: false,
      })),
    });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    expect(await countListings()).toEqual({ listings: 4, variants: 4, live: 4 });
    const before = await market.ctx.database.pool.query('select * from variants order by id');
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    const after = await market.ctx.database.pool.query('select * from variants order by id');
    expect(after.rows).toEqual(before.rows);
    const cap = await market.ctx.db
      .selectFrom('variants')
      .select(['full_product_name', 'quantity', 'slug'])
      .where('sku', '=', 'CAP-RED')
      .executeTakeFirstOrThrow();
    expect(cap).toMatchObject({ full_product_name: 'Cap - RED', quantity: 3 });
    expect(cap.slug).toMatch(/^cap-red-\d+$/);
  });

  it('resumes where a killed worker stopped, and a killed worker that wakes again does nothing', async () => {
    market = await createMarket({ channels: ['shopee'], skus: {} });
    market.sandbox.control.addListings('shopee', market.shop('shopee').shop, { count: 130 });
    const id = await begin();
    let calls = 0;
    let wake = (): void => undefined;
    const sleeping = new Promise<void>((resolve) => {
      wake = resolve;
    });
    market.setNetwork(async ({ url }, go) => {
      if (url.includes('get_item_list')) calls += 1;
      if (calls === 2) {
        calls = 99;
        await sleeping;
      }
      return go();
    });
    const dead = pullListings(market.ctx, id);
    await expect.poll(() => calls).toBe(99);
    const halfway = await pullRow(id);
    expect(halfway).toMatchObject({ state: 'running' });
    expect(halfway.done).toBeGreaterThan(0);
    expect(halfway.done).toBeLessThan(130);

    market.clock.advance(60_000);
    await pullListings(market.ctx, id);
    expect(await pullRow(id)).toMatchObject({ state: 'done', done: 130, error: null });
    wake();
    await dead;
    expect(await pullRow(id)).toMatchObject({ state: 'done', done: 130 });
    expect(await countListings()).toEqual({ listings: 130, variants: 130, live: 130 });
  });

  it('shows why it waits when the marketplace fails, and resumes automatically', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 5 } });
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'error_500', rate: 1 }]);
    const id = await begin('manual');
    await market.ctx.runJobs();
    expect(await pullRow(id)).toMatchObject({
      state: 'running',
      failures: 1,
      error: expect.arrayContaining([expect.objectContaining({ code: 'pulls.listings_go_on' })]),
    });
    market.sandbox.control.setFaults([]);
    market.clock.advance(10_000);
    await market.ctx.runJobs();
    expect(await pullRow(id)).toMatchObject({ state: 'done', failures: 0, error: null });
  });

  it('a second request joins the pull that runs', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 5 } });
    const first = await begin('manual');
    expect(await begin('manual')).toBe(first);
    await market.ctx.runJobs();
    expect(await begin('manual')).toBeGreaterThan(first);
  });

  it.each(channelKinds)(
    'a sweep of %s that lacks a listing asks about it: gone is what is not there',
    async (channel) => {
      market = await createMarket({ channels: [channel], skus: { TEE: 5, MUG: 4 } });
      const { shop } = market.shop(channel);
      const mug = market.sandbox.control.listings(channel, shop).find(({ sku }) => sku === 'MUG');
      market.sandbox.control.editListing(channel, shop, mug?.variant_id ?? '', { status: 'deleted' });
      await market.pull(market.shop(channel), 'listings', 'reconcile');
      if (!market.ctx.connectors[channel].facts.tellsDeletedListings) {
        expect(await countListings()).toEqual({ listings: 2, variants: 2, live: 2 });
        market.clock.advance(25 * 3_600_000);
        await market.pull(market.shop(channel), 'listings', 'reconcile');
      }
      await askedAgain();
      expect(await countListings()).toEqual({ listings: 1, variants: 2, live: 1 });
    },
  );

  it.each(['shopee', 'lazada', 'tiktok'] as const)(
    'asks %s at once about a listing whose quantity it refuses, or does not answer for',
    async (channel) => {
      market = await createMarket({ channels: [channel], skus: { TEE: 5, MUG: 4 } });
      const { shop } = market.shop(channel);
      await market.pull(market.shop(channel), 'orders');
      const mug = market.sandbox.control.listings(channel, shop).find(({ sku }) => sku === 'MUG');
      market.sandbox.control.editListing(channel, shop, mug?.variant_id ?? '', { status: 'deleted' });
      const { id: variantId } = await market.ctx.db
        .selectFrom('variants')
        .select('id')
        .where('sku', '=', 'MUG')
        .executeTakeFirstOrThrow();
      const { storeId, ctx } = market;
      await adjustQuantity(ctx, { storeId, variantId, userId: await addUser(ctx), units: 1 });
      market.clock.advance(60_000);
      await ctx.runJobs();
      await askedAgain();
      expect(await countListings()).toEqual({ listings: 1, variants: 2, live: 1 });
    },
  );

  it('keeps a listing that was answered once to be missing, and is there when it is asked about again', async () => {
    market = await createMarket({ channels: ['shopify'], skus: { TEE: 5, MUG: 4 } });
    const { shop } = market.shop('shopify');
    const mug = market.sandbox.control.listings('shopify', shop).find(({ sku }) => sku === 'MUG');
    const set = (status: 'deleted' | 'normal') =>
      market.sandbox.control.editListing('shopify', shop, mug?.variant_id ?? '', { status });
    set('deleted');
    await market.pull(market.shop('shopify'), 'listings', 'reconcile');
    expect(await countListings()).toEqual({ listings: 2, variants: 2, live: 2 });
    set('normal');
    await askedAgain();
    await askedAgain();
    expect(await countListings()).toEqual({ listings: 2, variants: 2, live: 2 });
  });

  it('notifies once of a list that lacks many, sweeps again after a minute, and takes what is really gone', async () => {
    market = await createMarket({ channels: ['shopify'], skus: { TEE: 5 } });
    const { control } = market.sandbox;
    const { shop } = market.shop('shopify');
    control.addListings('shopify', shop, { count: 23 });
    await market.pull(market.shop('shopify'), 'listings', 'reconcile');
    market.clock.advance(60_000);
    const gone = control.listings('shopify', shop).slice(0, 8);
    for (const { variant_id: id } of gone) control.editListing('shopify', shop, id, { status: 'deleted' });
    await market.pull(market.shop('shopify'), 'listings', 'reconcile');
    const notices = () =>
      market.ctx.db
        .selectFrom('store_notifications')
        .select(['kind', 'resolved_at', 'title'])
        .where('kind', '=', 'list_short')
        .execute();
    expect(await notices()).toMatchObject([
      { title: { code: 'pulls.list_short', values: { listed: 16, all: 24 } } },
    ]);
    const sweeps = () =>
      market.ctx.db.selectFrom('marketplace_pulls').where('scope', '=', 'reconcile').select('id').execute();
    const before = (await sweeps()).length;
    market.clock.advance(61_000);
    await market.ctx.runJobs();
    expect(await sweeps()).toHaveLength(before + 1);
    await askedAgain();
    expect((await countListings()).listings).toBe(16);
    market.clock.advance(60_000);
    await market.pull(market.shop('shopify'), 'listings', 'reconcile');
    expect(await notices()).toMatchObject([{ resolved_at: expect.any(Date) }]);
  });

  it('loses no listing to a list that is empty with success', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 5, MUG: 4 } });
    let emptied = 0;
    market.setNetwork((request, go) => {
      if (!request.url.includes('/product/get_item_list')) return go();
      emptied += 1;
      return Promise.resolve(
        Response.json({
          error: '',
          message: '',
          request_id: 'r',
          response: { item: [], total_count: 0, has_next_page: false, next: '' },
        }),
      );
    });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    expect(emptied).toBeGreaterThan(0);
    expect(await countListings()).toEqual({ listings: 2, variants: 2, live: 2 });
  });

  it('marks listings that are gone from the shop as deleted, and restores them when they are there again', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 5, MUG: 4 } });
    const { shop } = market.shop('shopee');
    const mug = market.sandbox.control.listings('shopee', shop).find(({ sku }) => sku === 'MUG');
    market.sandbox.control.editListing('shopee', shop, mug?.variant_id ?? '', { status: 'deleted' });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    await askedAgain();
    expect(await countListings()).toEqual({ listings: 1, variants: 2, live: 1 });
    market.sandbox.control.editListing('shopee', shop, mug?.variant_id ?? '', { status: 'normal' });
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    expect(await countListings()).toEqual({ listings: 2, variants: 2, live: 2 });
  });

  it('finds a SKU by the name of any of its listings', async () => {
    market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 5 } });
    const { shop } = market.shop('lazada');
    const [tee] = market.sandbox.control.listings('lazada', shop);
    market.sandbox.control.editListing('lazada', shop, tee?.variant_id ?? '', { name: 'Kemeja biru' });
    await market.merge('TEE');
    await market.pull(market.shop('lazada'), 'listings', 'reconcile');
    const found = await market.ctx.db
      .selectFrom('variants')
      .select('sku')
      .where('search_text', 'ilike', '%kemeja%')
      .where('merged_into_id', 'is', null)
      .execute();
    expect(found).toEqual([{ sku: 'TEE' }]);
  });
});
