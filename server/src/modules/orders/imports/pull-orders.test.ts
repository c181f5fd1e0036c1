import { channelKinds } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createMarket, type ConnectedShop, type Market } from '../../../testing/market.ts';
import { showMarketplace } from '../../marketplaces/show-marketplace.ts';
import { beginPull } from '../../pulls/pulls.ts';
import type { PullScope } from '../../pulls/pulls.rules.ts';
import { pullOrders } from './pull-orders.ts';

let market: Market;
afterEach(() => market.close());

function begin(shop: ConnectedShop, scope: PullScope): Promise<number> {
  const { ctx, storeId } = market;
  return inTransaction(ctx.db, (tx) =>
    beginPull(tx, ctx, { storeId, marketplaceId: shop.marketplaceId, kind: 'orders', scope }),
  );
}

const pullRow = (id: number) =>
  market.ctx.db.selectFrom('marketplace_pulls').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function numbersHere(): Promise<string[]> {
  const rows = await market.ctx.db.selectFrom('orders').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
}

const numbersThere = ({ channel, shop }: ConnectedShop): string[] =>
  market.sandbox.control
    .orders(channel, shop)
    .map(({ number }) => number)
    .sort();

async function shownOf({ marketplaceId }: ConnectedShop) {
  const { ctx, storeId } = market;
  const actor = { userId: 0, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
  const store = {
    id: storeId,
    slug: 'shop',
    country: 'sg',
    timeZone: 'Asia/Singapore',
    role: 'owner',
  } as const;
  return (await showMarketplace(ctx, actor, store, String(marketplaceId))).marketplace;
}

const quantities = () =>
  market.ctx.db.selectFrom('variants').select(['sku', 'quantity']).orderBy('sku').execute();

describe('pulling orders', () => {
  it.each(['shopee', 'lazada', 'shopify'] as const)(
    'brings in what a %s shop sold before it was connected, and no quantity changes',
    async (channel) => {
      market = await createMarket({ channels: [channel], skus: { TEE: 40, MUG: 40 } });
      const shop = market.shop(channel);
      market.sandbox.control.placeOrders(channel, shop.shop, { count: 60, back_dated_days: 80 });
      const before = await quantities();
      await begin(shop, 'first');
      await market.ctx.runJobs();
      expect(await numbersHere()).toEqual(numbersThere(shop));
      expect(await quantities()).toEqual(before);
      expect(await shownOf(shop)).toMatchObject({
        num_orders: 60,
        last_order_imported_at: expect.stringMatching(/^20/) as unknown,
      });
      await begin(shop, 'reconcile');
      await market.ctx.runJobs();
      expect(await numbersHere()).toEqual(numbersThere(shop));
      expect(await quantities()).toEqual(before);
    },
  );

  it.each(channelKinds)('announces and writes an order of %s once for each change', async (channel) => {
    market = await createMarket({ channels: [channel], skus: { TEE: 40 } });
    const shop = market.shop(channel);
    const { ctx, storeId } = market;
    await sql`
      insert into webhooks (store_id, url, events, secret_sealed, paused_until, created_at, updated_at)
      values (${storeId}, 'https://shop.test/changed', '{order.changed}', '', '2100-01-01', now(), now())`.execute(
      ctx.db,
    );
    const lines = [{ sku: 'TEE', quantity: 1 }];
    const { number } = market.sandbox.control.placeOrder(channel, shop.shop, { lines, paid: true });
    /** Reads the shop's orders twice. @returns how often they were announced, and the transaction that wrote their lines */
    const readTwice = async () => {
      for (let time = 0; time < 2; time += 1) {
        market.clock.advance(60_000);
        await market.pull(shop, 'orders');
      }
      const { rows } = await sql<{ announced: number; written: string }>`
        select (select count(*)::integer from webhook_outbox) as announced,
          (select string_agg(xmin::text, ' ') from order_items) as written`.execute(ctx.db);
      return rows[0];
    };
    const first = await readTwice();
    expect(first?.written).toMatch(/^\d+$/);
    expect(await readTwice()).toEqual(first);
    market.sandbox.control.orderEvent(channel, shop.shop, number, 'cancel', {});
    const changed = await readTwice();
    expect(changed?.announced).toBe((first?.announced ?? 0) + 1);
    expect(await readTwice()).toEqual(changed);
  });

  it('resumes where a killed worker stopped; a killed worker that wakes again does no harm', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 40 } });
    const shop = market.shop('shopee');
    market.sandbox.control.placeOrders('shopee', shop.shop, { count: 120, back_dated_days: 1 });
    const id = await begin(shop, 'reconcile');
    let isAsleep = false;
    let wake = (): void => undefined;
    const sleeping = new Promise<void>((resolve) => {
      wake = resolve;
    });
    market.setNetwork(async ({ url }, go) => {
      if (!isAsleep && url.includes('get_order_list') && (await numbersHere()).length > 0) {
        isAsleep = true;
        await sleeping;
      }
      return go();
    });
    const dead = pullOrders(market.ctx, id);
    await expect.poll(() => isAsleep).toBe(true);
    const kept = (await numbersHere()).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(120);
    market.clock.advance(60_000);
    await pullOrders(market.ctx, id);
    await market.ctx.runJobs();
    expect(await pullRow(id)).toMatchObject({ state: 'done' });
    wake();
    await dead;
    expect(await numbersHere()).toEqual(numbersThere(shop));
    const marketplace = await market.ctx.db
      .selectFrom('marketplaces')
      .select('num_orders')
      .executeTakeFirstOrThrow();
    expect(marketplace.num_orders).toBe(120);
  });

  it('finds an order that is listed late, within the next poll', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 40 } });
    const shop = market.shop('shopee');
    market.setNotices(false);
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'hidden_order', rate: 1, after: 50 }]);
    const { number } = market.sandbox.control.placeOrder('shopee', shop.shop, {
      lines: [{ sku: 'TEE', quantity: 2 }],
    });
    market.clock.advance(10_000);
    await market.pull(shop, 'orders');
    expect(await numbersHere()).toEqual([]);
    market.clock.advance(60_000);
    await market.pull(shop, 'orders');
    expect(await numbersHere()).toEqual([number]);
    expect(await quantities()).toEqual([{ sku: 'TEE', quantity: 38 }]);
  });

  it('begins the same window again when a pull ends before it is whole', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 40 } });
    const shop = market.shop('shopee');
    market.setNotices(false);
    market.sandbox.control.placeOrder('shopee', shop.shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'html', rate: 1 }]);
    const failing = await begin(shop, 'poll');
    for (let tries = 0; tries < 4; tries += 1) {
      await market.ctx.runJobs();
      market.clock.advance(60_000);
    }
    expect(await pullRow(failing)).toMatchObject({
      state: 'failed',
      error: expect.arrayContaining([expect.objectContaining({ code: 'pulls.next_orders_pull' })]),
    });
    market.sandbox.control.setFaults([]);
    market.clock.advance(600_000);
    await market.pull(shop, 'orders');
    expect(await numbersHere()).toEqual(numbersThere(shop));
  });
});
