import { afterEach, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';

let market: Market;
afterEach(() => market.close());

/** @returns the state of the pull afterwards */
async function pullOnce(kind: 'orders' | 'listings', scope: 'poll' | 'reconcile'): Promise<string> {
  market.clock.advance(120_000);
  await market.pull(market.shop('tiktok'), kind, scope);
  const { state } = await market.ctx.db
    .selectFrom('marketplace_pulls')
    .select('state')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return state;
}

const numbersHere = async (): Promise<string[]> =>
  (await market.ctx.db.selectFrom('orders').select('number').orderBy('number').execute()).map(
    ({ number }) => number,
  );

describe('a page that ends before its own count', () => {
  it('brings in the orders that came, and is read again for the others', async () => {
    market = await createMarket({ channels: ['tiktok'], skus: { TEE: 40 } });
    const { control } = market.sandbox;
    const { shop } = market.shop('tiktok');
    for (let placed = 0; placed < 3; placed += 1) {
      control.placeOrder('tiktok', shop, { lines: [{ sku: 'TEE', quantity: 1 }], paid: true });
    }
    control.setFaults([{ channel: 'tiktok', kind: 'short_page', lists: 'orders' }]);
    expect(await pullOnce('orders', 'poll')).not.toBe('done');
    expect(await numbersHere()).toHaveLength(2);
    const tee = await market.ctx.db.selectFrom('variants').select('quantity').executeTakeFirstOrThrow();
    expect(tee.quantity).toBe(38);
    control.setFaults([]);
    expect(await pullOnce('orders', 'poll')).toBe('done');
    expect(await numbersHere()).toHaveLength(3);
  });

  it('records the listings that came, and takes none of the others for gone', async () => {
    market = await createMarket({ channels: ['tiktok'], skus: { TEE: 40, MUG: 40 } });
    const { ctx, sandbox } = market;
    await ctx.db.updateTable('product_listings').set({ name: 'Old name' }).execute();
    sandbox.control.setFaults([{ channel: 'tiktok', kind: 'short_page', lists: 'products' }]);
    expect(await pullOnce('listings', 'reconcile')).not.toBe('done');
    const listings = await ctx.db.selectFrom('product_listings').select(['name', 'status']).execute();
    expect(listings.filter(({ name }) => name !== 'Old name')).toHaveLength(1);
    expect(listings.map(({ status }) => status)).toEqual(['normal', 'normal']);
  });
});
