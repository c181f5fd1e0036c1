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
});
