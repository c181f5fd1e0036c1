import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { openNotifications } from '../../testing/open-notifications.ts';
import { followRefusals } from './follow-refusals.ts';
import { sweepStock } from './sweep-stock.ts';

const HOUR = 3_600_000;

let market: Market;
beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10 } });
  await market.merge('TEE');
  await market.ctx.runJobs();
  market.clock.advance(10_000);
});
afterEach(() => market.close());

const open = async () =>
  (await openNotifications(market.ctx, market.storeId)).filter(({ kind }) => kind === 'stock_refused');

/** A running promotion lets nobody change the number, or it ends. */
function promote(isRunning: boolean): void {
  const { shop } = market.shop('shopee');
  const [listing] = market.sandbox.control.listings('shopee', shop);
  market.sandbox.control.editListing('shopee', shop, listing?.variant_id ?? '', { locked: isRunning });
}

async function sell(): Promise<void> {
  const { shop } = market.shop('shopify');
  market.sandbox.control.placeOrder('shopify', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
  await market.sandbox.runDue();
  await market.pull(market.shop('shopify'), 'orders');
  await market.ctx.runJobs();
}

it('a marketplace that refuses a quantity is told of once, until it takes it', async () => {
  promote(true);
  await sell();
  const { marketplaceId } = market.shop('shopee');
  const told = {
    kind: 'stock_refused',
    title: 'shopee refuses a quantity',
    content: expect.stringContaining('TEE: The marketplace refused 9') as unknown,
    place: `/products?tab=discrepancy&marketplace_id_eq=${String(marketplaceId)}`,
    userId: null,
  };
  expect(await open()).toEqual([told]);
  await sell();
  await Promise.all(Array.from({ length: 5 }, () => followRefusals(market.ctx, marketplaceId)));
  expect(await open()).toEqual([told]);

  promote(false);
  market.clock.advance(25 * HOUR);
  await sweepStock(market.ctx);
  await market.ctx.runJobs();
  expect(await open()).toEqual([]);
});
