import { listNeedsYou, showTodo } from '@evenstock/contract/insights/needs-you';
import { retryOperation } from '@evenstock/contract/operations/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { rowsReadBy } from '../../testing/query-plan.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { needsYouPage } from '../actions/actions.queries.ts';
import { countFailedRows, failedRowsPage } from '../operations/failed-rows.queries.ts';
import { todoCounts } from './todo.queries.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let userId: number;
let orderId: number;
let token: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  store = await addPopulatedStore(ctx);
  // The failures of the fixture are dismissed: each test begins with an empty list.
  await sql`update marketplace_actions set dismissed_at = asked_at where store_id = ${store.id}`.execute(
    ctx.db,
  );
  await sql`update operation_rows set dismissed_at = at where store_id = ${store.id}`.execute(ctx.db);
  ({ id: orderId } = await ctx.db
    .updateTable('orders')
    .set({ state: 'completed' })
    .where('store_id', '=', store.id)
    .returning('id')
    .executeTakeFirstOrThrow());
  userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'member');
  token = await openSession(ctx, userId);
});

const path = (rest: string): string => `/api/stores/${store.slug}/${rest}`;
const minutesAgo = (minutes: number): Date => new Date(ctx.clock.now().getTime() - minutes * 60_000);

async function list(query: Readonly<Record<string, string>> = {}) {
  const search = new URLSearchParams(query).toString();
  const { body } = await server.call('GET', path(`needs_you.json?${search}`), { token });
  return listNeedsYou.reply.parse(body);
}
const todo = async () =>
  showTodo.reply.parse((await server.call('GET', path('todo.json'), { token })).body).todo;

let made = 0;
/** Adds actions that were requested this number of minutes ago. */
async function addActions(
  state: 'refused' | 'unknown' | 'done',
  minutes: readonly number[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const minute of minutes) {
    const at = minutesAgo(minute);
    const ends = state === 'unknown' ? null : at;
    const reason = state === 'refused' ? 'No.' : null;
    const { rows } = await sql<{ id: number }>`
      insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key,
        asked, user_id, state, outcome_code, outcome_reason, next_at, asked_at, finished_at)
      values (${store.id}, ${store.marketplaceId}, 'order.ship', 'Order', ${orderId}, ${`test:${String(++made)}`}, 'k',
        '{}', ${userId}, ${state}, ${reason}, ${reason}, ${at}, ${at}, ${ends}) returning id`.execute(ctx.db);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Adds an operation that has ended, with rows that failed this number of minutes ago. */
async function addOperation(
  kind: string,
  minutes: readonly number[],
  rest = { retryOf: 0 },
): Promise<number> {
  const at = minutesAgo(0);
  const { rows } = await sql<{ id: number }>`
    insert into operations (store_id, kind, params, user_id, state, total, failed, asked_at, finished_at, retry_of)
    values (${store.id}, ${kind}, '{"orders": []}', ${userId}, 'done', ${minutes.length}, ${minutes.length}, ${at}, ${at},
      ${rest.retryOf === 0 ? null : rest.retryOf}) returning id`.execute(ctx.db);
  const id = rows[0]?.id ?? 0;
  for (const [position, minute] of minutes.entries()) {
    await sql`
      insert into operation_rows (operation_id, store_id, row_key, position, label, subject_type, subject_id, state, code,
        code_values, at)
      values (${id}, ${store.id}, ${String(position)}, ${position + 1}, ${`ORDER-${String(position)}`}, 'Order',
        ${orderId}, 'failed', 'orders.sync_not_found', '{}', ${minutesAgo(minute)})`.execute(ctx.db);
  }
  return id;
}

describe('what Evenstock could not do', () => {
  it('is one list, newest first: refused, unknown for more than two minutes, failed rows', async () => {
    const [refused] = await addActions('refused', [10]);
    const [lost] = await addActions('unknown', [21]);
    await addActions('unknown', [1]);
    await addActions('done', [5]);
    const operation = await addOperation('order.mass_sync', [20]);
    const { items, total_count, next } = await list();
    expect(
      items.map((item) =>
        item.type === 'action'
          ? item.action.id
          : `${String(item.failed_row.operation.id)} ${item.failed_row.key}`,
      ),
    ).toEqual([refused, `${String(operation)} 0`, lost]);
    expect({ total_count, next }).toEqual({ total_count: 3, next: null });
    const row = items.find((item) => item.type === 'failed_row');
    expect(row?.failed_row).toMatchObject({
      label: 'ORDER-0',
      reason: { code: 'orders.sync_not_found' },
      operation: { kind: 'order.mass_sync', can_retry: true, failed: 1, asked_by: { id: userId } },
      marketplace: { id: store.marketplaceId },
    });
    expect(row?.failed_row.path).toMatch(/^\/orders\//);
  });

  it('continues where a page ended, though an entry is dismissed meanwhile, and many have the same time', async () => {
    const same = Array.from({ length: 30 }, () => 7);
    const actions = await addActions('refused', same);
    const operation = await addOperation('order.mass_sync', same);
    const first = await list();
    expect(first.total_count).toBe(60);
    await server.call('POST', path(`actions/${String(actions.at(-1))}/dismiss.json`), { token });
    const seen = first.items.map(({ key }) => key);
    let { next } = first;
    while (next !== null) {
      const page = await list({ before: next });
      seen.push(...page.items.map(({ key }) => key));
      next = page.next;
    }
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    expect(seen.filter((key) => key.includes(`-r-${String(operation)}-`))).toHaveLength(30);
  });

  it('leaves a row out that is tried again, or whose order has an action of the same operation', async () => {
    const again = await addOperation('order.mass_sync', [3]);
    await addOperation('order.mass_sync', [], { retryOf: again });
    const [refused = 0] = await addActions('refused', [3]);
    const shipping = await addOperation('order.mass_ship', [3]);
    await sql`update marketplace_actions set operation_id = ${shipping} where id = ${refused}`.execute(
      ctx.db,
    );
    expect((await list()).items).toMatchObject([{ type: 'action', action: { id: refused } }]);
  });

  it('leaves out the one row that is tried again alone, and tries it once', async () => {
    const operation = await addOperation('order.mass_sync', [1, 2, 3]);
    const retry = async (body?: object) => {
      const address = path(`operations/${String(operation)}/retry.json`);
      const answer = await server.call('POST', address, { token, ...(body === undefined ? {} : { body }) });
      return answer.status === 200 ? retryOperation.reply.parse(answer.body).operation : answer.status;
    };
    const alone = { operation: { row_key: '1' } };
    const [first, second] = await Promise.all([retry(alone), retry(alone)]);
    expect(first).toMatchObject({ retry_of: operation, total: 1 });
    expect(second).toEqual(first);
    const waiting = async () =>
      (await list()).items.map((item) => (item.type === 'failed_row' ? item.failed_row.key : ''));
    expect(await waiting()).toEqual(['0', '2']);
    expect((await list()).total_count).toBe(2);
    expect(await retry({ operation: { row_key: 'none' } })).toBe(422);
    // The others are retried at once, without the one that was retried.
    const others = await retry();
    expect(others).toMatchObject({ retry_of: operation, total: 2 });
    expect(await waiting()).toEqual([]);
    expect(await retry({ operation: { row_key: '0' } })).toMatchObject({
      id: typeof others === 'number' ? 0 : others.id,
    });
    expect(await retry(alone)).toMatchObject({ id: typeof first === 'number' ? 0 : first.id });
  });

  it('a refused action of an order is requested again at the order alone, which knows whether it is still possible', async () => {
    const [refused] = await addActions('refused', [10]);
    await sql`update marketplace_actions set may_retry = true where id = ${refused}`.execute(ctx.db);
    const answer = await server.call('POST', path(`actions/${String(refused)}/retry.json`), { token });
    expect(answer.status).toBe(422);
    expect((await list()).items).toMatchObject([{ type: 'action', action: { id: refused } }]);
    const actions = await ctx.db
      .selectFrom('marketplace_actions')
      .select('id')
      .where('store_id', '=', store.id)
      .where('kind', '=', 'order.ship')
      .execute();
    expect(actions.map(({ id }) => id)).toEqual([refused]);
  });

  it('is dismissed row by row or all at once, which is kept as an activity', async () => {
    const operation = await addOperation('order.mass_sync', [1, 2, 3]);
    const dismiss = (body: object) =>
      server.call('POST', path(`operations/${String(operation)}/dismiss.json`), {
        token,
        body: { operation: body },
      });
    expect((await dismiss({ row_key: '1' })).body).toEqual({ dismissed: 1 });
    expect((await list()).total_count).toBe(2);
    expect((await dismiss({ row_key: '1' })).status).toBe(422);
    expect((await dismiss({})).body).toEqual({ dismissed: 2 });
    expect((await list()).items).toEqual([]);
    const kept = await ctx.db
      .selectFrom('activities')
      .select(['actor_id', 'recipient_id', 'extras'])
      .where('key', '=', 'operation.dismiss')
      .where('store_id', '=', store.id)
      .orderBy('id')
      .execute();
    expect(kept).toMatchObject([
      { actor_id: userId, recipient_id: operation, extras: { count: 1 } },
      { actor_id: userId, recipient_id: operation, extras: { count: 2 } },
    ]);
  });

  it('is counted beside other work that waits, labels among it', async () => {
    const before = await todo();
    await addActions('refused', [3]);
    await addOperation('order.print_labels', [1, 2]);
    await sql`update orders set state = 'staff_to_process' where id = ${orderId}`.execute(ctx.db);
    await sql`update variants set quantity = -1 where id = ${store.variantId}`.execute(ctx.db);
    await sql`
      update marketplaces set state = 'verified', needs_authorization = false,
        auth_expiry = ${new Date(ctx.clock.now().getTime() + 6 * 86_400_000)}
      where id = ${store.marketplaceId}`.execute(ctx.db);
    await sql`
      insert into listing_stocks (variant_listing_id, store_id, marketplace_id, flag)
      values (${store.variantListingId}, ${store.id}, ${store.marketplaceId}, 'rejected')
      on conflict (variant_listing_id) do update set flag = 'rejected'`.execute(ctx.db);
    expect(before.needs_you).toBe(0);
    expect(await todo()).toEqual({
      orders_to_ship: 1,
      orders_to_ship_from: '2026-08-01',
      cancellations_to_answer: 0,
      returns_to_answer: 0,
      returns_due_today: 0,
      places_to_choose: 0,
      orders_late: 0,
      orders_due_today: 0,
      needs_you: 3,
      orders_to_link: 0,
      failed_labels: 2,
      refused_quantities: 1,
      oversold_skus: 1,
      running_out_skus: 0,
      ending_authorisations: 1,
      total: 7,
    });
    expect((await list({ scope: 'labels' })).total_count).toBe(2);
    await sql`
      update marketplaces set auth_expiry = ${new Date(ctx.clock.now().getTime() + 8 * 86_400_000)}
      where id = ${store.marketplaceId}`.execute(ctx.db);
    expect((await todo()).ending_authorisations).toBe(0);
  });
});

describe('the list and its counts are read from indexes', () => {
  it('among many that were done or dismissed', async () => {
    await addActions('refused', [3, 4]);
    const operation = await addOperation('order.mass_sync', [1, 2]);
    const at = minutesAgo(1000);
    await sql`
      insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key,
        asked, state, next_at, asked_at, finished_at)
      select ${store.id}, ${store.marketplaceId}, 'order.ship', 'Order', ${orderId}, 'many:' || n, 'k', '{}', 'done',
        ${at}, ${at}, ${at} from generate_series(1, 20000) n`.execute(ctx.db);
    await sql`
      insert into operation_rows (operation_id, store_id, row_key, position, label, state, at, dismissed_at)
      select ${operation}, ${store.id}, 'many' || n, 10 + n, 'x', case when n % 2 = 0 then 'done' else 'failed' end, ${at}, ${at}
      from generate_series(1, 20000) n`.execute(ctx.db);
    await ctx.database.pool.query('vacuum (analyze) marketplace_actions');
    await ctx.database.pool.query('vacuum (analyze) operation_rows');
    const filter = { storeId: store.id, kind: null };
    for (const statement of [
      needsYouPage(store.id, minutesAgo(60), null, 26),
      failedRowsPage(filter, null, 26),
      countFailedRows(filter, 10_000),
      todoCounts(
        store.id,
        { soldFrom: minutesAgo(100_000), now: at, tomorrow: minutesAgo(0), expiring: minutesAgo(0) },
        10_000,
      ),
    ]) {
      const { rows } = await rowsReadBy(ctx.db, statement);
      expect(rows).toBeLessThan(100);
    }
  });
});
