import type { ReportName } from '@evenstock/contract/kinds/report-names';
import { report, type ReportSeries } from '@evenstock/contract/insights/reports';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOfDay, daysAfter } from '../../platform/time/days.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { purgeStore } from '../stores/purge.queries.ts';
import { countOrderQuarters } from './count-order-quarters.ts';
import { countQuarters, takeUncounted, tryLockCount } from './order-quarters.queries.ts';
import { productPurchased, readProductStock, storeReport } from './reports.queries.ts';
import { stockByDay, ticksOf, valuesOf } from './report.rules.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let token: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'member');
  token = await openSession(ctx, userId);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** Orders every 37 minutes from `first` on, in two currencies, every seventh failed, each with two lines. */
async function placeOrders(target: PopulatedStore, first: string, count: number): Promise<void> {
  await sql`
    with placed as (
      insert into orders (store_id, marketplace_id, channel, number, channel_order_id, reference_number, state,
        marketplace_state, marketplace_raw_state, state_rank, source_created_at, source_updated_at, read_began_at,
        currency, total_amount, imported_at, updated_at)
      select ${target.id}, ${target.marketplaceId}, 'shopee', k.number, k.number, k.number,
        case when n % 7 = 0 then 'failed_orders' else 'completed' end, 'x', 'X', 1, k.at, k.at, k.at,
        case when n % 3 = 0 then 'MYR' else 'SGD' end, 100 + n, k.at, k.at
      from generate_series(1, ${count}::integer) n
      cross join lateral (select 'R' || ${first} || n as number, ${first}::timestamptz + n * interval '37 minutes' as at) k
      returning id, store_id)
    insert into order_items (store_id, order_id, position, channel_line_id, variant_id, name, ordered, cancelled, unit_price,
      original_price, total_price)
    select p.store_id, p.id, l, l::text, case when l = 1 then ${target.variantId}::bigint end, 'Mug', l + 1, l - 1, 1, 1, 1
    from placed p cross join generate_series(1, 2) l`.execute(ctx.db);
}

/** Products every 37 minutes from `first` on. */
async function addProducts(target: PopulatedStore, first: string, count: number): Promise<void> {
  await sql`
    insert into products (store_id, slug, name, created_at, updated_at)
    select ${target.id}, 'p' || n, 'P', ${first}::timestamptz + n * interval '37 minutes', now()
    from generate_series(1, ${count}::integer) n`.execute(ctx.db);
}

/** The reference: the buckets of a zone, by the simplest possible statement. */
const references: Readonly<Record<Exclude<ReportName, 'product_stocks'>, string>> = {
  new_orders: `select null as currency, count(*)::bigint as value from orders o where o.store_id = $1 and BUCKET group by 1`,
  orders_total: `select o.currency, sum(o.total_amount)::bigint as value from orders o
    where o.store_id = $1 and o.state <> 'failed_orders' and BUCKET group by 1`,
  products_purchased: `select null as currency, sum(i.ordered - i.cancelled)::bigint as value from orders o, order_items i
    where i.order_id = o.id and o.store_id = $1 and o.state <> 'failed_orders' and BUCKET group by 1`,
  product_purchased: `select null as currency, sum(i.ordered - i.cancelled)::bigint as value
    from orders o, order_items i, variants v where i.order_id = o.id and v.id = i.variant_id
      and o.store_id = $1 and o.state <> 'failed_orders' and BUCKET group by 1`,
  new_products: `select null as currency, count(*)::bigint as value
    from (select store_id, created_at as source_created_at from products) o where o.store_id = $1 and BUCKET group by 1`,
};
const local = `(o.source_created_at at time zone $3)`;
const inRange = `${local}::date >= $4::date and ${local}::date <= $5::date`;
const buckets: Readonly<Record<ReportSeries, string>> = {
  days: `${local}::date = $2::date`,
  weekdays: `extract(isodow from ${local}) = $2::integer`,
  hours: `extract(hour from ${local}) = $2::integer`,
};

interface Days {
  readonly zone: string;
  readonly from: string;
  readonly to: string;
}

/** The values of a report of orders by bucket, and those of the reference; by currency for an amount. */
async function both(
  shop: PopulatedStore,
  name: keyof typeof references,
  series: ReportSeries,
  { zone, from, to }: Days,
): Promise<{ shown: unknown[]; expected: number[][] }> {
  const question = {
    storeId: shop.id,
    series,
    zone,
    from: startOfDay(from, zone),
    before: startOfDay(daysAfter(to, 1), zone),
  };
  const ticks = ticksOf(series, { from, to });
  const reported =
    name === 'product_purchased' ? productPurchased(question, shop.productId) : storeReport[name](question);
  const { rows } = await reported.execute(ctx.db);
  const currencies = name === 'orders_total' ? ['MYR', 'SGD'] : [null];
  const expected = await Promise.all(
    ticks.map(async ({ bucket }) => {
      const statement = references[name].replace('BUCKET', `${inRange} and ${buckets[series]}`);
      const counted = await ctx.database.pool.query<{ currency: string | null; value: string }>(statement, [
        shop.id,
        bucket,
        zone,
        from,
        to,
      ]);
      return currencies.map((currency) =>
        Number(counted.rows.find((row) => row.currency === currency)?.value ?? 0),
      );
    }),
  );
  const shown = ticks.map((_, index) => currencies.map((currency) => valuesOf(ticks, rows, currency)[index]));
  return { shown, expected };
}

const names = ['new_orders', 'orders_total', 'products_purchased'] as const;
const waiting = async (): Promise<number> =>
  (await ctx.database.pool.query('select from uncounted_quarters')).rowCount ?? 0;

describe.each([
  ['Asia/Singapore', '2026-01-28', '2026-02-10'],
  ['Asia/Jakarta', '2028-02-26', '2028-03-02'],
  ['America/New_York', '2026-03-06', '2026-03-10'],
  ['America/New_York', '2026-10-30', '2026-11-03'],
  ['Europe/Berlin', '2026-10-23', '2026-10-27'],
  ['Australia/Lord_Howe', '2026-04-03', '2026-04-06'],
  ['Asia/Kathmandu', '2026-12-30', '2027-01-02'],
])('in %s from %s to %s', (zone, from, to) => {
  let shop: PopulatedStore;
  beforeAll(async () => {
    shop = await addPopulatedStore(ctx);
    await placeOrders(shop, `${daysAfter(from, -2)}T00:00:00Z`, 350);
    await countOrderQuarters(ctx);
    // Half of them are not counted yet, most of these in counted quarters.
    await placeOrders(shop, `${daysAfter(from, -2)}T00:07:00Z`, 350);
    await addProducts(shop, `${daysAfter(from, -2)}T00:07:00Z`, 350);
  });

  it.each(['days', 'weekdays', 'hours'] as const)('%s equal a plain reference', async (series) => {
    for (const name of [...names, 'product_purchased', 'new_products'] as const) {
      const { shown, expected } = await both(shop, name, series, { zone, from, to });
      expect(shown, name).toEqual(expected);
      expect(expected.flat().reduce((sum, value) => sum + value, 0)).toBeGreaterThan(0);
    }
  });

  it('the stock of a product at the end of each day equals a plain reference', async () => {
    await sql`
      insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, action, cause, created_at)
      select ${shop.id}, ${shop.variantId}, n % 5 - 1, 0, 'User', 'Adjustment', n::text,
        ${daysAfter(from, -2)}::timestamptz + n * interval '37 minutes'
      from generate_series(1, 350) n`.execute(ctx.db);
    await sql`update variants v set quantity = m.total
      from (select sum(adjustment)::integer as total from stock_movements where variant_id = ${shop.variantId}) m
      where v.id = ${shop.variantId}`.execute(ctx.db);
    const { quantity, changes } = await readProductStock(
      ctx.db,
      { from: startOfDay(from, zone), zone },
      shop.productId,
    );
    const days = ticksOf('days', { from, to }).map(({ bucket }) => bucket);
    const expected = await sql<{ value: number }>`
      select (select coalesce(sum(adjustment), 0)::integer from stock_movements
              where variant_id = ${shop.variantId} and (created_at at time zone ${zone})::date <= d.day) as value
      from unnest(${days}::date[]) d(day) order by d.day`.execute(ctx.db);
    expect(stockByDay({ from, to }, quantity, changes).map(({ value }) => value)).toEqual(
      expected.rows.map(({ value }) => value),
    );
    expect(new Set(expected.rows.map(({ value }) => value)).size).toBeGreaterThan(2);
  });
});

describe('the totals of orders by quarters of an hour', () => {
  const days = { zone: 'Asia/Kathmandu', from: '2026-06-28', to: '2026-07-03' };
  let shop: PopulatedStore;
  beforeEach(async () => {
    shop = await addPopulatedStore(ctx);
    await placeOrders(shop, '2026-06-28T00:00:00Z', 150);
    await countOrderQuarters(ctx);
    expect(await waiting()).toBe(0);
  });

  /** Expects that each report equals its reference before the changes are counted, and after. */
  async function equalsReference(): Promise<void> {
    for (const isCounted of [false, true]) {
      if (isCounted) await countOrderQuarters(ctx);
      for (const name of names) {
        const { shown, expected } = await both(shop, name, 'hours', days);
        expect(shown, `${name}, counted: ${String(isCounted)}`).toEqual(expected);
      }
    }
    expect(await waiting()).toBe(0);
  }
  const change = (set: string) =>
    ctx.database.pool.query(`update orders set ${set} where store_id = $1 and id % 5 = 0`, [shop.id]);
  const changeLines = (set: string) =>
    ctx.database.pool.query(`update order_items set ${set} where store_id = $1 and order_id % 5 = 0`, [
      shop.id,
    ]);

  it.each([
    ['fail', () => change(`state = 'failed_orders'`)],
    ['are taken up again', () => change(`state = 'completed'`)],
    ['cost something else', () => change('total_amount = total_amount + 5')],
    ['have another currency', () => change(`currency = 'MYR'`)],
    [
      'were placed at another time',
      () => change(`source_created_at = source_created_at + interval '7 hours'`),
    ],
    ['lose units', () => changeLines('cancelled = ordered')],
    ['gain units', () => changeLines('ordered = ordered + 3')],
  ])('follows orders that %s', async (_, run) => {
    const sums = async () =>
      JSON.stringify(await Promise.all(names.map((name) => both(shop, name, 'hours', days))));
    const before = await sums();
    await run();
    expect(await waiting()).toBeGreaterThan(0);
    expect(await sums()).not.toBe(before);
    await equalsReference();
  });

  it('is not counted again for a change that no report shows', async () => {
    await change(`notes = 'A note', state = case state when 'completed' then 'shipped' else state end`);
    await changeLines('restocked = 0');
    expect(await waiting()).toBe(0);
  });

  it('is right after a count that was killed, and counts what waits then', async () => {
    await change('total_amount = total_amount + 5');
    const killed = inTransaction(ctx.db, async (tx) => {
      await countQuarters(tx, await takeUncounted(tx, 1000));
      throw new Error('Killed.');
    });
    await expect(killed).rejects.toThrow('Killed.');
    expect(await waiting()).toBeGreaterThan(0);
    await equalsReference();
  });

  it('includes a change that is committed while it is counted', async () => {
    const client = await ctx.database.pool.connect();
    await client.query('begin');
    await client.query(`update orders set total_amount = total_amount + 5 where store_id = $1`, [shop.id]);
    await countOrderQuarters(ctx);
    await client.query('commit');
    client.release();
    expect(await waiting()).toBeGreaterThan(0);
    await equalsReference();
  });

  it('is counted by one job at a time', async () => {
    await change('total_amount = total_amount + 5');
    await inTransaction(ctx.db, async (tx) => {
      expect(await tryLockCount(tx)).toBe(true);
      await countOrderQuarters(ctx);
    });
    expect(await waiting()).toBeGreaterThan(0);
    await equalsReference();
  });

  it('is counted each minute by its job', async () => {
    await change('total_amount = total_amount + 5');
    await ctx.tick();
    await ctx.runJobs({ allowFailures: true });
    expect(await waiting()).toBe(0);
    await equalsReference();
  });

  it('is deleted with its store', async () => {
    await inTransaction(ctx.db, (tx) => purgeStore(tx, shop.id));
    await countOrderQuarters(ctx);
    const left = await ctx.database.pool.query('select from order_quarters where store_id = $1', [shop.id]);
    expect([left.rowCount, await waiting()]).toEqual([0, 0]);
  });
});

type Query = Readonly<Record<string, string>>;
async function ask(query: Query, path = '') {
  const search = new URLSearchParams(query).toString();
  return server.call('GET', `/api/stores/${store.slug}${path}/reports.json?${search}`, { token });
}
const show = async (query: Query, path = '') => report.parse((await ask(query, path)).body);

describe('the endpoint', () => {
  const today = (): string => ctx.clock.now().toISOString().slice(0, 10);

  it('shows the new orders of the last fourteen days', async () => {
    const shown = await show({});
    expect(shown).toMatchObject({
      name: 'new_orders',
      series: 'days',
      measure: 'count',
      tick_labels: ['New Orders'],
    });
    expect(shown.ticks).toHaveLength(14);
    expect(shown.ticks.at(-1)?.values).toEqual([1]);
    expect(shown.ticks[0]).toEqual({ label: shown.from, values: [0] });
  });

  it('shows amounts by currency, in the major unit', async () => {
    const shown = await show({ name: 'orders_total', series: 'weekdays' });
    expect(shown).toMatchObject({ measure: 'money', tick_labels: ['SGD'] });
    expect(shown.ticks.map(({ label }) => label)[0]).toBe('Monday');
    expect(shown.ticks.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)).toBe(12.5);
  });

  it('counts new products, by hours', async () => {
    const shown = await show({ name: 'new_products', series: 'hours' });
    expect(shown.ticks).toHaveLength(24);
    expect(shown.ticks.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)).toBe(1);
  });

  it('shows the quantity of a product at the end of each day', async () => {
    const at = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
    let quantity = 0;
    for (const [days, adjustment] of [
      [5, 20],
      [3, -4],
      [3, 1],
      [0, -7],
    ] as const) {
      quantity += adjustment;
      await ctx.db
        .insertInto('stock_movements')
        .values({
          store_id: store.id,
          variant_id: store.variantId,
          adjustment,
          final_quantity: quantity,
          source_type: 'User',
          action: 'Adjustment',
          cause: `report-${String(quantity)}`,
          created_at: at(days),
        })
        .execute();
    }
    await ctx.db.updateTable('variants').set({ quantity }).where('id', '=', store.variantId).execute();
    for (const shown of [
      await show({ from: daysAfter(today(), -6) }, '/products/mug'),
      await show({
        from: daysAfter(today(), -6),
        name: 'product_stocks',
        actor: String(store.productId),
      }),
    ]) {
      expect(shown).toMatchObject({ name: 'product_stocks', tick_labels: ['Product Stock'] });
      expect(shown.ticks.slice(-7).map(({ values }) => values[0])).toEqual([0, 20, 20, 17, 17, 17, 10]);
    }
  });

  it('shows the units bought of a product', async () => {
    await placeOrders(store, new Date(ctx.clock.now().getTime() - 86_400_000).toISOString(), 7);
    const shown = await show({ name: 'product_purchased', series: 'hours' }, '/products/mug');
    // Six orders that did not fail, each with two units of the SKU; their other lines have no known SKU.
    expect(shown.ticks.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)).toBe(12);
  });

  it.each<[Query & { name?: ReportName }, string, string]>([
    [{ name: 'product_stocks' }, '', 'name'],
    [{ name: 'new_orders' }, '/products/mug', 'name'],
    [{ name: 'product_stocks', series: 'hours' }, '/products/mug', 'series'],
    [{ from: '1999-12-31' }, '', 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, '', 'from'],
    [{ from: 'yesterday' }, '', 'from'],
    [{ series: 'months' }, '', 'series'],
  ])('refuses %o of %s', async (query, path, field) => {
    expect(await ask(query, path)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it('knows no product of another store', async () => {
    const other = await addPopulatedStore(ctx);
    expect((await ask({ name: 'product_stocks', actor: String(other.productId) })).status).toBe(404);
    expect((await ask({}, '/products/hat')).status).toBe(404);
  });
});
