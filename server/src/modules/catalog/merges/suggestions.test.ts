import { showOperation } from '@evenstock/contract/operations/operations';
import { countRemovedSuggestions, listMergeable } from '@evenstock/contract/catalog/suggested-merges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';

let market: Market;
let server: TestServer;
let token: string;
let userId: number;
let path: string;

/** Twenty-one codes, one more than a page has. */
const CODES = Array.from({ length: 21 }, (_none, place) => `SKU-${String(place + 10)}`);

beforeAll(async () => {
  const skus = Object.fromEntries(CODES.map((code) => [code, 10]));
  market = await createMarket({ channels: ['shopee', 'lazada'], skus });
  server = await createTestServer(market.ctx);
  path = `/api/stores/${String(market.storeId)}`;
  userId = await addUser(market.ctx, 'member', 'who-asked@shop.test');
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function get(place: string): Promise<unknown> {
  const answer = await server.call('GET', `${path}/${place}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
const post = (place: string, body: unknown) => server.call('POST', `${path}/${place}`, { token, body });
const suggested = async (place = 'mergeable', query = '') =>
  listMergeable.reply.parse(await get(`variants/${place}.json${query}`));
const codesOf = (page: { variant_groups: readonly { sku: string }[] }) =>
  page.variant_groups.map(({ sku }) => sku);
const removedCount = async () =>
  countRemovedSuggestions.reply.parse(await get('removed_suggested_merges/count.json')).count;
const remove = (skus: readonly string[]) => post('removed_suggested_merges/mass_create.json', { skus });

async function variantsOf(sku: string): Promise<{ id: number; quantity: number }[]> {
  return market.ctx.db
    .selectFrom('variants')
    .select(['id', 'quantity'])
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .execute();
}

describe('suggestions', () => {
  it('are the SKUs of one code, twenty codes a page, with the quantity of each choice', async () => {
    const [, second] = await variantsOf('SKU-10');
    await adjustQuantity(market.ctx, {
      storeId: market.storeId,
      variantId: second?.id ?? 0,
      userId,
      units: -4,
    });
    const first = await suggested();
    expect(first).toMatchObject({ total_skus: 21, total_count: 21, page: 1, per_page: 20 });
    expect(codesOf(first)).toEqual(CODES.slice(0, 20));
    expect(first.variant_groups[0]).toMatchObject({ sku: 'SKU-10', highest: 10, lowest: 6 });
    expect(first.variant_groups[0]?.variants.map(({ quantity }) => quantity)).toEqual([10, 6]);
    expect(first.variant_groups[0]?.variants[0]?.variant_listings).toHaveLength(1);
    expect(codesOf(await suggested('mergeable', '?page=2'))).toEqual(['SKU-30']);
    expect((await suggested('mergeable', '?page=3')).variant_groups).toEqual([]);
  });

  it('leave the list for good when they are removed, once', async () => {
    expect(await removedCount()).toBe(0);
    expect((await remove(['SKU-11', 'SKU-12', 'NO-SUCH-CODE'])).body).toEqual({ count: 2 });
    expect((await remove(['SKU-11'])).body).toEqual({ count: 2 });
    expect(await removedCount()).toBe(2);
    const left = await suggested();
    expect(left.total_skus).toBe(19);
    expect(codesOf(left)).not.toContain('SKU-11');
    const removed = await suggested('show_all_mergeable');
    expect(removed).toMatchObject({ total_skus: 2, per_page: 20 });
    expect(codesOf(removed)).toEqual(['SKU-11', 'SKU-12']);
    const activities = await market.ctx.db
      .selectFrom('activities')
      .select('id')
      .where('key', '=', 'suggested_merge.remove')
      .execute();
    expect(activities).toHaveLength(1);
  });

  it('that were removed can still be merged, and are neither suggested nor counted then', async () => {
    const ids = (await variantsOf('SKU-11')).map(({ id }) => id);
    expect((await post('variants/manual_merge.json', { variant_ids: ids })).status).toBe(200);
    expect((await post('variants/merge_variants.json', { skus: ['SKU-12'] })).status).toBe(200);
    await market.ctx.runJobs();
    expect(await variantsOf('SKU-11')).toEqual([{ id: ids[0], quantity: 10 }]);
    expect(await variantsOf('SKU-12')).toHaveLength(1);
    expect((await suggested('show_all_mergeable')).total_skus).toBe(0);
    expect(await removedCount()).toBe(0);
    expect((await suggested()).total_skus).toBe(19);
  });
});

describe('merging several suggestions', () => {
  it('runs as an operation over their codes alone, with the choice made, and mails the requester', async () => {
    const body = { skus: ['SKU-13', 'SKU-10'], is_using_highest_qty: false };
    const before = market.ctx.mails.length;
    expect((await post('variants/merge_variants.json', body)).body).toEqual({});
    // A second request joins the first, whatever the sequence of its codes.
    await post('variants/merge_variants.json', { ...body, skus: body.skus.toReversed() });
    const operations = await market.ctx.db
      .selectFrom('operations')
      .select(['id', 'total'])
      .where('finished_at', 'is', null)
      .execute();
    expect(operations).toEqual([{ id: expect.any(Number) as number, total: 2 }]);
    await market.ctx.runJobs();
    const { rows, operation } = showOperation.reply.parse(
      await get(`operations/${String(operations[0]?.id)}.json`),
    );
    expect(operation).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect(rows.map(({ key, state }) => `${key} ${state}`).toSorted()).toEqual([
      'SKU-10 done',
      'SKU-13 done',
    ]);
    expect(await variantsOf('SKU-10')).toEqual([{ id: expect.any(Number) as number, quantity: 6 }]);
    expect(await variantsOf('SKU-14')).toHaveLength(2);
    expect(market.ctx.mails.slice(before).map(({ to, subject }) => [to, subject])).toEqual([
      ['who-asked@shop.test', 'Merging in Market is complete'],
    ]);
  });

  it('takes the selected ones, if their count is the one that was confirmed', async () => {
    const chosen = (expected: number) =>
      post('variants/merge_variants.json', { skus: ['SKU-22', 'SKU-23'], expected_count: expected });
    expect(await chosen(3)).toMatchObject({ status: 409 });
    expect(await variantsOf('SKU-22')).not.toHaveLength(1);
  });

  it('takes all that are listed, if the count is the one that was confirmed', async () => {
    const { total_skus: total } = await suggested();
    await remove(['SKU-20', 'SKU-21']);
    const all = (kind: string, expected: number) =>
      post('variants/merge_variants.json', { all: kind, expected_count: expected });
    expect(await all('active', total)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`can be merged now: ${String(total - 2)}.`) as string },
    });
    expect((await all('removed', 2)).status).toBe(200);
    await market.ctx.runJobs();
    expect(await variantsOf('SKU-20')).toHaveLength(1);
    expect((await suggested()).total_skus).toBe(total - 2);
    expect((await all('active', total - 2)).status).toBe(200);
    await market.ctx.runJobs();
    expect((await suggested()).total_skus).toBe(0);
  });

  it('is refused where nothing is selected, or nothing of it is left to merge', async () => {
    expect(await post('variants/merge_variants.json', { skus: [] })).toMatchObject({
      status: 422,
      body: { errors: { skus: ['Select at least one suggestion.'] } },
    });
    expect(await post('variants/merge_variants.json', { skus: ['SKU-13'] })).toMatchObject({
      status: 422,
      body: { errors: { skus: [expect.stringContaining('Nothing is left to merge')] } },
    });
  });
});
