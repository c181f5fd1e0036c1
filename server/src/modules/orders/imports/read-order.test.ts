import { afterAll, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { readOrders } from './read-order.ts';

let market: Market;
afterAll(() => market.close());

it('an order of Qoo10 that is here already is read by its lines, and not searched for', async () => {
  market = await createMarket({ channels: ['qoo10'], skus: { TEE: 10 } });
  const { ctx, sandbox, storeId } = market;
  const { shop, marketplaceId } = market.shop('qoo10');
  market.setNotices(false);
  sandbox.control.placeOrder('qoo10', shop, { lines: [{ sku: 'TEE', quantity: 1 }] });
  market.clock.advance(130_000);
  await market.pull(market.shop('qoo10'), 'orders');
  const { channel_order_id: id } = await ctx.db
    .selectFrom('orders')
    .select('channel_order_id')
    .executeTakeFirstOrThrow();
  const before = sandbox.control.calls('qoo10', shop, 1_000).length;
  const read = await readOrders(ctx, { storeId, marketplaceId }, [id], 'normal');
  expect([...read]).toEqual([[id, { outcome: 'imported' }]]);
  const calls = sandbox.control.calls('qoo10', shop, 1_000);
  const spans = calls.slice(0, calls.length - before).map(({ body }) => spanOf(body));
  expect(spans.length).toBeGreaterThan(1);
  expect(Math.max(...spans)).toBeLessThan(86_400_000);
});

/** How long a time a call searches, in milliseconds; 0: it does not search. */
function spanOf(body: string): number {
  const form = new URLSearchParams(body);
  const [from, to] = ['search_Sdate', 'search_Edate'].map((name) => form.get(name)?.replace(/\D/g, '') ?? '');
  return instantOf(to) - instantOf(from);
}

function instantOf(digits = ''): number {
  const part = (from: number, to: number): number => Number(digits.slice(from, to));
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10), part(10, 12), part(12, 14));
}
