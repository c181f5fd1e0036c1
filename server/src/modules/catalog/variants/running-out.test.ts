import { countVariantStatuses, listVariants } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../../testing/world.ts';
import { daysTillOut } from './days-till-out.rules.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let token: string;

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const user = await addUser(ctx);
  await addMember(ctx, store.id, user, 'member');
  token = await openSession(ctx, user);
  await add('TWO-DAYS', { quantity: 2, past_30_days_sales_count: 30 });
  await add('STILL-FEW', { quantity: 149, past_30_days_sales_count: 300 });
  await add('FEW-DAYS', { quantity: 14, past_30_days_sales_count: 30 });
  await add('ENOUGH', { quantity: 15, past_30_days_sales_count: 30 });
  await add('OVERSOLD', { quantity: -3, past_30_days_sales_count: 1 });
  await add('UNSOLD', { quantity: 0, past_30_days_sales_count: 0 });
  await add('AT-ITS-POINT', { quantity: 20, past_30_days_sales_count: 1, reorder_point: 20 });
  await add('UNSOLD-AT-ITS-POINT', { quantity: 4, past_30_days_sales_count: 0, reorder_point: 5 });
  await add('ABOVE-ITS-POINT', { quantity: 1, past_30_days_sales_count: 30, reorder_point: 0 });
  await add('NOT-FOR-SALE', { quantity: 0, past_30_days_sales_count: 30, live_listings: 0 });
  const into = await add('BOUGHT-FOR-EVER', { quantity: 2_147_483_647, past_30_days_sales_count: 1 });
  await add('MERGED-AWAY', { quantity: 0, past_30_days_sales_count: 30, merged_into_id: into });
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

interface Numbers {
  readonly quantity: number;
  readonly past_30_days_sales_count: number;
  readonly reorder_point?: number;
  readonly live_listings?: number;
  readonly merged_into_id?: number;
}

/** Adds a SKU with a live listing. @returns its id */
async function add(sku: string, numbers: Numbers): Promise<number> {
  const at = ctx.clock.now();
  const { product_id: productId } = await ctx.db
    .selectFrom('variants')
    .select('product_id')
    .where('id', '=', store.variantId)
    .executeTakeFirstOrThrow();
  const { id } = await ctx.db
    .insertInto('variants')
    .values({
      store_id: store.id,
      product_id: productId,
      slug: sku.toLowerCase(),
      sku,
      name: sku,
      full_product_name: sku,
      live_listings: 1,
      created_at: at,
      updated_at: at,
      ...numbers,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function show(days: number | null): Promise<void> {
  await ctx.db.updateTable('stores').set({ running_out_days: days }).where('id', '=', store.id).execute();
}

const ask = (path: string) => server.call('GET', `/api/stores/${store.slug}/variants/${path}`, { token });
const list = (query = '') => ask(`products_page.json?per_page=100&q[filter_status]=running_out${query}`);
const change = (variant: object, sku = 'enough') =>
  server.call('PATCH', `/api/stores/${store.slug}/variants/${sku}.json`, { token, body: { variant } });

async function runningOut(query = ''): Promise<(string | null)[]> {
  const { status, body } = await list(query);
  expect(status, JSON.stringify(body)).toBe(200);
  const { variants, total_count: total } = listVariants.reply.parse(body);
  expect(variants).toHaveLength(total);
  const counted = countVariantStatuses.reply.parse((await ask('status_counts.json')).body);
  expect(counted.running_out).toBe(total);
  return variants.map(({ sku }) => sku);
}

describe('a store that does not show SKUs that are running out', () => {
  const off = { errors: { 'q.filter_status': [expect.stringContaining('Store Settings')] } };

  it('refuses its list, actions by its filter, and its export', async () => {
    expect(await list()).toMatchObject({ status: 422, body: off });
    const body = { q: { filter_status: 'running_out' } };
    const pinned = await server.call('POST', `/api/stores/${store.slug}/variants/mass_pin.json`, {
      token,
      body,
    });
    expect(pinned).toMatchObject({ status: 422, body: off });
    expect(await ask('download.json?q[filter_status]=running_out')).toMatchObject({ status: 422, body: off });
    expect((await ask('status_counts.json')).body).toMatchObject({ running_out: null });
  });

  it('takes no reorder point, nor other fields with it', async () => {
    const refused = await change({ reorder_point: 30, is_pinned: true });
    expect(refused).toMatchObject({ status: 422, body: { errors: { reorder_point: [expect.any(String)] } } });
    expect((await change({})).body).toMatchObject({ variant: { reorder_point: null, is_pinned: false } });
  });
});

describe('a store that shows SKUs that are running out', () => {
  const byDays = ['OVERSOLD', 'TWO-DAYS', 'STILL-FEW', 'FEW-DAYS', 'AT-ITS-POINT', 'UNSOLD-AT-ITS-POINT'];

  it('lists the SKUs that last that number of days or less or are at their own reorder point, and no others', async () => {
    await show(14);
    expect(await runningOut('&q[s]=days_of_cover%20asc')).toEqual(byDays);
    expect(await runningOut('&q[s]=days_of_cover%20desc')).toEqual(byDays.toReversed());
    expect((await runningOut()).sort()).toEqual(byDays.toSorted());
    await show(1);
    expect(await runningOut('&q[s]=days_of_cover')).toEqual([
      'OVERSOLD',
      'AT-ITS-POINT',
      'UNSOLD-AT-ITS-POINT',
    ]);
    await show(14);
  });

  it('sorts no other list by days of cover', async () => {
    expect(await ask('products_page.json?q[s]=days_of_cover')).toMatchObject({
      status: 422,
      body: { errors: { s: [expect.any(String)] } },
    });
  });

  it('moves a SKU by its reorder point, and records it', async () => {
    const before = await recordedChanges(ctx, 'variant.update');
    expect((await change({ reorder_point: 15 })).body).toMatchObject({ variant: { reorder_point: 15 } });
    expect(await runningOut()).toContain('ENOUGH');
    await change({ reorder_point: 15 });
    await change({ reorder_point: 14 });
    expect(await runningOut()).not.toContain('ENOUGH');
    await change({ reorder_point: null });
    expect((await recordedChanges(ctx, 'variant.update')).slice(before.length)).toEqual([
      { reorder_point: [null, 15] },
      { reorder_point: [15, 14] },
      { reorder_point: [14, null] },
    ]);
  });

  it.each([
    [-1, 'Reorder point must be between 0 and 1000000'],
    [1_000_001, 'Reorder point must be between 0 and 1000000'],
    [1.5, 'Reorder point must be a whole number of units'],
    ['', 'Reorder point must be a whole number of units'],
  ])('refuses %j as a reorder point', async (point, text) => {
    expect(await change({ reorder_point: point })).toMatchObject({
      status: 422,
      body: { errors: { reorder_point: [text] } },
    });
  });

  it('lists by the days that it shows, whatever the numbers', async () => {
    const numbers = [-1, 0, 1, 7, 13, 14, 15, 29, 100].flatMap((quantity) =>
      [0, 1, 2, 3, 28, 30, 31, 200].map((sold) => ({ quantity, sold })),
    );
    for (const { quantity, sold } of numbers) {
      await add(`Q${String(quantity)}-S${String(sold)}`, { quantity, past_30_days_sales_count: sold });
    }
    const few = numbers.filter(({ quantity, sold }) => (daysTillOut(quantity, sold) ?? Infinity) <= 14);
    const listed = (await runningOut('&q[name_or_sku_cont]=')).filter((sku) => sku?.startsWith('Q'));
    expect(listed.sort()).toEqual(
      few.map(({ quantity, sold }) => `Q${String(quantity)}-S${String(sold)}`).sort(),
    );
  });
});
