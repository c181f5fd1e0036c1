import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { stockCalls } from '../../../testing/stock-calls.ts';
import { addUser } from '../../../testing/world.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';

const WAITING = 14;
const skus = Object.fromEntries(
  Array.from({ length: WAITING }, (_, index) => [`BACKLOG-${String(index)}`, 50]),
);

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus });
});
afterAll(() => market.close());

it('a shop with a backlog is written without reading first, until few listings are left', async () => {
  const { ctx, sandbox, storeId } = market;
  const userId = await addUser(ctx);
  const { shop } = market.shop('shopee');
  const before = sandbox.control.calls('shopee', shop).length;
  const variants = await ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', 'like', 'BACKLOG-%')
    .execute();
  for (const { id: variantId } of variants) {
    await adjustQuantity(ctx, { storeId, variantId, userId, units: -1 });
  }
  // The marketplace accepts ten calls a second, so the pushes take several seconds.
  for (let second = 0; second < 60; second += 1) {
    await ctx.runJobs();
    market.clock.advance(1000);
  }
  const calls = sandbox.control.calls('shopee', shop).reverse().slice(before);
  const isWrite = calls.map(({ path }) => path.includes(stockCalls.shopee));
  expect(isWrite.filter(Boolean)).toHaveLength(WAITING);
  // Four are written while more than ten wait; each of the remaining ten is read before its write.
  expect(isWrite.slice(0, 4)).toEqual([true, true, true, true]);
  expect(isWrite.slice(4).filter((write) => !write)).toHaveLength(10);
  const shown = sandbox.control.listings('shopee', shop).map(({ quantity }) => quantity);
  expect(shown).toEqual(shown.map(() => 49));
});
