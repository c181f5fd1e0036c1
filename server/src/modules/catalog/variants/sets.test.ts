import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { countChangedSales, countSales } from '../sales/count-sales.ts';
import { unmergeListing } from '../merges/unmerge-listing.ts';
import { writeListingSummaries } from './variants.queries.ts';

let market: Market;
let server: TestServer;
const tokens = { admin: '', member: '' };
const ids: Record<string, number> = {};

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { TEE: 10, CUP: 7, BOX: 3, DUO: 4 } });
  server = await createTestServer(market.ctx);
  for (const role of ['admin', 'member'] as const) {
    const user = await addUser(market.ctx);
    await addMember(market.ctx, market.storeId, user, role);
    tokens[role] = await openSession(market.ctx, user);
  }
  for (const sku of ['TEE', 'CUP', 'BOX']) ids[sku] = await market.merge(sku);
  const duos = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', 'DUO')
    .orderBy('id')
    .execute();
  for (const [index, duo] of duos.entries()) ids[`DUO-${String(index + 1)}`] = duo.id;
  await market.ctx.runJobs();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

const id = (sku: string): number => ids[sku] ?? 0;
const call = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown, token = tokens.member) =>
  server.call(method, `/api/stores/market${path}.json`, { token, ...(body === undefined ? {} : { body }) });
const makes = (sku: string, parts: readonly (readonly [string, unknown])[]) =>
  call('PATCH', `/variants/${String(id(sku))}/parts`, {
    parts: parts.map(([part, units]) => ({ variant_id: id(part), units })),
  });
const show = (sku: string) => call('GET', `/variants/${String(id(sku))}`);
const refused = (field: string, reason: string) => ({ status: 422, body: { errors: { [field]: [reason] } } });
const noQuantity = 'This is a set: its quantity is what its parts allow. Adjust the parts';

describe('sets', () => {
  it('are refused until an owner or admin switches them on', async () => {
    const off = 'This store makes no sets. Its owner or an admin can switch them on in Store Settings.';
    expect(await makes('BOX', [['TEE', 1]])).toMatchObject(refused('parts', off));
    expect((await call('PATCH', '', { store: { makes_sets: true } })).status).toBe(403);
    const on = await call('PATCH', '', { store: { makes_sets: true } }, tokens.admin);
    expect(on).toMatchObject({ status: 200, body: { store: { makes_sets: true } } });
  });

  it('are made by members, of parts that show it; the activity names them', async () => {
    const made = await makes('BOX', [
      ['TEE', 2],
      ['CUP', 1],
    ]);
    expect(made).toMatchObject({
      status: 200,
      body: {
        variant: {
          is_set: true,
          quantity: 5,
          made_of: [
            { units: 1, quantity: 7, variant: { id: id('CUP'), sku: 'CUP' } },
            { units: 2, quantity: 10, variant: { id: id('TEE'), sku: 'TEE' } },
          ],
        },
      },
    });
    expect((await show('TEE')).body).toMatchObject({
      variant: { is_set: false, made_of: [], part_of: [{ units: 2, variant: { id: id('BOX') } }] },
    });
    expect(await recordedChanges(market.ctx, 'variant.change_parts')).toEqual([
      { made_of: [null, '2 × TEE, 1 × CUP'], quantity: [3, 5] },
    ]);
    await makes('BOX', [
      ['CUP', 1],
      ['TEE', 2],
    ]);
    expect(await recordedChanges(market.ctx, 'variant.change_parts')).toHaveLength(1);
    const page = await call('GET', '/variants/products_page');
    expect(page.body).toMatchObject({
      variants: expect.arrayContaining([
        expect.objectContaining({ sku: 'BOX', is_set: true, quantity: 5 }),
      ]) as unknown,
    });
  });

  it.each([
    ['BOX', [['BOX', 1]], 'A set cannot be a part of itself'],
    [
      'BOX',
      [
        ['TEE', 1],
        ['TEE', 2],
      ],
      'Name each part once, with all its units',
    ],
    ['DUO-1', [['BOX', 1]], 'A set cannot be a part of another set'],
    ['TEE', [['CUP', 1]], 'This SKU is a part of a set, so it cannot be a set'],
    ['BOX', [['nobody', 1]], 'A part must be a SKU of this store'],
    ['BOX', [['TEE', 0]], 'Units must be between 1 and 1000'],
    ['BOX', [['TEE', 1.5]], 'Units must be a whole number'],
  ] as const)('%s cannot be made of %j', async (sku, parts, reason) => {
    ids['nobody'] = 999_999;
    const answer = await makes(sku, parts);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(reason);
  });

  it('cannot be adjusted, merged, unmerged or switched off while they are there', async () => {
    const adjusted = await call('PATCH', `/variants/${String(id('BOX'))}`, { variant: { adjustment: 2 } });
    expect(adjusted).toMatchObject(refused('adjustment', noQuantity));
    const notMerged = 'A set cannot be merged: BOX. End the set first, or leave it out';
    const merged = await call('POST', '/variants/manual_merge', { variant_ids: [id('BOX'), id('DUO-1')] });
    expect(merged).toMatchObject(refused('variant_ids', notMerged));
    const { ctx, storeId } = market;
    const { id: listingId } = await ctx.db
      .selectFrom('variant_listings')
      .select('id')
      .where('variant_id', '=', id('BOX'))
      .executeTakeFirstOrThrow();
    await expect(unmergeListing(ctx, { id: storeId }, { userId: 1 }, listingId)).rejects.toThrow(
      'A set cannot be unmerged. End the set first',
    );
    const off = await call('PATCH', '', { store: { makes_sets: false } }, tokens.admin);
    expect(off).toMatchObject(
      refused(
        'makes_sets',
        'This store has sets. Open each and end it first; the list of products shows them',
      ),
    );
    expect(await quantityOf(ctx.db, id('BOX'))).toBe(5);
  });

  it('are no suggestion to merge', async () => {
    const suggested = async () => (await call('GET', '/variants/mergeable')).body;
    expect(JSON.stringify(await suggested())).toContain('DUO');
    await makes('DUO-1', [['CUP', 1]]);
    expect(JSON.stringify(await suggested())).not.toContain('DUO');
    await makes('DUO-1', []);
  });

  it('explain their number by their parts, the least first', async () => {
    const { body } = await call('GET', `/variants/${String(id('BOX'))}/explained_quantity`);
    expect(body).toMatchObject({
      explained_quantity: {
        quantity: 5,
        made_of: [
          { allows: 5, variant: { sku: 'TEE' } },
          { allows: 7, variant: { sku: 'CUP' } },
        ],
      },
    });
  });

  it('count as sales of their parts, with the order and in each count', async () => {
    const sold = async () =>
      Promise.all(
        ['BOX', 'TEE', 'CUP'].map(async (sku) => {
          const { body } = await show(sku);
          return (body as { variant: { past_30_days_sales_count: number } }).variant.past_30_days_sales_count;
        }),
      );
    const lines = [
      { sku: 'BOX', quantity: 1 },
      { sku: 'TEE', quantity: 1 },
    ];
    market.sandbox.control.placeOrder('shopee', market.shop('shopee').shop, { lines });
    await market.ctx.runJobs();
    await market.pull(market.shop('shopee'), 'orders');
    expect(await sold()).toEqual([1, 3, 1]);
    for (const count of [countSales, countChangedSales]) {
      await count(market.ctx);
      expect(await sold()).toEqual([1, 3, 1]);
    }
    await market.ctx.db.updateTable('variants').set({ past_30_days_sales_count: 0 }).execute();
    await inTransaction(market.ctx.db, (tx) => writeListingSummaries(tx, [id('TEE')]));
    expect(await sold()).toEqual([0, 3, 0]);
    await countSales(market.ctx);
    expect(await sold()).toEqual([1, 3, 1]);
  });

  it('end with 0 units', async () => {
    expect((await makes('BOX', [])).body).toMatchObject({
      variant: { is_set: false, quantity: 0, made_of: [] },
    });
    expect(await wrongSums(market.ctx.db)).toEqual([]);
    const off = await call('PATCH', '', { store: { makes_sets: false } }, tokens.admin);
    expect(off.status).toBe(200);
  });
});
