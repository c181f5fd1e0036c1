import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import type { Actor, StoreScope } from '@evenstock/server/api/routing';
import { startAutomerge } from '@evenstock/server/modules/catalog/merges/start-automerge';
import { runOperation } from '@evenstock/server/modules/operations/run-operation';
import {
  startOrderItems,
  startOrders,
  startProducts,
} from '@evenstock/server/modules/spreadsheets/start-export';
import { startMassUpdate } from '@evenstock/server/modules/spreadsheets/start-mass-update';
import { limitHeapGrowth } from '@evenstock/server/platform/process/gc-settings';
import { generateData } from '@evenstock/server/testing/generate-data';
import { operations } from '@evenstock/server/wiring';
import type pg from 'pg';
import { benchContext } from './one-connection.ts';

/** What long work took, beside its bare statements in the same run. */
export interface LongWork {
  readonly work: string;
  /** Rows a second. */
  readonly ours: number;
  readonly control: number;
  /** MiB of this process above what it held before, at most. */
  readonly memory: number;
}

type Bench = ReturnType<typeof benchContext> & { readonly storeId: number; readonly actor: Actor };

const control = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'controls', `${name}.sql`), 'utf8');
const MIB = 1024 * 1024;
const LOOK_MS = 100;
const DAY_MS = 86_400_000;

/** Merges by SKU, imports and exports a sheet, each with this many rows, through one connection. */
export async function measureSheets(connection: pg.PoolConfig, rows: number): Promise<LongWork[]> {
  // As the programs have it.
  limitHeapGrowth();
  const { ctx, pool, close } = benchContext(connection, 1);
  try {
    const size = { orders: 100, variants: rows, until: new Date(), days: 90 };
    const { storeId, ownerId } = await generateData(pool, 'sheets', size);
    const email = 'sheets@generated.test';
    const actor: Actor = { userId: ownerId, sessionId: 1, email, role: 'member' };
    const bench = { ctx, pool, close, storeId, actor };
    const imported = await measureImport(bench, rows);
    const exported = await measureProducts(bench, rows);
    return [imported, exported, ...(await measureOrders(bench, rows)), await measureMerge(bench)];
  } finally {
    await close();
  }
}

const storeOf = ({ storeId }: Bench): StoreScope => ({
  id: storeId,
  slug: 'sheets',
  country: 'sg',
  timeZone: 'Asia/Singapore',
  role: 'owner',
});

/** Runs the newest operation to its end. @returns the seconds, and the memory that it took */
async function runNewest({ ctx, pool }: Bench): Promise<{ seconds: number; memory: number }> {
  const newest = 'select id, finished_at from operations order by id desc limit 1';
  const rest = process.memoryUsage().rss;
  let highest = rest;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, LOOK_MS);
  const began = performance.now();
  try {
    for (;;) {
      const { rows } = await pool.query<{ id: number; finished_at: Date | null }>(newest);
      const [operation] = rows;
      if (operation === undefined) throw new Error('Nothing was started.');
      if (operation.finished_at !== null) break;
      await runOperation(ctx, operations, operation.id);
    }
  } finally {
    clearInterval(timer);
  }
  return { seconds: (performance.now() - began) / 1000, memory: (highest - rest) / MIB };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function measureImport(bench: Bench, count: number): Promise<LongWork> {
  const { pool, storeId } = bench;
  const { rows } = await pool.query<{ id: number; quantity: number }>(
    'select id, quantity from variants where store_id = $1 order by id limit $2',
    [storeId, count],
  );
  const lines = rows.map(({ id, quantity }) => {
    const exported = Math.max(quantity, 0);
    return [id, '', '', '', exported + 1, '', exported].join(',');
  });
  const bytes = Buffer.from([productColumns.join(','), ...lines].join('\n'));
  const { ctx, actor } = bench;
  await startMassUpdate({
    ctx,
    actor,
    store: storeOf(bench),
    params: { storeId: 'sheets' },
    query: undefined,
    body: {},
    file: { bytes, name: 'products.csv' },
    address: '',
    agent: null,
    respondsAsync: false,
  });
  const ours = await runNewest(bench);
  const text = control('stock-change');
  const bare = await seconds(async () => {
    for (const { id } of rows) await pool.query(text, [id]);
  });
  const work = `a sheet of ${String(rows.length)} rows imported`;
  return { work, ours: rows.length / ours.seconds, control: rows.length / bare, memory: ours.memory };
}

/** An export, beside its pages as bare statements. */
async function measureExport(
  bench: Bench,
  { work, count, pages }: { readonly work: string; readonly count: number; readonly pages: string },
  start: () => Promise<unknown>,
): Promise<LongWork> {
  await start();
  const ours = await runNewest(bench);
  const text = control(pages);
  const bare = await seconds(async () => {
    let last: number | null = pages === 'export-variants' ? 0 : null;
    for (let read = 1; read > 0;) {
      const { rows } = await bench.pool.query<{ id: number }>(text, [bench.storeId, last]);
      read = rows.length;
      last = rows.at(-1)?.id ?? last;
    }
  });
  return { work, ours: count / ours.seconds, control: count / bare, memory: ours.memory };
}

const measureProducts = (bench: Bench, count: number): Promise<LongWork> =>
  measureExport(bench, { work: `${String(count)} SKUs exported`, count, pages: 'export-variants' }, () =>
    startProducts({
      ctx: bench.ctx,
      actor: bench.actor,
      store: storeOf(bench),
      params: { storeId: 'sheets' },
      query: { q: { filter_status: 'all' } },
      body: undefined,
      file: null,
      address: '',
      agent: null,
      respondsAsync: false,
    }),
  );

/** The exports of orders and of their items, of a store that has as many orders as the other has SKUs. */
async function measureOrders(bench: Bench, orders: number): Promise<LongWork[]> {
  const { ctx, pool } = bench;
  const { storeId } = await generateData(pool, 'ordered', {
    orders,
    variants: 1_000,
    until: new Date(),
    days: 60,
  });
  const sold = { ...bench, storeId };
  const caller = { ctx, actor: { ...bench.actor, role: 'admin' } as const, store: storeOf(sold) };
  const day = new Date(Date.now() - 70 * DAY_MS).toISOString().slice(0, 10);
  const all = { scope: 'all', q: { source_created_at_dategteq: day } } as const;
  const measure = (work: string, start: () => Promise<unknown>) =>
    measureExport(sold, { work: `${String(orders)} ${work}`, count: orders, pages: 'export-orders' }, start);
  return [
    await measure('orders exported', () => startOrders(caller, all)),
    await measure("orders' items exported", () => startOrderItems(caller, all)),
  ];
}

/** Each two SKUs get one code: half of the codes are merged by us, the others by the bare statement. */
async function measureMerge(bench: Bench): Promise<LongWork> {
  const { ctx, actor, pool, storeId } = bench;
  await pool.query(
    `update variants set sku = case when n % 4 < 2 then 'OURS-' else 'BARE-' end || n / 2
     from (select id, row_number() over (order by id) as n from variants where store_id = $1 and live_listings > 0) p
     where p.id = variants.id`,
    [storeId],
  );
  const listingsOf = async (kind: string): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `select coalesce(sum(live_listings), 0)::integer as count from variants where store_id = $1 and sku like $2`,
      [storeId, `${kind}-%`],
    );
    return rows[0]?.count ?? 0;
  };
  const codes = await pool.query<{ sku: string; ours: boolean }>(
    `select sku, sku like 'OURS-%' as ours from variants where store_id = $1 and sku ~ '^(OURS|BARE)-'
     group by sku having count(*) > 1`,
    [storeId],
  );
  const skus = codes.rows.filter(({ ours }) => ours).map(({ sku }) => sku);
  const [merged, bareListings] = [await listingsOf('OURS'), await listingsOf('BARE')];
  await startAutomerge(ctx, { id: storeId }, actor, { useHighest: true, skus, among: null });
  const ours = await runNewest(bench);
  const text = control('merge-listings');
  const bare = await seconds(async () => {
    for (const { sku, ours: isOurs } of codes.rows) if (!isOurs) await pool.query(text, [storeId, sku]);
  });
  const work = `${String(merged)} listings merged by SKU`;
  return { work, ours: merged / ours.seconds, control: bareListings / bare, memory: ours.memory };
}
