import { massMerge, massMergePreview } from '@evenstock/contract/catalog/mass-merges';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { operations } from '../../../wiring.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { adjustQuantity } from '../../stock/changes/adjust-quantity.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;
let userId: number;

beforeEach(async () => {
  const skus = { CAP: 1, MUG: 4, TEE: 10 };
  market = await createMarket({ channels: ['shopee', 'lazada', 'shopify'], skus });
  server = await createTestServer(market.ctx);
  userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
});
afterEach(async () => {
  await server.close();
  await market.close();
});

const post = (place: string, body: unknown = {}) => server.call('POST', `${path}${place}`, { token, body });
const previewOf = async (body: unknown) =>
  massMergePreview.parse((await post('/variants/mass_merge_preview.json', body)).body);
const preview = (variants: unknown) => previewOf({ variants });
const begin = (variants: unknown, expected?: number, numbers?: string) =>
  post('/variants/mass_merge.json', { variants, expected_count: expected, expected_numbers: numbers });
const start = async (variants: unknown) => massMerge.reply.parse((await begin(variants)).body).mass_action.id;

async function outcome(id: number) {
  const { body } = await server.call('GET', `${path}/operations/${String(id)}.json`, { token });
  const { operation, rows } = showOperation.reply.parse(body);
  return { state: operation.state, rows: rows.map(({ key, state }) => `${key} ${state}`).toSorted() };
}

/** Counts the SKUs of each code. */
async function carriers(): Promise<Record<string, number>> {
  const { rows } = await sql<{ sku: string; count: number }>`
    select sku, count(*)::integer as count from variants
    where merged_into_id is null group by sku`.execute(market.ctx.db);
  return Object.fromEntries(rows.map(({ sku, count }) => [sku, count]));
}

/** Pins all SKUs but one of a code, so that a filter for pinned ones does not include it. */
async function pinAllBut(sku: string): Promise<void> {
  await sql`
    update variants set is_pinned = id <> (select max(id) from variants where sku = ${sku})`.execute(
    market.ctx.db,
  );
}

it('merges of each code the SKUs that match, and no others', async () => {
  await pinAllBut('MUG');
  const pinned = { q: { is_pinned_eq: true } };
  expect(await preview(pinned)).toMatchObject({
    count: 3,
    variants_count: 8,
    listings_count: 8,
    alone_count: 0,
  });
  const id = await start(pinned);
  await market.ctx.runJobs();
  expect(await outcome(id)).toEqual({ state: 'done', rows: ['CAP done', 'MUG done', 'TEE done'] });
  expect(await carriers()).toEqual({ CAP: 1, MUG: 2, TEE: 1 });
});

it('shows for each listing the number before and after: safety stock and force zero keep theirs', async () => {
  const { clock, ctx } = market;
  const store = ctx.db.updateTable('stores').set({ keeps_safety_stock: true });
  await store.where('id', '=', market.storeId).execute();
  const safe = ctx.db.updateTable('marketplaces').set({ safety_stock: 3 });
  await safe.where('id', '=', market.shop('lazada').marketplaceId).execute();
  await adjust('TEE', 5);
  await ctx.runJobs();
  const zero = {
    force_zero_qty_from: clock.now(),
    force_zero_qty_to: new Date(clock.now().getTime() + 86_400_000),
  };
  const shopify = ctx.db.updateTable('variant_listings').set(zero);
  await shopify
    .where('marketplace_id', '=', market.shop('shopify').marketplaceId)
    .where('sku', '=', 'TEE')
    .execute();
  const { groups } = await preview({ q: { name_or_sku_cont: 'TEE' } });
  expect(groups).toMatchObject([{ sku: 'TEE', highest: 15, lowest: 10 }]);
  const shown = groups[0]?.listings.map(({ marketplace, after }) => [marketplace.name, after]);
  expect(shown?.toSorted()).toEqual([
    ['lazada', { highest: 12, lowest: 7 }],
    ['shopee', { highest: 15, lowest: 10 }],
    ['shopify', { highest: 0, lowest: 0 }],
  ]);
  expect(groups[0]?.listings.map(({ before }) => before).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([
    10, 10, 15,
  ]);
});

it('merges the SKUs that matched when it was confirmed, not those that match later', async () => {
  await pinAllBut('MUG');
  await start({ q: { is_pinned_eq: true } });
  await market.ctx.db.updateTable('variants').set({ is_pinned: true }).execute();
  await market.ctx.runJobs();
  expect(await carriers()).toEqual({ CAP: 1, MUG: 2, TEE: 1 });
});

it('is refused where other codes can be merged than were confirmed, or none', async () => {
  const tees = { q: { name_or_sku_cont: 'TEE' } };
  expect(await preview(tees)).toMatchObject({ count: 1, variants_count: 3 });
  expect(await begin(tees, 2)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('can be merged now: 1.') as string },
  });
  const shop = { q: { marketplace_id_eq: market.shop('shopee').marketplaceId } };
  expect(await preview(shop)).toMatchObject({
    count: 0,
    variants_count: 0,
    listings_count: 0,
    alone_count: 3,
    groups: [],
  });
  expect(await begin(shop)).toMatchObject({
    status: 422,
    body: { errors: { variants: [expect.stringContaining('No two of the chosen SKUs')] } },
  });
  expect(await carriers()).toEqual({ CAP: 3, MUG: 3, TEE: 3 });
});

/** Sets a SKU of a code to another quantity. */
async function adjust(sku: string, units: number): Promise<void> {
  const { id } = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', sku)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await adjustQuantity(market.ctx, { storeId: market.storeId, variantId: id, userId, units });
}

it('shows page by page each number before and after, and is refused where one of any page has changed', async () => {
  await adjust('CAP', 5);
  const everything = { q: {} };
  const first = await previewOf({ variants: everything, per_page: 1 });
  expect(first).toMatchObject({ count: 3, total_count: 3, page: 1, per_page: 1 });
  expect(first.groups).toMatchObject([{ sku: 'CAP', highest: 6, lowest: 1 }]);
  expect(first.groups[0]?.variants.map(({ quantity }) => quantity)).toEqual([6, 1, 1]);
  expect(first.groups[0]?.variants.map(({ variant_listings: listings }) => listings.length)).toEqual([
    1, 1, 1,
  ]);
  const last = await previewOf({ variants: everything, per_page: 1, page: 3 });
  expect(last.groups.map(({ sku }) => sku)).toEqual(['TEE']);
  expect(last.numbers).toBe(first.numbers);
  // On a page that was not opened.
  await adjust('MUG', -1);
  expect(await begin(everything, 3, first.numbers)).toMatchObject({
    status: 409,
    body: { code: 'catalog.mass_merge_numbers' },
  });
  const now = await previewOf({ variants: everything, per_page: 1, page: 2 });
  expect(now.groups).toMatchObject([{ sku: 'MUG', highest: 4, lowest: 3 }]);
  expect((await begin(everything, 3, now.numbers)).status).toBe(202);
  await market.ctx.runJobs();
  expect(await carriers()).toEqual({ CAP: 1, MUG: 1, TEE: 1 });
});

it('previews and refuses suggestions alike, of given codes and of all', async () => {
  const merge = (body: object) => post('/variants/merge_variants.json', body);
  const mug = { skus: ['MUG'] };
  const shown = await previewOf(mug);
  expect(shown).toMatchObject({ count: 1, variants_count: 3, alone_count: 0, groups: [{ sku: 'MUG' }] });
  const all = await previewOf({ all: 'active' });
  expect(all.groups.map(({ sku }) => sku)).toEqual(['CAP', 'MUG', 'TEE']);
  await adjust('CAP', 2);
  expect(await merge({ all: 'active', expected_count: 3, expected_numbers: all.numbers })).toMatchObject({
    status: 409,
    body: { code: 'catalog.mass_merge_numbers' },
  });
  // The quantity of another code is no matter of these.
  expect((await merge({ ...mug, expected_numbers: shown.numbers })).status).toBe(200);
  await market.ctx.runJobs();
  expect(await carriers()).toEqual({ CAP: 3, MUG: 1, TEE: 3 });
  expect(await merge({ ...mug, expected_numbers: shown.numbers })).toMatchObject({ status: 422 });
});

it('previews and refuses the merge of all SKUs of the same code alike, suggestions that were removed with them', async () => {
  const merge = (body: object) => post('/variants/automerge.json', body);
  await post('/removed_suggested_merges/mass_create.json', { skus: ['MUG'] });
  const shown = await previewOf({ every: true, per_page: 2 });
  expect(shown).toMatchObject({ count: 3, variants_count: 9, listings_count: 9, alone_count: 0 });
  expect(shown.groups.map(({ sku }) => sku)).toEqual(['CAP', 'MUG']);
  await adjust('TEE', 1);
  expect(await merge({ expected_count: 3, expected_numbers: shown.numbers })).toMatchObject({
    status: 409,
    body: { code: 'catalog.mass_merge_numbers' },
  });
  const { numbers } = await previewOf({ every: true });
  expect(await merge({ expected_count: 2, expected_numbers: numbers })).toMatchObject({
    status: 409,
    body: { code: 'catalog.mass_merge_changed' },
  });
  expect(await carriers()).toEqual({ CAP: 3, MUG: 3, TEE: 3 });
  expect((await merge({ expected_count: 3, expected_numbers: numbers })).status).toBe(200);
  await market.ctx.runJobs();
  expect(await carriers()).toEqual({ CAP: 1, MUG: 1, TEE: 1 });
});

it('resumes after a killed worker, and its retry takes the failed alone, of the same SKUs', async () => {
  await pinAllBut('MUG');
  await sql`
    create function refuse_merge() returns trigger language plpgsql as $$
    begin
      if (select v.sku from variants v where v.id = new.variant_id) = 'MUG' then raise 'broken'; end if;
      return new;
    end $$`.execute(market.ctx.db);
  await sql`create trigger refuse_merge before insert on variant_merges for each row execute function refuse_merge()`.execute(
    market.ctx.db,
  );
  const id = await start({ q: { is_pinned_eq: true } });
  // Its worker merges the first code, fails at the second, and dies while it holds the lease.
  await expect(runOperation(market.ctx, operations, id)).rejects.toThrow('broken');
  expect(await carriers()).toEqual({ CAP: 1, MUG: 3, TEE: 3 });
  const until = new Date(market.clock.now().getTime() + 60_000);
  await sql`update operations set state = 'running', lease_token = gen_random_uuid(), lease_until = ${until}
    where id = ${id}`.execute(market.ctx.db);
  for (let tries = 0; tries < 5; tries += 1) {
    market.clock.advance(120_000);
    await market.ctx.runJobs({ allowFailures: true });
  }
  expect(await outcome(id)).toEqual({ state: 'done', rows: ['CAP done', 'MUG failed', 'TEE done'] });
  await sql`drop trigger refuse_merge on variant_merges`.execute(market.ctx.db);
  const retried = retryOperation.reply.parse((await post(`/operations/${String(id)}/retry.json`)).body);
  await market.ctx.runJobs();
  expect(await outcome(retried.operation.id)).toEqual({ state: 'done', rows: ['MUG done'] });
  expect(await carriers()).toEqual({ CAP: 1, MUG: 2, TEE: 1 });
});
