import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrderHarness, refusal, type OrderHarness } from '../../../testing/order-harness.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import { importOrder } from '../imports/import-order.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'shopify']);
  // Orders are placed certainly after the baseline of each listing.
  harness.market.clock.advance(180_000);
});
afterAll(() => harness.close());

type Line = ChannelOrder['lines'][number];

/** Takes an order of one line in, as Shopee reports it. */
async function take(number: string, change: Partial<Line>, order: Partial<ChannelOrder> = {}): Promise<void> {
  const { market } = harness;
  market.clock.advance(2_000);
  const reported = reportedOrder(number, market.clock.now(), 0, [
    { sku: 'TEE', itemId: 'none', variantId: 'none', ordered: 2, cancelled: 0 },
  ]);
  const { marketplaceId } = market.shop('shopee');
  const lines = reported.lines.map((line) => ({ ...line, lineId: number, ...change }));
  const state = { ...reported, ...order, lines };
  await importOrder(market.ctx, { storeId: market.storeId, marketplaceId }, state, readAt(state.updatedAt));
}

/** The marketplace's ids of the listing of TEE. */
async function shopee(): Promise<{ itemId: string; variantId: string }> {
  return harness.market.ctx.db
    .selectFrom('variant_listings')
    .select(['channel_item_id as itemId', 'channel_variant_id as variantId'])
    .where('marketplace_id', '=', harness.market.shop('shopee').marketplaceId)
    .where('sku', '=', 'TEE')
    .executeTakeFirstOrThrow();
}

const store = () => `/api/stores/${String(harness.market.storeId)}`;

async function quantityOf(sku: string): Promise<number> {
  const row = await harness.market.ctx.db
    .selectFrom('variants as v')
    .innerJoin('variant_listings as l', 'l.variant_id', 'v.id')
    .select('v.quantity')
    .where('l.marketplace_id', '=', harness.market.shop('shopee').marketplaceId)
    .where('l.sku', '=', sku)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

async function variantOf(sku: string): Promise<number> {
  const row = await harness.market.ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('marketplace_id', '=', harness.market.shop('shopee').marketplaceId)
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  return row.variant_id;
}

describe('the listing of a line', () => {
  const none = { itemId: null, variantId: null, sku: null, marketplaceSku: null };

  it('is found by the item alone, by the marketplace’s code, or by a SKU that one listing has', async () => {
    await harness.market.ctx.db
      .updateTable('variant_listings')
      .set({ marketplace_sku: '1_SG-2' })
      .where('marketplace_id', '=', harness.market.shop('shopee').marketplaceId)
      .where('sku', '=', 'TEE')
      .execute();
    let before = await quantityOf('TEE');
    for (const codes of [
      { ...none, itemId: (await shopee()).itemId },
      { ...none, marketplaceSku: '1_SG-2' },
      { ...none, itemId: 'renamed', variantId: 'renamed', marketplaceSku: '1_SG-2' },
      { ...none, sku: 'TEE' },
    ]) {
      await take(`BY ${JSON.stringify(codes)}`, codes);
      expect(await quantityOf('TEE'), JSON.stringify(codes)).toBe(before - 2);
      before -= 2;
    }
  });

  it('is none where only the SKU of a listing that it is not has its code', async () => {
    const before = await quantityOf('TEE');
    await take('FOREIGN', {});
    expect(await quantityOf('TEE')).toBe(before);
    expect(await harness.orderOf('FOREIGN')).toMatchObject({ lacks_listing: true });
  });
});

describe('an item without a SKU', () => {
  const codes = { itemId: 'typed', variantId: 'typed', sku: 'SKU-BY-HAND', marketplaceSku: null };

  it('is linked once for all: what waits takes its units once, later orders too, and a cancellation gives them back', async () => {
    const before = await quantityOf('CUP');
    await take('LINK-1', codes);
    await take('LINK-2', { ...codes, ordered: 3 });
    expect(await quantityOf('CUP')).toBe(before);
    const { order_items: items, lacks_listing: lacks } = await harness.orderOf('LINK-1');
    expect([lacks, items[0]?.lacks_listing]).toEqual([true, true]);
    const listed = await harness.ask(`${store()}/orders.json?scope=all&q[lacks_listing]=true`);
    expect(JSON.stringify(listed.body)).toContain('LINK-2');
    const variant = await variantOf('CUP');
    const linked = await harness.post('LINK-1', '/link_item', {
      order_item_id: items[0]?.id,
      variant_id: variant,
    });
    expect(linked).toMatchObject({ status: 200, body: { order: { lacks_listing: false } } });
    expect(await quantityOf('CUP')).toBe(before - 2);
    await harness.settle();
    expect(await quantityOf('CUP')).toBe(before - 5);
    await take('LINK-3', codes);
    expect(await quantityOf('CUP')).toBe(before - 7);
    await take('LINK-2', { ...codes, ordered: 3, cancelled: 3 });
    expect(await quantityOf('CUP')).toBe(before - 4);
    await harness.settle();
    expect(await quantityOf('CUP')).toBe(before - 4);
    expect((await harness.orderOf('LINK-2')).lacks_listing).toBe(false);
  });

  it('is refused where the item has a SKU, or is none of the order', async () => {
    const number = await harness.buy('shopee');
    const [item] = (await harness.orderOf(number)).order_items;
    const link = (id: number | undefined) =>
      harness.post(number, '/link_item', { order_item_id: id, variant_id: item?.variant?.id });
    expect(refusal(await link(item?.id))).toEqual({ order: ['This item has a SKU already.'] });
    expect((await link(9_999_999)).status).toBe(422);
  });
});

describe('orders of one number in one shop', () => {
  it('are two, each with a reference of its own, and are read by the marketplace’s own id', async () => {
    await take('#1001', {}, { channelId: 'gid-1' });
    await take('#1001', {}, { channelId: 'gid-2' });
    await take('#1001', { ordered: 1 }, { channelId: 'gid-2' });
    const rows = await harness.market.ctx.db
      .selectFrom('orders')
      .select(['channel_order_id', 'reference_number'])
      .where('number', '=', '#1001')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { channel_order_id: 'gid-1', reference_number: '#1001' },
      { channel_order_id: 'gid-2', reference_number: '#1001-2' },
    ]);
    expect((await harness.orderOf('#1001-2')).order_items[0]?.quantity).toBe(1);
    const packed = await harness.ask(`${store()}/packing.json?code=${encodeURIComponent('#1001')}`);
    expect(JSON.stringify(packed.body)).toContain('#1001-2');
  });
});

describe('an order of which no unit is the seller’s', () => {
  it('is sent by its marketplace: no Ship, no deadline, no units', async () => {
    const before = await quantityOf('TEE');
    const { itemId, variantId } = await shopee();
    const shipBy = new Date('2026-11-09T00:00:00Z');
    await take('FBS', { itemId, variantId, keptBy: 'marketplace' }, { shipBy });
    const order = await harness.orderOf('FBS');
    expect([order.sent_by, order.state, order.ship_by]).toEqual(['marketplace', 'shipped', null]);
    expect(order.actions).not.toContain('ship');
    expect(order.unavailable_actions.find(({ action }) => action === 'ship')?.reason).toBe(
      'Shopee keeps and sends these units.',
    );
    expect(await quantityOf('TEE')).toBe(before);
  });

  it('a trial order is shown as one, and takes no units', async () => {
    const before = await quantityOf('TEE');
    const { itemId, variantId } = await shopee();
    await take('TRIAL', { itemId, variantId }, { isTest: true });
    expect((await harness.orderOf('TRIAL')).is_test).toBe(true);
    expect(await quantityOf('TEE')).toBe(before);
  });
});

describe('units that were cancelled and not put back', () => {
  it('are shown so, and restocked by a member once', async () => {
    const { itemId, variantId } = await shopee();
    const cancellations = [{ id: 'c1', units: 1, at: null, restocked: false }];
    await take('BROKEN', { itemId, variantId, ordered: 3, cancelled: 1, cancellations });
    const before = await quantityOf('TEE');
    const [item] = (await harness.orderOf('BROKEN')).order_items;
    expect([item?.not_put_back_quantity, item?.restockable_quantity]).toEqual([1, 1]);
    const restock = () =>
      harness.post('BROKEN', '/restock', {
        order_items: [{ id: item?.id, quantity: 1, restocked_quantity: 0 }],
      });
    expect((await restock()).status).toBe(200);
    expect((await restock()).status).toBe(200);
    expect(await quantityOf('TEE')).toBe(before + 1);
    // The marketplace says later that it put them back after all: they count once.
    await take('BROKEN', {
      itemId,
      variantId,
      ordered: 3,
      cancelled: 1,
      cancellations: [{ id: 'c1', units: 1, at: null, restocked: true }],
    });
    expect(await quantityOf('TEE')).toBe(before + 1);
  });
});

describe('a bundle whose parts the marketplace tells', () => {
  const part = (sku: string, units: number) => ({
    itemId: null,
    variantId: null,
    sku,
    marketplaceSku: null,
    units,
  });

  it('takes the units of its parts, and gives them back; the shop’s own numbers of the parts are expected lower', async () => {
    const { market } = harness;
    const { marketplaceId, shop } = market.shop('shopee');
    await market.pull(market.shop('shopee'), 'listings', 'reconcile');
    await harness.settle();
    const before = [await quantityOf('TEE'), await quantityOf('CUP')];
    const bundle = {
      itemId: 'bundle',
      variantId: 'bundle',
      sku: 'BUNDLE',
      parts: [part('TEE', 2), part('CUP', 1)],
    };
    await take('BUNDLE', { ...bundle, ordered: 3 });
    expect([await quantityOf('TEE'), await quantityOf('CUP')]).toEqual([
      (before[0] ?? 0) - 6,
      (before[1] ?? 0) - 3,
    ]);
    const { rows } = await market.ctx.database.pool.query<{ sku: string; delta: number }>(
      `select l.sku, e.delta from listing_events e join variant_listings l on l.id = e.variant_listing_id
       join order_items i on i.id = e.order_item_id where i.sku = 'BUNDLE' and l.marketplace_id = $1 order by l.sku`,
      [marketplaceId],
    );
    expect(rows).toEqual([
      { sku: 'CUP', delta: -3 },
      { sku: 'TEE', delta: -6 },
    ]);
    expect(market.sandbox.control.listings('shopee', shop)).not.toEqual([]);
    await take('BUNDLE', { ...bundle, parts: [], ordered: 3, cancelled: 3 });
    expect([await quantityOf('TEE'), await quantityOf('CUP')]).toEqual(before);
  });

  it('needs a hand where one of its parts is not found', async () => {
    const before = [await quantityOf('TEE'), await quantityOf('CUP')];
    const parts = [part('TEE', 1), part('UNKNOWN', 1)];
    await take('HALF', { itemId: 'bundle', variantId: 'bundle', parts });
    expect((await harness.orderOf('HALF')).lacks_listing).toBe(true);
    expect([await quantityOf('TEE'), await quantityOf('CUP')]).toEqual(before);
  });
});

describe('the amounts of an order', () => {
  it('add up to its total: taxes, fees and tips have their own, and Other is the rest', async () => {
    const amounts = {
      ...reportedOrder('x', new Date(0), 0, []).amounts,
      subtotal: 2_000,
      shippingFee: 300,
      tax: 160,
      serviceFee: 50,
      insurance: 20,
      giftWrap: 30,
      tip: 100,
      voucher: 200,
      total: 2_500,
    };
    await take('SUM', {}, { amounts });
    expect(await harness.orderOf('SUM')).toMatchObject({
      tax: 1.6,
      service_fee: 0.5,
      insurance: 0.2,
      gift_wrap: 0.3,
      tip: 1,
      other: 0.4,
      total_amount: 25,
    });
  });
});
