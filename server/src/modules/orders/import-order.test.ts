import type { ChannelKind } from '@evenstock/contract/channels';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { reportedOrder } from '../../testing/reported-order.ts';
import { importOrder } from './import-order.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'] });
});
afterAll(() => market.close());

function take(channel: ChannelKind, number: string): Promise<void> {
  const order = reportedOrder(number, market.clock.now(), 0, []);
  const { marketplaceId } = market.shop(channel);
  return importOrder(market.ctx, { storeId: market.storeId, marketplaceId }, order, order.updatedAt);
}

const recorded = (numbers: readonly string[]) =>
  market.ctx.db
    .selectFrom('orders')
    .select(['number', 'reference_number as reference'])
    .where('number', 'in', numbers)
    .execute();

const numbers = (prefix: string): string[] =>
  Array.from({ length: 12 }, (_none, place) => `${prefix}-${String(place)}`);

it('an order that arrives twice at once is one', async () => {
  const twice = numbers('TWICE');
  await Promise.all([...twice, ...twice].map((number) => take('shopee', number)));
  expect(await recorded(twice)).toHaveLength(12);
});

it('orders of one number from two shops at once get a reference each', async () => {
  const shared = numbers('SHARED');
  await Promise.all(shared.flatMap((number) => [take('shopee', number), take('shopify', number)]));
  const orders = await recorded(shared);
  expect(orders).toHaveLength(24);
  const plain = orders.filter(({ number, reference }) => reference === number);
  expect(plain.map(({ number }) => number).toSorted()).toEqual(shared.toSorted());
});
