import { settleDifference } from '@evenstock/contract/catalog/listings';
import { listVariants, showVariant, type Variant } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';

const SKUS = { EDITED: 63, COUNTED: 63, BACK: 63, SOLD: 63, LATE: 63, TWICE: 63, OLD: 63 };
let market: Market;
let server: TestServer;
let userId: number;
let token: string;
let path: string;

beforeAll(async () => {
  market = await createMarket({ skus: SKUS });
  server = await createTestServer(market.ctx);
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  for (const sku of Object.keys(SKUS)) await market.merge(sku);
  await market.openPushes();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

const at = (channel: 'shopee' | 'lazada' | 'shopify') => market.shop(channel);
const shown = (channel: 'shopee' | 'lazada' | 'shopify', sku: string) =>
  market.sandbox.control.listings(channel, at(channel).shop).find((listing) => listing.sku === sku)?.quantity;

async function show(sku: string): Promise<Variant> {
  const found = await server.call('GET', `${path}/variants/products_page.json?q[sku_eq]=${sku}`, { token });
  const [row] = listVariants.reply.parse(found.body).variants;
  const answer = await server.call('GET', `${path}/variants/${String(row?.id)}.json`, { token });
  return showVariant.reply.parse(answer.body).variant;
}

const listingAt = ({ variant_listings: listings }: Variant, channel: string) => {
  const found = listings.find((listing) => listing.marketplace.channel === channel);
  if (found === undefined) throw new Error(`no listing at ${channel}`);
  return found;
};

/** The seller types a number at Lazada, and it is read. */
async function type(sku: string, quantity: number): Promise<Variant> {
  const { shop } = at('lazada');
  const there = market.sandbox.control.listings('lazada', shop).find((listing) => listing.sku === sku);
  market.sandbox.control.editListing('lazada', shop, there?.variant_id ?? '', { quantity });
  market.clock.advance(120_000);
  await market.pull(at('lazada'), 'listings');
  await market.ctx.runJobs();
  return show(sku);
}

const settle = async (sku: string, units: number, verdict: 'count' | 'put_back') =>
  server.call(
    'POST',
    `${path}/variant_listings/${String(listingAt(await show(sku), 'lazada').id)}/settle_difference.json`,
    { token, body: { difference: { units, verdict } } },
  );

describe('a difference that no order explains', () => {
  it('is kept back from the other shops, and the SKU says what is on sale, where and until when', async () => {
    const variant = await type('EDITED', 40);
    expect(variant).toMatchObject({ quantity: 63, on_sale: 40, is_out_of_sync: true });
    const { difference } = listingAt(variant, 'lazada');
    expect(difference?.units).toBe(-23);
    expect(Date.parse(difference?.settled_by ?? '')).toBeGreaterThan(market.clock.now().getTime());
    for (const listing of variant.variant_listings) expect(listing.sync.target).toBe(40);
    expect(shown('shopee', 'EDITED')).toBe(40);
  });

  it('is counted at once when a member decides it: everywhere, once, with its activity', async () => {
    await type('COUNTED', 40);
    const answer = await settle('COUNTED', -23, 'count');
    expect(settleDifference.reply.parse(answer.body).variant_listing.difference).toBeNull();
    await market.ctx.runJobs();
    expect(await show('COUNTED')).toMatchObject({ quantity: 40, on_sale: 40, is_out_of_sync: false });
    expect(shown('shopify', 'COUNTED')).toBe(40);
    const again = await settle('COUNTED', -23, 'count');
    expect(again).toMatchObject({
      status: 422,
      body: { errors: { difference: ['There is no difference any more: nothing was changed.'] } },
    });
    const activity = await market.ctx.db
      .selectFrom('activities')
      .select(['changes', 'extras'])
      .where('key', '=', 'variant_listing.settle_difference')
      .execute();
    expect(activity).toEqual([{ changes: { quantity: [63, 40] }, extras: { units: -23, verdict: 'count' } }]);
  });

  it('is put back when a member decides it: the shop is written the quantity, and nothing is booked', async () => {
    await type('BACK', 80);
    expect((await settle('BACK', 17, 'put_back')).status).toBe(200);
    await market.ctx.runJobs();
    expect(shown('lazada', 'BACK')).toBe(63);
    expect(await show('BACK')).toMatchObject({ quantity: 63, on_sale: 63, is_out_of_sync: false });
    await market.openPushes();
    expect(await show('BACK')).toMatchObject({ quantity: 63, is_out_of_sync: false });
  });

  it('that turns out to be an order is not counted twice', async () => {
    market.setNotices(false);
    market.sandbox.control.setFaults([{ channel: 'lazada', kind: 'hidden_order', rate: 1, after: 300 }]);
    market.sandbox.control.placeOrder('lazada', at('lazada').shop, {
      lines: [{ sku: 'LATE', quantity: 3 }],
      paid: true,
    });
    market.clock.advance(120_000);
    await market.pull(at('lazada'), 'listings');
    expect((await settle('LATE', -3, 'count')).status).toBe(200);
    expect(await show('LATE')).toMatchObject({ quantity: 60 });
    market.sandbox.control.setFaults([]);
    market.clock.advance(300_000);
    await market.openPushes();
    const orders = await market.ctx.db.selectFrom('orders').select('id').execute();
    expect(orders).toHaveLength(1);
    expect(await show('LATE')).toMatchObject({ quantity: 60, is_out_of_sync: false });
    market.setNotices(true);
  });

  it.each(['count', 'put_back'] as const)(
    'that may be an old answer cannot be settled before another read: %s',
    async (verdict) => {
      const { id: variantId, quantity } = await show('OLD');
      await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units: 5 });
      await market.ctx.runJobs();
      market.clock.advance(10_000);
      market.sandbox.control.setFaults([{ channel: 'lazada', kind: 'stale_read', after: 20 }]);
      await market.pull(at('lazada'), 'listings', 'reconcile');
      market.sandbox.control.setFaults([]);
      const { difference } = listingAt(await show('OLD'), 'lazada');
      expect(difference).toMatchObject({ units: -5, settled_by: null, is_doubtful: true });
      expect(Date.parse(difference?.read_again_at ?? '')).toBeGreaterThan(market.clock.now().getTime());
      expect(await settle('OLD', -5, verdict)).toMatchObject({
        status: 422,
        body: { errors: { difference: [expect.stringContaining('old answer')] } },
      });
      market.clock.advance(70_000);
      await market.openPushes();
      await market.openPushes();
      const variant = await show('OLD');
      expect(variant).toMatchObject({ quantity: quantity + 5, on_sale: quantity + 5, is_out_of_sync: false });
      expect(listingAt(variant, 'lazada').difference).toBeNull();
      expect([shown('lazada', 'OLD'), shown('shopify', 'OLD')]).toEqual([quantity + 5, quantity + 5]);
    },
  );

  it('that changed since it was looked at is left for another look', async () => {
    await type('TWICE', 60);
    expect(await settle('TWICE', -5, 'count')).toMatchObject({
      status: 422,
      body: { errors: { difference: ['The difference is -3 now: look at it again.'] } },
    });
    expect((await show('TWICE')).quantity).toBe(63);
  });
});

it('a shop that sold shows the number less its sale before it is read again', async () => {
  market.sandbox.control.placeOrder('shopee', at('shopee').shop, {
    lines: [{ sku: 'SOLD', quantity: 2 }],
    paid: true,
  });
  market.clock.advance(60_000);
  await market.pull(at('shopee'), 'orders');
  await market.ctx.runJobs();
  const variant = await show('SOLD');
  expect(variant).toMatchObject({ quantity: 61, on_sale: 61 });
  expect(variant.variant_listings.map(({ quantity }) => quantity)).toEqual([61, 61, 61]);
});
