import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { addUser } from '../../testing/world.ts';
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';

let market: Market;
afterEach(() => market.close());

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

const ordersHere = async (): Promise<number> =>
  (await market.ctx.db.selectFrom('orders').select('id').execute()).length;

async function stock(): Promise<number | undefined> {
  const row = await market.ctx.db.selectFrom('variants').select('quantity').executeTakeFirst();
  return row?.quantity;
}

describe('notices', () => {
  it.each(['shopee', 'lazada', 'shopify'] as const)(
    'of a %s order bring it in once, however often they come',
    async (channel) => {
      market = await createMarket({ channels: [channel], skus: { TEE: 30 } });
      const { shop } = market.shop(channel);
      market.sandbox.control.setFaults([{ channel, kind: 'duplicate_webhook', rate: 1 }]);
      const { number } = market.sandbox.control.placeOrder(channel, shop, {
        lines: [{ sku: 'TEE', quantity: 2 }],
      });
      await settle();
      expect(await ordersHere()).toBe(1);
      expect(await stock()).toBe(28);
      market.sandbox.control.orderEvent(channel, shop, number, 'cancel', {});
      await settle();
      expect(await stock()).toBe(30);
    },
  );

  it('that come together are processed together', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 200 } });
    const { shop } = market.shop('shopee');
    for (let placed = 0; placed < 40; placed += 1) {
      market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    }
    let calls = 0;
    market.setNetwork(({ url }, go) => {
      if (url.includes('get_order_detail')) calls += 1;
      return go();
    });
    await settle();
    expect(await ordersHere()).toBe(40);
    expect(await stock()).toBe(160);
    expect(calls).toBeLessThan(8);
    const open = await market.ctx.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('processed_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
  });

  it('that a listing shows what we wrote there, or what an order left, have nothing read again', async () => {
    market = await createMarket({ channels: ['shopify'], skus: { TEE: 30 } });
    const { ctx, storeId } = market;
    const { shop } = market.shop('shopify');
    const reads: string[] = [];
    market.setNetwork(({ url, body }, go) => {
      if (url.includes('graphql') && body.includes('query ProductsById')) reads.push(body);
      return go();
    });
    const { id: variantId } = await ctx.db.selectFrom('variants').select('id').executeTakeFirstOrThrow();
    await adjustQuantity(ctx, { storeId, variantId, userId: await addUser(ctx), units: -1 });
    await settle();
    market.sandbox.control.placeOrder('shopify', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    await settle();
    expect(await stock()).toBe(28);
    expect(reads).toEqual([]);
    const [listing] = market.sandbox.control.listings('shopify', shop);
    market.sandbox.control.editListing('shopify', shop, listing?.variant_id ?? '', { quantity: 20 });
    await settle();
    expect(reads).toHaveLength(1);
  });

  it('wait while the marketplace does not answer, and are processed when it does', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
    const { shop } = market.shop('shopee');
    market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    await market.sandbox.runDue();
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'error_500', rate: 1 }]);
    await market.ctx.runJobs({ allowFailures: true });
    expect(await ordersHere()).toBe(0);
    market.sandbox.control.setFaults([]);
    market.clock.advance(60_000);
    await settle();
    expect(await ordersHere()).toBe(1);
  });

  it('wait as long as the marketplace says when it asks to slow down, and nothing counts as failed', async () => {
    market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
    const { shop } = market.shop('shopee');
    market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
    await market.sandbox.runDue();
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'throttle', rate: 1 }]);
    await market.ctx.runJobs();
    expect(await ordersHere()).toBe(0);
    market.sandbox.control.setFaults([]);
    market.clock.advance(5_000);
    await settle();
    expect(await ordersHere()).toBe(1);
  });

  describe('of a record that cannot be read', () => {
    const noticeRows = () =>
      market.ctx.db
        .selectFrom('webhook_deliveries')
        .select(['about', 'attempts', 'dead_at', 'failure', 'processed_at'])
        .orderBy('id')
        .execute();

    /** Every import of the order fails, as a value that no column takes makes it. @returns how often it was read */
    async function poison(number: string): Promise<() => number> {
      let reads = 0;
      market.setNetwork(({ url }, go) => {
        if (url.includes('get_order_detail') && url.includes(number)) reads += 1;
        return go();
      });
      await sql
        .raw(
          `create function fail_of_order() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
           create trigger fails before insert on orders for each row when (new.number = '${number}') execute function fail_of_order()`,
        )
        .execute(market.ctx.db);
      return () => reads;
    }

    it('is tried again alone, later and later, and is a dead letter in the end; the others are read', async () => {
      market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
      const { shop } = market.shop('shopee');
      const place = () =>
        market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
      const bad = place().number;
      const good = place().number;
      await market.sandbox.runDue();
      const reads = await poison(bad);
      await market.ctx.runJobs();
      const here = await market.ctx.db.selectFrom('orders').select('number').execute();
      expect(here).toEqual([{ number: good }]);
      for (let waited = 0; waited < 6; waited += 1) {
        market.clock.advance(9 * 3_600_000);
        await market.ctx.runJobs();
      }
      const [row] = (await noticeRows()).filter(({ about }) => JSON.stringify(about).includes(bad));
      expect(row).toMatchObject({ attempts: 6, processed_at: null, dead_at: expect.any(Date) as Date });
      expect(row?.failure).toBe('error');
      expect(reads()).toBe(7);
      market.clock.advance(9 * 3_600_000);
      place();
      await market.sandbox.runDue();
      await market.ctx.runJobs();
      expect(reads()).toBe(7);
      expect(await ordersHere()).toBe(2);
    });

    it('as its hint has another shape, keeps no later one waiting', async () => {
      market = await createMarket({ channels: ['shopee'], skus: { TEE: 30 } });
      const { shop, marketplaceId } = market.shop('shopee');
      await market.ctx.db
        .insertInto('webhook_deliveries')
        .values({
          marketplace_id: marketplaceId,
          channel: 'shopee',
          dedupe_key: 'odd',
          about: JSON.stringify({ kind: 'of_another_version' }),
          received_at: market.clock.now(),
        })
        .execute();
      market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
      await market.sandbox.runDue();
      await market.ctx.runJobs();
      expect(await ordersHere()).toBe(1);
      expect((await noticeRows())[0]).toMatchObject({ attempts: 1, failure: 'ZodError', dead_at: null });
    });
  });
});
