import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showStore } from '@evenstock/contract/stores/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { keepBeating } from '../recovery/keep-beating.ts';
import { openMetrics } from './open-metrics.ts';

const TOKEN = 'scraper-of-the-operator';
const docs = join(import.meta.dirname, '../../../../docs/operations');

let folder: string;
let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let member: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-watching-'));
  ctx = await createTestContext({ recoveryFolder: folder });
  server = await createTestServer(ctx, { metrics: { token: TOKEN, ...openMetrics(ctx, ctx.database.pool) } });
  store = await addPopulatedStore(ctx);
  await change({
    state: 'verified',
    verified_at: ago(86_400),
    first_synced_at: ago(80_000),
    channel: 'shopee',
  });
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'member');
  member = await openSession(ctx, userId);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
  rmSync(folder, { recursive: true, force: true });
});
// Every test reads the database again.
beforeEach(() => {
  ctx.clock.advance(60_000);
});

const ago = (seconds: number): Date => new Date(ctx.clock.now().getTime() - seconds * 1000);

async function change(values: {
  state?: 'verified';
  verified_at?: Date;
  first_synced_at?: Date;
  channel?: string;
  needs_authorization?: boolean;
  auth_expiry?: Date;
}): Promise<void> {
  await ctx.db.updateTable('marketplaces').set(values).where('id', '=', store.marketplaceId).execute();
}

async function scrape(): Promise<string> {
  const answer = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const samplesOf = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', is = '']) => [key, is] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

/** The values of a metric, by the values of its labels. */
async function values(name: string): Promise<Record<string, number>> {
  const found = samplesOf(await scrape()).filter((sample) => sample.name === name);
  return Object.fromEntries(found.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

async function enterProcess(
  role: 'all' | 'http' | 'worker',
  beat: number,
  ended: number | null = null,
): Promise<void> {
  await sql`
    insert into processes (id, started_at, beat_at, host, pid, role, ended_at)
    values (gen_random_uuid(), ${ago(86_400)}, ${ago(beat)}, 'somewhere', 1, ${role}, ${ended === null ? null : ago(ended)})`.execute(
    ctx.db,
  );
}

const banner = async (): Promise<string | null> => {
  const { body } = await server.call('GET', `/api/stores/${store.slug}.json`, { token: member });
  return showStore.reply.parse(body).worker_silent_since;
};

it('counts due jobs without those that run, have failed for good, or are to run later', async () => {
  expect(await values('evenstock_jobs_due')).toEqual({ '': 0 });
  expect(await values('evenstock_oldest_due_job_seconds')).toEqual({ '': 0 });
  ctx.clock.advance(60_000);
  for (const seconds of [40, 100, -100, 500, 600])
    await sql`select graphile_worker.add_job('test.waiting', run_at := ${ago(seconds)})`.execute(ctx.db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where run_at = ${ago(500)}`.execute(
    ctx.db,
  );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where run_at = ${ago(600)}`.execute(
    ctx.db,
  );
  expect(await values('evenstock_jobs_due')).toEqual({ '': 2 });
  expect(await values('evenstock_oldest_due_job_seconds')).toEqual({ '': 100 });
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
});

it('says how long no worker runs, to operators and after a minute to members, while the server remains ready', async () => {
  // Nobody knows of any process yet: there is nothing to warn of.
  expect(await values('evenstock_worker_silent_seconds')).toEqual({ '': 0 });
  expect(await banner()).toBeNull();

  ctx.clock.advance(60_000);
  await enterProcess('http', -10);
  await enterProcess('worker', 400);
  await enterProcess('all', 59, 50);
  expect(await values('evenstock_processes')).toEqual({ all: 0, http: 1, worker: 0 });
  expect(await values('evenstock_worker_silent_seconds')).toEqual({ '': 50 });
  expect(await banner()).toBeNull();

  ctx.clock.advance(15_000);
  expect(await values('evenstock_worker_silent_seconds')).toEqual({ '': 65 });
  expect(await banner()).toBe(ago(65).toISOString());
  expect((await server.call('GET', '/readyz')).status).toBe(200);

  const stop = keepBeating(ctx, 'worker');
  await expect.poll(banner).toBeNull();
  ctx.clock.advance(15_000);
  expect(await values('evenstock_processes')).toEqual({ all: 0, http: 1, worker: 1 });
  expect(await values('evenstock_worker_silent_seconds')).toEqual({ '': 0 });
  await stop();
  ctx.clock.advance(61_000);
  expect(await banner()).not.toBeNull();
});

it('counts the shops whose orders are late, by channel, and none that nobody polls', async () => {
  const polled = async (seconds: number, state: 'done' | 'failed'): Promise<void> => {
    await ctx.db
      .insertInto('marketplace_pulls')
      .values({
        store_id: store.id,
        marketplace_id: store.marketplaceId,
        kind: 'orders',
        scope: 'poll',
        state,
        began_at: ago(seconds),
        created_at: ago(seconds),
        finished_at: ago(seconds - 1),
      })
      .execute();
  };
  await polled(250, 'done');
  await polled(10, 'failed');
  expect(await values('evenstock_shops')).toEqual({ shopee: 1 });
  expect(await values('evenstock_shops_late')).toEqual({ shopee: 0 });
  expect(await values('evenstock_oldest_order_poll_seconds')).toEqual({ shopee: 250 });
  ctx.clock.advance(60_000);
  expect(await values('evenstock_shops_late')).toEqual({ shopee: 1 });

  // From an authorisation on, polls are waited for anew.
  await change({ verified_at: ago(-10) });
  ctx.clock.advance(15_000);
  expect(await values('evenstock_shops_late')).toEqual({ shopee: 0 });
  expect(await values('evenstock_oldest_order_poll_seconds')).toEqual({ shopee: 5 });

  await change({ verified_at: ago(9000), auth_expiry: ago(-3 * 86_400) });
  ctx.clock.advance(15_000);
  expect((await values('evenstock_consent_days_left'))['shopee']).toBeCloseTo(3, 1);
  await change({ needs_authorization: true });
  ctx.clock.advance(15_000);
  expect(await values('evenstock_shops_unauthorised')).toEqual({ shopee: 1 });
  expect(await values('evenstock_shops_late')).toEqual({ shopee: 0 });
  expect(await values('evenstock_oldest_order_poll_seconds')).toEqual({});
  expect(await values('evenstock_consent_days_left')).toEqual({});
  await change({ needs_authorization: false });
});

it('keeps what a marketplace refuses apart from what waits', async () => {
  await sql`
    insert into listing_stocks (variant_listing_id, store_id, marketplace_id, target_rev, acked_rev, due_since, flag)
    values (${store.variantListingId}, ${store.id}, ${store.marketplaceId}, 2, 1, ${ago(4000)}, 'rejected')
    on conflict (variant_listing_id) do update
    set target_rev = 2, acked_rev = 1, due_since = excluded.due_since, flag = excluded.flag`.execute(ctx.db);
  expect(Object.values(await values('evenstock_quantities_refused'))).toEqual([1]);
  expect(Object.values(await values('evenstock_quantities_waiting'))).toEqual([0]);
  expect(Object.values(await values('evenstock_oldest_quantity_waiting_seconds'))).toEqual([0]);
});

it('counts requests by the pattern of their address, and what nobody serves under one name', async () => {
  await server.call('GET', `/api/stores/${store.slug}.json`, { token: member });
  await server.call('GET', '/api/somewhere/else');
  await server.call('GET', '/api/elsewhere');
  const counted = await values('evenstock_requests_total');
  expect(counted['GET /api/stores/:storeId 2xx']).toBeGreaterThan(0);
  expect(counted['any none 4xx']).toBe(2);
  expect(Object.keys(counted).filter((key) => key.includes(store.slug))).toEqual([]);
});

it('shows the pool of this process, and when the recovery log was written', async () => {
  const pool = await values('evenstock_pool_connections');
  expect((pool['used'] ?? 0) + (pool['idle'] ?? 0)).toBe(ctx.database.pool.totalCount);
  expect(await values('evenstock_pool_limit')).toEqual({ '': 10 });
  expect(await values('evenstock_pool_waiting')).toEqual({ '': 0 });
  expect(await values('evenstock_recovery_log_last_line_seconds')).toEqual({});
  await ctx.recoveryLog.append([{ id: 1, key: 'one', at: ctx.clock.now(), content: {} }]);
  ctx.clock.set(new Date(Date.now() + 60_000));
  const [seconds = 0] = Object.values(await values('evenstock_recovery_log_last_line_seconds'));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThan(70);
  expect(await values('evenstock_recovery_log_unwritten_lines')).toEqual({ '': 0 });
});

const panels = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })) })),
});

/** What Prometheus itself adds to each metric. */
const fromPrometheus = ['instance', 'job'];

it('prints every metric and label that the alerts and the dashboard name', async () => {
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
      created_at: ago(9),
      sent_at: ago(6),
      answered_at: ago(3),
    })
    .execute();
  await change({ auth_expiry: ago(-86_400), verified_at: ago(100) });
  const printed = samplesOf(await scrape());
  const labelsOf = (name: string): string[] =>
    printed.filter((sample) => sample.name === name).flatMap(({ labels }) => Object.keys(labels));

  const rules = await readFile(join(docs, 'alerts.yml'), 'utf8');
  const alerts = rules
    .split('- alert: ')
    .slice(1)
    .map((rule) => ({
      expression: /expr: (.*)/.exec(rule)?.[1] ?? '',
      labels: [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
    }));
  const dashboard = panels.parse(JSON.parse(await readFile(join(docs, 'dashboard.json'), 'utf8')));
  const graphs = dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr, legendFormat }) => ({
      expression: expr,
      labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  );
  expect(alerts.length).toBeGreaterThan(10);
  expect(graphs.length).toBeGreaterThan(20);
  for (const { expression, labels } of [...alerts, ...graphs]) {
    const named = [...expression.matchAll(/\b((?:evenstock|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    expect(named.length > 0 || expression.startsWith('up{'), expression).toBe(true);
    for (const [, name = '', conditions = ''] of named) {
      expect(
        printed.map((sample) => sample.name),
        expression,
      ).toContain(name);
      for (const [, label = ''] of conditions.matchAll(/(\w+)[=!]~?"/g))
        expect([...labelsOf(name), ...fromPrometheus], expression).toContain(label);
    }
    const known = [...named.flatMap(([, name = '']) => labelsOf(name)), ...fromPrometheus];
    const kept = [...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
    for (const label of [...kept, ...labels]) expect(known, expression).toContain(label);
  }
});
