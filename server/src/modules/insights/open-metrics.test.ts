import { showSyncHealth } from '@evenstock/contract/insights/sync-health';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { openMetrics } from './open-metrics.ts';

const TOKEN = 'scraper-of-the-operator';

let ctx: TestContext;
let server: TestServer;
let closed: TestServer;
let store: PopulatedStore;
let address: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx, {
    metrics: { token: TOKEN, ...openMetrics(ctx, ctx.database.pool) },
  });
  closed = await createTestServer(ctx);
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  store = await addPopulatedStore(ctx);
  await ctx.db
    .updateTable('marketplaces')
    .set({ state: 'verified' })
    .where('id', '=', store.marketplaceId)
    .execute();
});
afterAll(async () => {
  await server.close();
  await closed.close();
  await ctx.close();
});
// Every test reads the database again.
beforeEach(() => {
  ctx.clock.advance(60_000);
});

const ago = (seconds: number): Date => new Date(ctx.clock.now().getTime() - seconds * 1000);
const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${address}/metrics`, { headers });
const scrape = async (): Promise<string> => (await ask({ authorization: `Bearer ${TOKEN}` })).text();

/** The values of a metric by its labels, as Prometheus would read them. */
function valuesOf(text: string, name: string): Record<string, number> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line))
      .filter((match) => match?.[1] === name)
      .map((match) => [match?.[2] ?? '', Number(match?.[3])]),
  );
}

async function confirm(times: { due: number; sent: number; answered: number }): Promise<void> {
  await ctx.db
    .insertInto('listing_stock_movements')
    .values({
      store_id: store.id,
      variant_listing_id: store.variantListingId,
      marketplace_id: store.marketplaceId,
      revision: 1,
      quantity: 3,
      state: 'success',
      outcome: 'ok',
      created_at: ago(times.due),
      sent_at: ago(times.sent),
      answered_at: ago(times.answered),
    })
    .execute();
}

it('does not exist without a token of the installation, and is read with it alone', async () => {
  expect((await closed.call('GET', '/metrics')).status).toBe(404);
  for (const authorization of [
    '',
    'Bearer',
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
  ]) {
    const { status, headers } = await ask({ authorization });
    expect(status, authorization).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  }
  const { status, headers } = await ask({ authorization: `Bearer ${TOKEN}` });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
});

it('shows of each marketplace what its sync health page shows, without a name', async () => {
  await confirm({ due: 100, sent: 98, answered: 97 });
  await confirm({ due: 100, sent: 94, answered: 91 });
  await sql`
    insert into listing_stocks (variant_listing_id, store_id, marketplace_id, target_rev, acked_rev, due_since)
    values (${store.variantListingId}, ${store.id}, ${store.marketplaceId}, 2, 1, ${ago(300)})
    on conflict (variant_listing_id) do update
    set target_rev = 2, acked_rev = 1, due_since = excluded.due_since`.execute(ctx.db);
  await sql`select graphile_worker.add_job('test.dead', max_attempts := 1)`.execute(ctx.db);
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`.execute(ctx.db);

  const memberId = await addUser(ctx);
  await addMember(ctx, store.id, memberId, 'owner');
  const path = `/api/stores/${store.slug}/marketplaces/${String(store.marketplaceId)}/sync_health.json`;
  const { body } = await server.call('GET', path, { token: await openSession(ctx, memberId) });
  const { sync_health: page } = showSyncHealth.reply.parse(body);
  const { channel } = await ctx.db
    .selectFrom('marketplaces')
    .select('channel')
    .where('id', '=', store.marketplaceId)
    .executeTakeFirstOrThrow();
  const shop = `marketplace="${String(store.marketplaceId)}",channel="${channel}"`;

  const text = await scrape();
  const seconds = valuesOf(text, 'evenstock_sync_seconds');
  const samples = valuesOf(text, 'evenstock_sync_samples');
  expect(page.stages.map(({ stage }) => stage)).toEqual(['seen', 'pushed', 'confirmed']);
  for (const { stage, count, p50, p95 } of page.stages) {
    const ofStage = `${shop},stage="${stage}"`;
    expect(samples[ofStage], stage).toBe(count);
    expect(seconds[`${ofStage},quantile="0.5"`] ?? null, stage).toBe(p50);
    expect(seconds[`${ofStage},quantile="0.95"`] ?? null, stage).toBe(p95);
  }
  expect(seconds[`${shop},stage="pushed",quantile="0.95"`]).toBe(5.8);
  expect(valuesOf(text, 'evenstock_quantities_waiting')).toEqual({ [shop]: page.waiting });
  expect(page.waiting).toBe(1);
  expect(valuesOf(text, 'evenstock_oldest_quantity_waiting_seconds')).toEqual({ [shop]: 300 });
  expect(valuesOf(text, 'evenstock_dead_letters')).toEqual({ '': 1 });
  expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(0);

  const names = await sql<{ name: string }>`
    select name from stores union select slug from stores union select name from marketplaces
    union select slug from marketplaces union select email from users`.execute(ctx.db);
  expect(names.rows.length).toBeGreaterThan(2);
  for (const { name } of names.rows) expect(text).not.toContain(`"${name}"`);
});

it('reads the database once in 15 seconds, however many requests come, and drops shops that left', async () => {
  let readings = 0;
  ctx.database.pool.on('acquire', () => (readings += 1));
  const all = await Promise.all([scrape(), scrape(), scrape()]);
  // One statement each for the sync, the dead letters, the queue, the processes and the channels.
  expect(readings).toBe(5);
  expect(all.map((text) => valuesOf(text, 'evenstock_dead_letters'))).toEqual([
    { '': 1 },
    { '': 1 },
    { '': 1 },
  ]);

  await ctx.db
    .updateTable('marketplaces')
    .set({ deactivated_at: ctx.clock.now() })
    .where('id', '=', store.marketplaceId)
    .execute();
  ctx.clock.advance(14_999);
  expect(Object.keys(valuesOf(await scrape(), 'evenstock_quantities_waiting'))).toHaveLength(1);
  ctx.clock.advance(1);
  expect(valuesOf(await scrape(), 'evenstock_quantities_waiting')).toEqual({});
});

it('a reading that failed is not kept', async () => {
  await sql`alter table listing_stocks rename to listing_stocks_away`.execute(ctx.db);
  expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(500);
  await sql`alter table listing_stocks_away rename to listing_stocks`.execute(ctx.db);
  expect((await ask({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});
