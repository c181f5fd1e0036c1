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
  const skus = { BACK: 10, NUMBERS: 10, LATER: 10, AWAY: 10, PARTLY: 10, TWICE: 10 };
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

it('undoes a merge from its entry in the ledger: each listing that it brought leaves with the offered units', async () => {
  const ids = (await variantsOf('BACK')).map(({ id }) => id);
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId: ids[1] ?? 0, userId, units: -6 });
  const variantId = await merge(ids, 20);
  const mergeId = await mergeOf(variantId);
  const shown = await show(mergeId);
  expect(shown).toMatchObject({ id: mergeId, variant: { id: variantId, quantity: 20 }, problem: null });
  expect(
    shown.listings.map(({ marketplace, unmerge_quantity }) => [marketplace.channel, unmerge_quantity]),
  ).toEqual([
    ['lazada', 4],
    ['shopify', 10],
  ]);
  expect(shown.staying.map(({ channel }) => channel)).toEqual(['shopee']);

  expect((await undo(mergeId)).status).toBe(200);
  expect(await quantitiesOf('BACK')).toEqual([6, 4, 10]);
  expect(await wrongSums(market.ctx.db)).toEqual([]);
  const again = await undo(mergeId);
  expect(again).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('was unmerged later') as string },
  });
});

it('divides as requested, and refuses numbers that no longer add up', async () => {
  const ids = (await variantsOf('NUMBERS')).map(({ id }) => id);
  const variantId = await merge(ids, 30);
  const mergeId = await mergeOf(variantId);
  const [one, two] = (await show(mergeId)).listings;
  const divisions = [
    { variant_listing_id: one?.id, quantity: 5, shared_quantity: 25 },
    { variant_listing_id: two?.id, quantity: 7, shared_quantity: 18 },
  ];
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units: -1 });
  expect((await undo(mergeId, { merge: { divisions } })).status).toBe(409);
  expect(await quantitiesOf('NUMBERS')).toEqual([29]);
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units: 1 });
  expect((await undo(mergeId, { merge: { divisions } })).status).toBe(200);
  expect(await quantitiesOf('NUMBERS')).toEqual([18, 5, 7]);
});

it('offers the units that a listing had before that very merge, also where another came later', async () => {
  const [first, second, third] = await variantsOf('LATER');
  const variantId = await merge([first?.id ?? 0, second?.id ?? 0], 25);
  const earlier = await mergeOf(variantId);
  await merge([variantId, third?.id ?? 0], 40);
  const shown = await show(earlier);
  expect(shown.problem).toBeNull();
  expect(shown.listings.map(({ unmerge_quantity }) => unmerge_quantity)).toEqual([10]);
  expect((await undo(earlier)).status).toBe(200);
  expect(await quantitiesOf('LATER')).toEqual([30, 10]);
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

it('is refused with the reason where a listing that it brought was unmerged later', async () => {
  const ids = (await variantsOf('PARTLY')).map(({ id }) => id);
  const mergeId = await mergeOf(await merge(ids, 10));
  const [leaving] = (await show(mergeId)).listings;
  const place = `variant_listings/${String(leaving?.id)}/unmerge_from_variant.json`;
  expect((await server.call('POST', `${path}/${place}`, { token, body: {} })).status).toBe(200);
  expect((await show(mergeId)).problem?.code).toBe('catalog.undo_unmerged');
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
