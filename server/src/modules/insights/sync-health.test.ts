import { fromChannel } from '@evenstock/contract/messages/message';
import { listStoreDeadLetters } from '@evenstock/contract/operations/dead-letters';
import { showSyncHealth } from '@evenstock/contract/insights/sync-health';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { nextAttempt } from './sync-health.rules.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let other: PopulatedStore;
let owner: string;
let admin: string;
let ownerId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  [store, other] = [await addPopulatedStore(ctx), await addPopulatedStore(ctx)];
  ownerId = await addUser(ctx);
  const adminId = await addUser(ctx);
  await addMember(ctx, store.id, ownerId, 'owner');
  await addMember(ctx, store.id, adminId, 'admin');
  [owner, admin] = [await openSession(ctx, ownerId), await openSession(ctx, adminId)];
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const ago = (seconds: number): Date => new Date(ctx.clock.now().getTime() - seconds * 1000);
const health = async () => {
  const path = `/api/stores/${store.slug}/marketplaces/${String(store.marketplaceId)}/sync_health.json`;
  return showSyncHealth.reply.parse((await server.call('GET', path, { token: owner })).body).sync_health;
};

/** Adds orders to the one of the store, each sold this number of seconds before it was seen a minute ago. */
async function seeOrders(seconds: readonly number[]): Promise<void> {
  const id = store.marketplaceId;
  await ctx.db
    .updateTable('marketplaces')
    .set({ first_synced_at: ago(7 * 86_400), state: 'verified', clock_offset_ms: 2000 })
    .where('id', '=', id)
    .execute();
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'orders' and is_identity = 'NO'
      and column_name not in ('number', 'channel_order_id', 'reference_number', 'source_created_at', 'imported_at')`.execute(
    ctx.db,
  );
  const same = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  for (const [index, lag] of seconds.entries()) {
    const name = `H${String(index)}`;
    // The channel's clock is two seconds ahead of ours.
    await sql`
      insert into orders (number, channel_order_id, reference_number, source_created_at, imported_at, ${same})
      select ${name}, ${name}, ${name}, ${ago(60 + lag - 2)}::timestamptz, ${ago(60)}::timestamptz, ${same}
      from orders where store_id = ${store.id} order by id limit 1`.execute(ctx.db);
  }
  // They were imported long after their sale, and before the last day.
  await sql`update orders set imported_at = ${ago(2 * 86_400)} where store_id = ${store.id} and number not like 'H%'`.execute(
    ctx.db,
  );
}

const said = (text: string): string => JSON.stringify([fromChannel(text)]);

async function pushed(times: { due: number; sent: number; answered: number }, outcome = 'ok'): Promise<void> {
  await ctx.db
    .insertInto('listing_stock_movements')
    .values({
      store_id: store.id,
      variant_listing_id: store.variantListingId,
      marketplace_id: store.marketplaceId,
      revision: 1,
      quantity: 3,
      state: outcome === 'ok' ? 'success' : 'failed',
      outcome,
      reason_messages: outcome === 'ok' ? null : said('The shop refused 3.'),
      created_at: ago(times.due),
      sent_at: ago(times.sent),
      answered_at: ago(times.answered),
    })
    .execute();
}

describe('the health of a marketplace’s sync', () => {
  it('is empty where nothing happened', async () => {
    expect(await health()).toMatchObject({
      stages: ['seen', 'pushed', 'confirmed'].map((stage) => ({ stage, count: 0, p50: null, p95: null })),
      last_error: null,
    });
  });

  it('has the median and the 95th percentile of each stage over the last day', async () => {
    await seeOrders([4, 8, 12]);
    await pushed({ due: 100, sent: 98, answered: 97 });
    await pushed({ due: 100, sent: 94, answered: 91 });
    await pushed({ due: 90_000, sent: 89_000, answered: 88_000 });
    expect((await health()).stages).toEqual([
      { stage: 'seen', count: 3, p50: 8, p95: 11.6 },
      { stage: 'pushed', count: 2, p50: 4, p95: 5.8 },
      { stage: 'confirmed', count: 2, p50: 2, p95: 2.9 },
    ]);
  });

  it('counts what waits, since when, and when the shop is tried again', async () => {
    await sql`
      insert into listing_stocks (variant_listing_id, store_id, marketplace_id, target_rev, acked_rev, due_since, retry_at)
      values (${store.variantListingId}, ${store.id}, ${store.marketplaceId}, 2, 1, ${ago(300)}, ${ago(-20)})
      on conflict (variant_listing_id) do update
      set target_rev = 2, acked_rev = 1, due_since = excluded.due_since, retry_at = excluded.retry_at`.execute(
      ctx.db,
    );
    await sql`
      insert into marketplace_pulls (store_id, marketplace_id, kind, scope, state, began_at, created_at)
      values (${store.id}, ${store.marketplaceId}, 'orders', 'poll', 'done', ${ago(10)}, ${ago(10)})`.execute(
      ctx.db,
    );
    expect(await health()).toMatchObject({
      waiting: 1,
      oldest_waiting_at: ago(300).toISOString(),
      next_attempt_at: ago(-20).toISOString(),
    });
  });

  it('names the newest failure, whether a pull’s or a quantity’s', async () => {
    await pushed({ due: 40, sent: 39, answered: 38 }, 'rejected');
    expect((await health()).last_error).toMatchObject({
      at: ago(38).toISOString(),
      text: 'The shop refused 3.',
    });
    await sql`
      insert into marketplace_pulls (store_id, marketplace_id, kind, scope, state, began_at, created_at, finished_at, error)
      values (${store.id}, ${store.marketplaceId}, 'orders', 'manual', 'failed', ${ago(30)}, ${ago(30)}, ${ago(20)}, ${said('No answer.')}::jsonb)`.execute(
      ctx.db,
    );
    expect((await health()).last_error).toMatchObject({ at: ago(20).toISOString(), text: 'No answer.' });
  });
});

it('work that waits without a time of its own is retried at once, and nothing where nobody is connected', () => {
  const now = new Date('2026-11-01T00:00:00Z');
  const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const idle = { isConnected: true, waiting: 0, retryAt: null, resumeAt: null, polledAt: at(-20) };
  expect(nextAttempt(idle, 60, now)).toEqual(at(40));
  expect(nextAttempt({ ...idle, waiting: 2 }, 60, now)).toEqual(now);
  expect(nextAttempt({ ...idle, resumeAt: at(90) }, 60, now)).toEqual(at(90));
  expect(nextAttempt({ ...idle, polledAt: at(-500) }, 60, now)).toEqual(now);
  expect(nextAttempt({ ...idle, isConnected: false }, 60, now)).toBeNull();
});

describe('failed jobs of a store', () => {
  async function die(payload: object): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job('test.dead', payload := ${JSON.stringify(payload)}::json, max_attempts := 1)`.execute(
      ctx.db,
    );
    const id = rows[0]?.id ?? 0;
    await sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'No answer' where id = ${id}`.execute(
      ctx.db,
    );
    return id;
  }
  const path = (rest = ''): string => `/api/stores/${store.slug}/dead_letters${rest}.json`;
  const list = async () => {
    const { body } = await server.call('GET', path(), { token: owner });
    return listStoreDeadLetters.reply.parse(body).dead_letters.map(({ id }) => id);
  };
  const resolve = (id: number, action: string, token = owner) =>
    server.call('POST', path(`/${String(id)}/resolve`), { token, body: { dead_letter: { action } } });

  it.each<[string, (shop: PopulatedStore) => RawBuilder<{ id: number }>]>([
    [
      'pullId',
      ({ id, marketplaceId }) => sql`
        insert into marketplace_pulls (store_id, marketplace_id, kind, scope, began_at, created_at)
        values (${id}, ${marketplaceId}, 'orders', 'poll', now(), now()) returning id`,
    ],
    [
      'operationId',
      ({ id }) => sql`
        insert into operations (store_id, kind, params, asked_at) values (${id}, 'order.export', '{}', now()) returning id`,
    ],
    ['orderId', ({ id }) => sql`select id from orders where store_id = ${id} limit 1`],
  ])('are of the store whose record they name: %s', async (name, record) => {
    const about = async (shop: PopulatedStore) => ({
      [name]: (await record(shop).execute(ctx.db)).rows[0]?.id,
    });
    const mine = await die(await about(store));
    const theirs = await die(await about(other));
    expect(await list()).toEqual([mine]);
    expect((await resolve(theirs, 'discard')).status).toBe(404);
    expect((await resolve(mine, 'discard')).status).toBe(200);
  });

  it('are its owner’s to run again or discard; others’ are not', async () => {
    const mine = await die({ storeId: store.id });
    const shop = await die({ marketplaceId: store.marketplaceId });
    const theirs = await die({ storeId: other.id, marketplaceId: store.marketplaceId });
    const nobodys = await die({});
    expect(await list()).toEqual([shop, mine]);
    for (const id of [theirs, nobodys]) expect((await resolve(id, 'discard')).status).toBe(404);
    expect((await resolve(mine, 'discard', admin)).status).toBe(403);
    expect((await resolve(mine, 'discard')).status).toBe(200);
    expect((await resolve(shop, 'retry')).status).toBe(200);
    expect((await resolve(mine, 'retry')).status).toBe(404);
    expect(await list()).toEqual([]);
    const waiting = await sql<{ id: number; attempts: number }>`
      select id, attempts from graphile_worker._private_jobs order by id`.execute(ctx.db);
    expect(waiting.rows).toContainEqual({ id: shop, attempts: 0 });
    expect(waiting.rows.map(({ id }) => id)).not.toContain(mine);
    const activities = await ctx.db
      .selectFrom('activities')
      .select(['store_id', 'actor_id', 'extras'])
      .where('key', '=', 'dead_letter.resolve')
      .where('recipient_id', 'in', [mine, shop])
      .orderBy('id')
      .execute();
    expect(activities).toEqual([
      { store_id: store.id, actor_id: ownerId, extras: { action: 'discard' } },
      { store_id: store.id, actor_id: ownerId, extras: { action: 'retry' } },
    ]);
  });
});
