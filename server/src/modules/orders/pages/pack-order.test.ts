import { listOrdersToPack, packOrder, type OrderToPack } from '@evenstock/contract/orders/packing';
import { getPickList } from '@evenstock/contract/printing/printing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveBarcodes } from '../../catalog/pages/save-barcodes.ts';
import { openOrderHarness, refusal, type OrderHarness } from '../../../testing/order-harness.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'shopify']);
});
afterAll(async () => {
  await harness.close();
});

const lines = [
  { sku: 'TEE', quantity: 2 },
  { sku: 'CUP', quantity: 1 },
];
const search = (code: string) =>
  harness.ask(`/api/stores/${String(harness.market.storeId)}/packing.json?code=${encodeURIComponent(code)}`);
const find = async (code: string): Promise<readonly OrderToPack[]> =>
  listOrdersToPack.reply.parse((await search(code)).body).orders;

async function findOne(code: string): Promise<OrderToPack> {
  const [order, ...others] = await find(code);
  if (order === undefined || others.length > 0)
    throw new Error(`${String(others.length)} too many of ${code}`);
  return order;
}

const scanned = (order: OrderToPack) => order.order_items.map(({ id, quantity }) => ({ id, quantity }));

const pack = (order: OrderToPack, order_items: unknown = scanned(order)) =>
  harness.post(order.reference_number, '/pack', { pack: { packed_at: order.packed_at, order_items } });

async function activities(orderId: number): Promise<number> {
  const found = harness.market.ctx.db.selectFrom('activities').select('id');
  return (await found.where('key', '=', 'order.pack').where('recipient_id', '=', orderId).execute()).length;
}

it('an order is found by its number and by its tracking number, whole and in any case, without its buyer', async () => {
  const number = await harness.buy('shopee', { lines });
  const order = await findOne(number);
  expect(order.order_items.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['TEE', 2],
    ['CUP', 1],
  ]);
  expect(order).toMatchObject({ refusal: null, packed_at: null, no_label: null });
  expect(await find(number.slice(0, -1))).toEqual([]);
  await harness.market.ctx.db
    .updateTable('order_texts')
    .set({ numbers: `${number.toLowerCase()}\nnv_100%sg\n` })
    .where('order_id', '=', order.id)
    .execute();
  expect((await find('nv_100%sg')).map(({ id }) => id)).toEqual([order.id]);
  expect(await find('NVX100%SG')).toEqual([]);
  const readings = harness.market.ctx.db
    .selectFrom('activities')
    .select('id')
    .where('key', '=', 'order.read_buyer');
  expect(await readings.where('recipient_id', '=', order.id).execute()).toEqual([]);
  expect((await search(' ')).status).toBe(422);
});

it('names the barcodes of its goods, and of the parts of a set', async () => {
  const order = await findOne(await harness.buy('shopee', { lines }));
  const [tee] = order.order_items;
  const { variant_id: id } = await harness.market.ctx.db
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('sku', '=', 'TEE')
    .where('marketplace_id', '=', harness.market.shop('shopee').marketplaceId)
    .executeTakeFirstOrThrow();
  const { ctx, storeId } = harness.market;
  const change = { add: ['012345678905'], remove: [] };
  await saveBarcodes(ctx, { storeId, variantId: id, userId: null, operationId: 1, ...change });
  const [named] = (await findOne(order.reference_number)).order_items;
  expect(named?.codes).toEqual([...(tee?.codes ?? []), '012345678905']);
});

it('is packed once: of two members who scan it at the same time, one is to put it aside', async () => {
  const order = await findOne(await harness.buy('shopee', { lines }));
  const answers = await Promise.all([pack(order), pack(order)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused === undefined ? null : refusal(refused)['pack']).toEqual([
    'Somebody packed this order meanwhile. Put it aside, and do not send it twice.',
  ]);
  expect(await activities(order.id)).toBe(1);
  // Who knows that it was packed may pack it again, for instance after the parcel was lost.
  const again = await findOne(order.reference_number);
  expect(again.packed_at).toBe(harness.market.ctx.clock.now().toISOString());
  const { body } = await pack(again);
  expect(packOrder.reply.parse(body).order.packed_at).not.toBeNull();
  expect(await activities(order.id)).toBe(2);
});

it('is not packed with other units than it has now, nor once it is cancelled', async () => {
  const number = await harness.buy('shopee', { lines });
  const order = await findOne(number);
  const [first] = scanned(order);
  expect(refusal(await pack(order, [first]))['pack']).toEqual([
    'The order has changed since it was scanned. Scan its items again.',
  ]);
  await harness.happens('shopee', number, 'cancel');
  expect(refusal(await pack(order))['pack']).toEqual(['This order was cancelled. Do not send it.']);
  expect((await findOne(number)).refusal?.reason_message.code).toBe('packing.cancelled');
  expect(await activities(order.id)).toBe(0);
});

it('says beforehand that its marketplace gives no label', async () => {
  const order = await findOne(await harness.buy('shopify', { lines }));
  expect(order.no_label?.reason_message.code).toBe('printing.no_labels');
  expect((await pack(order)).status).toBe(200);
});

it('a set is packed, picked and shown by the parts that it has now', async () => {
  const { ctx, storeId, shop } = harness.market;
  const number = await harness.buy('shopify', { lines });
  const variantOf = async (sku: string): Promise<number> => {
    const rows = await ctx.db
      .selectFrom('variants as v')
      .innerJoin('variant_listings as l', 'l.variant_id', 'v.id')
      .innerJoin('product_listings as p', 'p.id', 'l.product_listing_id')
      .where('p.marketplace_id', '=', shop('shopify').marketplaceId)
      .where('v.sku', '=', sku)
      .select('v.id')
      .execute();
    return rows[0]?.id ?? 0;
  };
  const [tee, cup] = [await variantOf('TEE'), await variantOf('CUP')];
  expect((await findOne(number)).order_items.map(({ parts }) => parts)).toEqual([[], []]);
  await ctx.db
    .insertInto('set_parts')
    .values({ set_id: tee, part_id: cup, store_id: storeId, units: 3 })
    .execute();
  const order = await findOne(number);
  expect(order.order_items.map(({ sku, quantity, parts }) => [sku, quantity, parts])).toEqual([
    ['TEE', 2, [{ id: cup, codes: ['CUP'], sku: 'CUP', name: expect.stringContaining('CUP'), units: 3 }]],
    ['CUP', 1, []],
  ]);
  const [shown, alone] = (await harness.orderOf(number)).order_items;
  expect(shown?.parts).toMatchObject([{ units: 3, variant: { id: cup, sku: 'CUP' } }]);
  expect(alone?.parts).toEqual([]);
  const pickList = async (by: string) => {
    const query = `q[id_in][]=${String(order.id)}&by=${by}`;
    const { body } = await harness.ask(`/api/stores/${String(storeId)}/orders/pick_list.json?${query}`);
    return getPickList.reply
      .parse(body)
      .pick_list.rows.map((row) => [row.sku, row.quantity, row.parts.map(({ quantity }) => quantity)]);
  };
  expect(await pickList('order')).toEqual([
    ['TEE', 2, [6]],
    ['CUP', 1, []],
  ]);
  expect(await pickList('sku')).toEqual([['CUP', 7, []]]);
  expect((await pack(order)).status).toBe(200);
});
