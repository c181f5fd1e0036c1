import { showMerge } from '@evenstock/contract/catalog/merges';
import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../../testing/world.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';
import { mergeVariants } from './merge-variants.ts';

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;

beforeAll(async () => {
  const skus = { BACK: 10, NUMBERS: 10, LATER: 10, AWAY: 10, PARTLY: 10, TWICE: 10, NAMED: 10 };
  market = await createMarket({ channels: ['shopee', 'lazada', 'shopify'], skus });
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}`;
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

/** The SKUs of one code that were not merged away. */
async function variantsOf(sku: string): Promise<{ id: number; quantity: number }[]> {
  return market.ctx.db
    .selectFrom('variants')
    .select(['id', 'quantity'])
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
}
/** The product of each item, in the order of their ids. */
async function productsOf(sku: string): Promise<number[]> {
  const rows = await market.ctx.db
    .selectFrom('product_listings as i')
    .innerJoin('variant_listings as l', 'l.product_listing_id', 'i.id')
    .select('i.product_id')
    .where('l.sku', '=', sku)
    .orderBy('i.id')
    .execute();
  return rows.map((row) => row.product_id);
}
const quantitiesOf = async (sku: string) => (await variantsOf(sku)).map(({ quantity }) => quantity);

async function merge(variantIds: readonly number[], quantity: number): Promise<number> {
  const merged = await mergeVariants(market.ctx, { storeId: market.storeId, variantIds, quantity, userId });
  if (merged === null) throw new Error('Nothing was merged.');
  return merged;
}

/** The number of the merge that the newest merge entry of a SKU's ledger is about. */
async function mergeOf(variantId: number): Promise<number> {
  const answer = await server.call('GET', `${path}/variants/${String(variantId)}/stock_movements.json`, {
    token,
  });
  const { stock_movements: movements } = listVariantStockMovements.reply.parse(answer.body);
  const id = movements.find(({ merge_id: mergeId }) => mergeId !== null)?.merge_id;
  if (id === null || id === undefined) throw new Error('The ledger names no merge.');
  return id;
}

async function show(mergeId: number) {
  const answer = await server.call('GET', `${path}/merges/${String(mergeId)}.json`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return showMerge.reply.parse(answer.body).merge;
}
const undo = (mergeId: number, body: unknown = {}) =>
  server.call('POST', `${path}/merges/${String(mergeId)}/undo.json`, { token, body });

it('undoes a merge from its entry in the ledger: each SKU is there again with what it had, and the entry offers it no more', async () => {
  const ids = (await variantsOf('BACK')).map(({ id }) => id);
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId: ids[1] ?? 0, userId, units: -6 });
  const variantId = await merge(ids, 20);
  const mergeId = await mergeOf(variantId);
  const shown = await show(mergeId);
  expect(shown).toMatchObject({
    id: mergeId,
    variant: { id: variantId, quantity: 20 },
    is_touched: false,
    separate_quantity: 24,
    problem: null,
  });
  expect(
    shown.skus.map(({ id, quantity, listings }) => [
      id,
      quantity,
      listings.map(({ marketplace, before, after }) => [marketplace.channel, before, after]),
    ]),
  ).toEqual([
    [ids[0], 10, [['shopee', 10, 10]]],
    [ids[1], 4, [['lazada', 10, 4]]],
    [ids[2], 10, [['shopify', 10, 10]]],
  ]);

  const undone = await undo(mergeId);
  expect(undone).toMatchObject({ status: 200, body: { merge: { problem: { code: 'catalog.undo_done' } } } });
  expect(await variantsOf('BACK')).toMatchObject([
    { id: ids[0], quantity: 10 },
    { id: ids[1], quantity: 4 },
    { id: ids[2], quantity: 10 },
  ]);
  expect(await wrongSums(market.ctx.db)).toEqual([]);
  expect((await undo(mergeId)).status).toBe(409);
  await expect(mergeOf(variantId)).rejects.toThrow('names no merge');
});

it('refuses when the numbers are not those that were shown', async () => {
  const ids = (await variantsOf('NUMBERS')).map(({ id }) => id);
  const variantId = await merge(ids, 30);
  const mergeId = await mergeOf(variantId);
  const skus = (await show(mergeId)).skus.map(({ id, quantity }) => ({ variant_id: id, quantity }));
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units: -1 });
  expect(await undo(mergeId, { merge: { shown: skus } })).toMatchObject({
    status: 409,
    body: { code: 'catalog.undo_differs' },
  });
  expect(await quantitiesOf('NUMBERS')).toEqual([29]);
  const again = (await show(mergeId)).skus.map(({ id, quantity }) => ({ variant_id: id, quantity }));
  expect((await undo(mergeId, { merge: { shown: again } })).status).toBe(200);
  expect(await quantitiesOf('NUMBERS')).toEqual([9, 10, 10]);
});

it('undoes an earlier merge once the later one is undone', async () => {
  const [first, second, third] = await variantsOf('LATER');
  const variantId = await merge([first?.id ?? 0, second?.id ?? 0], 25);
  const earlier = await mergeOf(variantId);
  await merge([variantId, third?.id ?? 0], 40);
  const later = await mergeOf(variantId);
  expect((await show(earlier)).problem?.code).toBe('catalog.undo_changed');
  expect((await undo(earlier)).status).toBe(409);
  expect((await undo(later)).status).toBe(200);
  expect(await quantitiesOf('LATER')).toEqual([25, 10]);
  expect((await undo(earlier)).status).toBe(200);
  expect(await quantitiesOf('LATER')).toEqual([10, 10, 10]);
});

it('brings back the name, the product and the SKUs that were merged into a source before', async () => {
  const [first, second, third] = await variantsOf('NAMED');
  await merge([second?.id ?? 0, third?.id ?? 0], 12);
  const products = await productsOf('NAMED');
  const variantIds = [first?.id ?? 0, second?.id ?? 0];
  await mergeVariants(market.ctx, {
    storeId: market.storeId,
    variantIds,
    quantity: 20,
    userId,
    name: 'Renamed',
  });
  expect((await undo(await mergeOf(first?.id ?? 0))).status).toBe(200);
  const rows = await market.ctx.db
    .selectFrom('variants')
    .select(['id', 'merged_into_id', 'full_product_name', 'quantity'])
    .where('sku', '=', 'NAMED')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: first?.id, merged_into_id: null, full_product_name: 'The NAMED', quantity: 10 },
    { id: second?.id, merged_into_id: null, full_product_name: 'The NAMED', quantity: 12 },
    { id: third?.id, merged_into_id: second?.id, full_product_name: 'The NAMED', quantity: 0 },
  ]);
  expect(await productsOf('NAMED')).toEqual(products);
});

it('is refused with the reason where a later merge made its SKU a part of another', async () => {
  const [first, second, third] = await variantsOf('AWAY');
  const variantId = await merge([second?.id ?? 0, third?.id ?? 0], 10);
  const mergeId = await mergeOf(variantId);
  await merge([first?.id ?? 0, variantId], 10);
  expect((await show(mergeId)).problem?.text).toContain('became part of another one later');
  expect((await undo(mergeId)).status).toBe(409);
  expect(await quantitiesOf('AWAY')).toEqual([10]);
});

it('is refused with the reason where a listing was unmerged later', async () => {
  const ids = (await variantsOf('PARTLY')).map(({ id }) => id);
  const mergeId = await mergeOf(await merge(ids, 10));
  const leaving = (await show(mergeId)).skus[1]?.listings[0];
  const place = `variant_listings/${String(leaving?.id)}/unmerge_from_variant.json`;
  expect((await server.call('POST', `${path}/${place}`, { token, body: {} })).status).toBe(200);
  expect((await show(mergeId)).problem?.code).toBe('catalog.undo_changed');
  expect((await undo(mergeId)).status).toBe(409);
});

it('happens once when two members undo it at the same time', async () => {
  const ids = (await variantsOf('TWICE')).map(({ id }) => id);
  const variantId = await merge(ids, 30);
  const mergeId = await mergeOf(variantId);
  const answers = await Promise.all([undo(mergeId), undo(mergeId)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await quantitiesOf('TWICE')).toEqual([10, 10, 10]);
  expect(await quantityOf(market.ctx.db, variantId)).toBe(10);
  expect(await wrongSums(market.ctx.db)).toEqual([]);
});

it('does not exist for another store', async () => {
  const [any] = await market.ctx.db.selectFrom('variant_merges').select('id').limit(1).execute();
  const other = await addPopulatedStore(market.ctx);
  await addMember(market.ctx, other.id, userId, 'admin');
  const place = `/api/stores/${String(other.id)}/merges/${String(any?.id)}`;
  expect((await server.call('GET', `${place}.json`, { token })).status).toBe(404);
  expect((await server.call('POST', `${place}/undo.json`, { token, body: {} })).status).toBe(404);
});
