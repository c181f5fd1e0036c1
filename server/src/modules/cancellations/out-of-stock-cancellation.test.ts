import { describe, expect, it } from 'vitest';
import { openOrderHarness } from '../../testing/order-harness.ts';

const reasons = [
  ['lazada', '10000021'],
  ['tiktok', 'seller_cancel_reason_out_of_stock'],
] as const;

describe('a cancellation that leaves the SKU at 0 at its marketplace', () => {
  it.each(reasons)(
    'at %s is no sale of the rest: nothing is booked, and the shop is put back',
    async (channel, reason) => {
      const harness = await openOrderHarness([channel, 'shopee']);
      try {
        const { market } = harness;
        const variantId = await market.merge('TEE');
        await harness.later(300);
        const shown = (shop: typeof channel | 'shopee') =>
          market.sandbox.control.listings(shop, market.shop(shop).shop).find(({ sku }) => sku === 'TEE')
            ?.quantity;
        const number = await harness.buy(channel, { lines: [{ sku: 'TEE', quantity: 2 }] });
        await harness.later(60);
        expect([shown(channel), shown('shopee')]).toEqual([498, 498]);
        expect(await harness.post(number, '/cancel', { cancel: { reason_id: reason } })).toMatchObject({
          status: 200,
        });
        expect(shown(channel)).toBe(0);
        const lowest: (number | undefined)[] = [];
        for (let round = 0; round < 4; round += 1) {
          await market.pull(market.shop(channel), 'listings', 'reconcile');
          await harness.later(100);
          lowest.push(shown('shopee'));
          await market.pull(market.shop(channel), 'orders');
          await harness.later(30);
          lowest.push(shown('shopee'));
        }
        const entries = await market.ctx.db
          .selectFrom('stock_movements')
          .select('cause')
          .where('variant_id', '=', variantId)
          .where('cause', 'like', 'epoch:%')
          .execute();
        expect([entries, Math.min(...lowest.map(Number)), shown(channel), shown('shopee')]).toEqual([
          [],
          500,
          500,
          500,
        ]);
      } finally {
        await harness.close();
      }
    },
  );
});
