import { showOrderNeighbours } from '@evenstock/contract/orders/order-page';
import { orderScopes } from '@evenstock/contract/orders/order-states';
import { countOrders, listMatchingOrders, listOrders } from '@evenstock/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { generateData, type GeneratedStore } from '../../../testing/generate-data.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';

const now = new Date('2026-11-01T01:00:00Z');
let ctx: TestContext;
let server: TestServer;
let store: GeneratedStore;
let other: GeneratedStore;
let token: string;
let platform: string;

beforeAll(async () => {
  ctx = await createTestContext({ now });
  server = await createTestServer(ctx);
  const size = { orders: 600, variants: 60, until: now, days: 120 };
  store = await generateData(ctx.database.pool, 'first', size);
  other = await generateData(ctx.database.pool, 'second', size);
  token = await server.signIn('seller@list.test');
  platform = await server.signIn('platform@list.test', 'admin');
  await ctx.db
    .insertInto('store_profiles')
    .columns(['store_id', 'user_id', 'role', 'created_at', 'updated_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((s) => [
          s.val(store.storeId).as('s'),
          'id',
          s.val('member').as('r'),
          s.val(now).as('c'),
          s.val(now).as('u'),
        ])
        .where('email', '=', 'seller@list.test'),
    )
    .execute();
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function list(query: string, as = token) {
  const answer = await server.call('GET', `/api/stores/${String(store.storeId)}/orders.json?${query}`, {
    token: as,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listOrders.reply.parse(answer.body);
}

async function counts() {
  const path = `/api/stores/${String(store.storeId)}/orders/scope_counts.json`;
  const answer = await server.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return countOrders.reply.parse(answer.body).counts;
}

async function matching(query: string) {
  const path = `/api/stores/${String(store.storeId)}/orders/matching.json?${query}`;
  const answer = await server.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listMatchingOrders.reply.parse(answer.body);
}

describe('all orders that match', () => {
  it('are those of the list, on all its pages, in its order', async () => {
    for (const query of ['scope=staff_to_process', 'scope=all&q[s]=ship_by asc']) {
      const all = await matching(query);
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map((page) => list(`${query}&per_page=100&page=${String(page)}`)),
      );
      const listed = pages.flatMap(({ orders }) => orders.map(({ id }) => id));
      expect(all.total_count).toBe(listed.length);
      expect(all.orders.map(({ id }) => id)).toEqual(listed);
    }
  });
});

async function neighbours(number: string, query: string) {
  const path = `/api/stores/${String(store.storeId)}/orders/${number}/neighbours.json?${query}`;
  const answer = await server.call('GET', path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return showOrderNeighbours.reply.parse(answer.body);
}

async function countBySql(condition: string): Promise<number> {
  const { rows } = await ctx.database.pool.query<{ count: number }>(
    `select count(*) as count from orders o where store_id = $1 and ${condition}`,
    [store.storeId],
  );
  return rows[0]?.count ?? -1;
}
const month = `source_created_at >= '2026-10-01 00:00+08'`;

describe('the orders list', () => {
  it('lists the month that ends today, newest first, with its lines and its count', async () => {
    const page = await list('scope=all&per_page=20');
    expect(page.total_count).toBe(await countBySql(month));
    expect(page.orders).toHaveLength(20);
    const times = page.orders.map((order) => order.source_created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(page.orders.every((order) => order.order_items.length > 0)).toBe(true);
    expect(JSON.stringify(page)).not.toContain('buyer');
  });

  it.each([
    ['staff_to_process', `state = 'staff_to_process'`],
    ['buyer_self_collect', `state = 'buyer_self_collect'`],
    ['shipped', `state = 'shipped'`],
    ['complete', `state = 'completed'`],
    ['outstanding_issues', `state = 'outstanding_issues'`],
    ['failed_orders', `state = 'failed_orders'`],
    ['all_except_failed_orders', `state <> 'failed_orders'`],
    ['all', 'true'],
  ])('lists in the tab %s what belongs there, and nothing of another store', async (scope, condition) => {
    const page = await list(`scope=${scope}&per_page=100`);
    expect(page.total_count).toBe(await countBySql(`${month} and ${condition}`));
    expect(page.total_count).toBeGreaterThan(0);
    const own = new Set(store.marketplaceIds);
    expect(page.orders.every((order) => own.has(order.marketplace.id))).toBe(true);
  });

  it('shows how many orders each tab has before one is opened', async () => {
    const shown = await Promise.all(orderScopes.map((scope) => list(`scope=${scope}`)));
    expect(orderScopes.map((scope, index) => [scope, shown[index]?.total_count])).toEqual(
      Object.entries(await counts()),
    );
  });

  it('sorts by deadline, in both directions; orders without a deadline come after, newest first', async () => {
    const dues = async (query: string): Promise<(string | null)[]> => {
      const page = await list(`per_page=100&${query}`);
      return page.orders.map(({ ship_by: shipBy }) => shipBy);
    };
    for (const direction of ['asc', 'desc'] as const) {
      const shown = await dues(`scope=all&s=ship_by ${direction}`);
      const told = shown.filter((at) => at !== null);
      expect(told.length).toBe(
        await countBySql(`${month} and state = 'staff_to_process' and ship_by is not null`),
      );
      const sorted = [...told].sort();
      expect(shown.slice(0, told.length)).toEqual(direction === 'asc' ? sorted : sorted.reverse());
    }
    const paged = [
      ...(await list('scope=all&s=ship_by asc&per_page=10')).orders,
      ...(await list('scope=all&s=ship_by asc&per_page=10&page=2')).orders,
    ];
    expect(paged.map(({ id }) => id)).toEqual(
      (await list('scope=all&s=ship_by asc&per_page=50')).orders.slice(0, 20).map(({ id }) => id),
    );
    const rest = paged
      .filter(({ ship_by: shipBy }) => shipBy === null)
      .map((order) => order.source_created_at);
    expect(rest.length).toBeGreaterThan(1);
    expect(rest).toEqual([...rest].sort().reverse());
  });

  it.each([
    'scope=all&s=source_created_at desc',
    'scope=complete&s=source_created_at asc',
    'scope=all&s=ship_by asc',
    'scope=all&s=ship_by desc',
    'scope=staff_to_process&s=ship_by asc',
  ])('gives the order before and the one after in the list %s', async (query) => {
    const { orders, total_count: total } = await list(`${query}&per_page=100`);
    const numbers = orders.map(({ reference_number: number }) => number);
    for (const place of Array.from(numbers.slice(0, -1).keys()).slice(0, 30)) {
      const number = numbers[place] ?? '';
      expect(await neighbours(number, query)).toEqual({
        previous: numbers[place - 1] ?? null,
        next: numbers[place + 1] ?? null,
      });
    }
    if (total <= 100) {
      expect(await neighbours(numbers.at(-1) ?? '', query)).toMatchObject({ next: null });
    }
  });

  it('begins with what the staff has to do', async () => {
    const page = await list('');
    expect(page.orders.every((order) => order.state === 'staff_to_process')).toBe(true);
    expect(page.per_page).toBe(10);
  });

  it('filters by marketplace, notes, ids and product, and pages on without a gap', async () => {
    const [marketplace = 0] = store.marketplaceIds;
    const filtered = await list(`scope=all&q[marketplace_id_eq]=${String(marketplace)}`);
    expect(filtered.total_count).toBe(
      await countBySql(`${month} and marketplace_id = ${String(marketplace)}`),
    );
    const noted = await list(
      'scope=all&q[notes_present]=true&q[source_created_at_dategteq]=2026-08-02',
      token,
    );
    expect(noted.total_count).toBe(
      await countBySql(`notes is not null and source_created_at >= '2026-08-02 00:00+08'`),
    );
    const first = await list('scope=all&per_page=50');
    const second = await list('scope=all&per_page=50&page=2');
    const ids = [...first.orders, ...second.orders].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    const chosen = await list(`scope=all&q[id_in][]=${String(ids[0])}&q[id_in][]=${String(ids[7])}`);
    expect(chosen.orders.map(({ id }) => id)).toEqual([ids[0], ids[7]]);
    const sku = first.orders[0]?.order_items[0]?.sku ?? '';
    const bought = await list(`scope=all&per_page=100&q[product_name_cont]=${sku}`);
    expect(bought.total_count).toBeGreaterThan(0);
    expect(bought.orders.every((order) => order.order_items.some((item) => item.sku?.includes(sku)))).toBe(
      true,
    );
  });

  it('sorts the other way round when asked', async () => {
    const page = await list('scope=all&q[s]=source_created_at asc');
    const times = page.orders.map((order) => order.source_created_at);
    expect(times).toEqual([...times].sort());
  });

  it('gives an empty page beyond the end, with the count', async () => {
    const page = await list('scope=all&page=9999');
    expect(page.orders).toEqual([]);
    expect(page.total_count).toBeGreaterThan(0);
  });

  it('finds an exact number however old, but parts of numbers in the window only', async () => {
    const { rows } = await ctx.database.pool.query<{ reference_number: string }>(
      'select reference_number from orders where store_id = $1 order by source_created_at limit 1',
      [store.storeId],
    );
    const oldest = rows[0]?.reference_number ?? '';
    const exact = await list(`scope=all&q[reference_number_cont]=${oldest}`);
    expect(exact.orders.map((order) => order.reference_number)).toEqual([oldest]);
    expect(exact.total_count).toBe(1);
    const part = await list(`scope=all&q[reference_number_cont]=${oldest.slice(0, -1)}`);
    expect(part.orders.map((order) => order.reference_number)).not.toContain(oldest);
  });

  it('takes a percent sign for a percent sign', async () => {
    expect((await list('scope=all&q[reference_number_cont]=%25')).total_count).toBe(0);
    expect((await list('scope=all&q[product_name_cont]=_')).total_count).toBe(0);
  });

  it('keeps everyone but platform admins to three months', async () => {
    const query = 'scope=all&q[source_created_at_dategteq]=2026-07-15';
    const refused = await server.call('GET', `/api/stores/${String(store.storeId)}/orders.json?${query}`, {
      token,
    });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: { source_created_at_dategteq: [expect.stringContaining('3 months')] },
    });
    expect((await list(query, platform)).total_count).toBe(
      await countBySql(`source_created_at >= '2026-07-15 00:00+08'`),
    );
  });

  it('refuses a sort that it does not know, and another store', async () => {
    const sorted = await server.call(
      'GET',
      `/api/stores/${String(store.storeId)}/orders.json?q[s]=notes desc`,
      { token },
    );
    expect(sorted.status).toBe(422);
    const foreign = await server.call('GET', `/api/stores/${String(other.storeId)}/orders.json`, { token });
    expect(foreign.status).toBe(404);
  });
});
