import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../testing/world.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { poison } from '../../testing/poison.ts';
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';

let market: Market;
beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { BAD: 10, TEE: 10 } });
  await market.ctx.runJobs();
  market.setNotices(false);
  market.clock.advance(10_000);
});
afterEach(() => market.close());

const shop = () => market.shop('shopee');
const quarantined = () =>
  market.ctx.db.selectFrom('quarantined_records').select(['kind', 'reference']).execute();

async function listingOf(sku: string, channel: ChannelKind = 'shopee') {
  return market.ctx.db
    .selectFrom('listing_stocks as ls')
    .innerJoin('variant_listings as vl', 'vl.id', 'ls.variant_listing_id')
    .innerJoin('variants as v', 'v.id', 'vl.variant_id')
    .where('v.sku', '=', sku)
    .where('vl.marketplace_id', '=', market.shop(channel).marketplaceId)
    .select([
      'vl.id',

      'v.id as variantId',
      'ls.send',
      'ls.read_quantity',
      'ls.acked_quantity',
    ])
    .executeTakeFirstOrThrow();
}

function buy(sku: string): string {
  market.clock.advance(1_000);
  return market.sandbox.control.placeOrder('shopee', shop().shop, { lines: [{ sku, quantity: 1 }] }).number;
}

async function polled(channel: ChannelKind = 'shopee'): Promise<void> {
  market.clock.advance(120_000);
  await market.pull(market.shop(channel), 'orders');
}

it('an order that cannot be recorded is set aside, and the others of its page are imported', async () => {
  const [first, bad, last] = [buy('TEE'), buy('TEE'), buy('TEE')];
  await poison(market.ctx, 'orders', `new.number = '${bad}'`, 'insert');
  await polled();
  const here = await market.ctx.db.selectFrom('orders').select('number').orderBy('number').execute();
  expect(here.map(({ number }) => number)).toEqual([first, last].toSorted());
  expect(await quarantined()).toEqual([{ kind: 'order', reference: bad }]);
});

it('a listing that cannot be recorded is set aside, and the others of its page are here', async () => {
  for (const sku of ['NEW-BAD', 'NEW-GOOD']) {
    market.sandbox.control.addListings('shopee', shop().shop, { sku, name: sku, price: 1000, quantity: 3 });
  }
  await poison(market.ctx, 'variants', "new.sku = 'NEW-BAD'", 'insert');
  market.clock.advance(2_000);
  await market.pull(shop(), 'listings', 'reconcile');
  const here = await market.ctx.db
    .selectFrom('variants')
    .select('sku')
    .where('sku', 'like', 'NEW%')
    .execute();
  expect(here).toEqual([{ sku: 'NEW-GOOD' }]);
  expect(await quarantined()).toMatchObject([{ kind: 'listing' }]);
});

it('a return that cannot be recorded is set aside, and the others of its page are here', async () => {
  const numbers = [buy('TEE'), buy('TEE')];
  for (const number of numbers) {
    for (const event of ['ship', 'deliver', 'request_return'] as const) {
      market.clock.advance(1_000);
      market.sandbox.control.orderEvent('shopee', shop().shop, number, event, {});
    }
  }
  await poison(
    market.ctx,
    'order_returns',
    `'${numbers[0] ?? ''}' in (new.order_number, new.order_channel_id)`,
    'insert',
  );
  await polled();
  await market.pull(shop(), 'returns');
  const here = await market.ctx.db
    .selectFrom('order_returns as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .select('o.number')
    .execute();
  expect(here).toEqual([{ number: numbers[1] }]);
  expect(await quarantined()).toMatchObject([{ kind: 'return' }]);
});

it('a number that cannot be recorded keeps no other one from being compared', async () => {
  const [bad, good] = [await listingOf('BAD'), await listingOf('TEE')];
  for (const { quantity, variant_id: id } of market.sandbox.control.listings('shopee', shop().shop)) {
    market.sandbox.control.editListing('shopee', shop().shop, id, { quantity: quantity - 4 });
  }
  await poison(market.ctx, 'listing_stocks', `new.variant_listing_id = ${String(bad.id)}`);
  market.clock.advance(2_000);
  await market.pull(shop(), 'listings', 'reconcile');
  expect([(await listingOf('TEE')).read_quantity, (await listingOf('BAD')).read_quantity]).toEqual([6, 10]);
  expect(good.read_quantity).toBe(10);
});

describe.each(['shopee', 'shopify'] as const)('a push of %s', (channel) => {
  it.each([
    ['outcome', 'new.acked_rev > old.acked_rev'],
    ['reading', 'new.read_at > old.read_at'],
  ])('whose %s cannot be recorded costs no other one', async (_, when) => {
    const userId = await addUser(market.ctx);
    await polled(channel);
    await market.ctx.runJobs();
    const [bad, good] = [await listingOf('BAD', channel), await listingOf('TEE', channel)];
    await poison(market.ctx, 'listing_stocks', `new.variant_listing_id = ${String(bad.id)} and ${when}`);
    for (const { variantId } of [bad, good]) {
      await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units: -1 });
    }
    await expect(market.ctx.runJobs()).rejects.toThrow('poison');
    const acked = async (sku: string) => (await listingOf(sku, channel)).acked_quantity;
    expect([await acked('TEE'), await acked('BAD')]).toEqual([9, null]);
  });
});
