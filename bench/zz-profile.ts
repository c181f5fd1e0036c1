import { readFileSync } from 'node:fs';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import { openPool } from '@evenstock/server/platform/database/database';
import { migrate } from '@evenstock/server/platform/database/migrate';
import { startCluster } from '@evenstock/server/platform/postgres/postgres-launcher';
import { generateData } from '@evenstock/server/testing/generate-data';
import { runOperation } from '@evenstock/server/modules/operations/run-operation';
import { startMassUpdate } from '@evenstock/server/modules/spreadsheets/start-mass-update';
import { operations } from '@evenstock/server/wiring';
import { benchContext } from './one-connection.ts';
const count = Number(process.argv[2] ?? 4000);
const dataFolder = mkdtempSync(join(tmpdir(), 'zz-'));
chmodSync(dataFolder, 0o711);
const cluster = await startCluster({ dataFolder, durable: false });
const times = new Map<string, { n: number; ms: number }>();
try {
  const connection = cluster.connection('postgres');
  const opened = openPool(connection, () => undefined);
  await migrate(opened.pool);
  await opened.close();
  const { ctx, pool, close } = benchContext(connection, 1);
  const { storeId, ownerId } = await generateData(pool, 'sheets', { orders: 100, variants: count, until: new Date(), days: 90 });
  await pool.query('vacuum analyze');
  const { rows } = await pool.query('select id, quantity from variants where store_id = $1 order by id', [storeId]);
  const lines = rows.map(({ id, quantity }) => [id, '', '', '', Math.max(quantity, 0) + 1, '', Math.max(quantity, 0)].join(','));
  const bytes = Buffer.from([productColumns.join(','), ...lines].join('\n'));
  const t0 = performance.now();
  await startMassUpdate({ ctx, actor: { userId: ownerId, sessionId: 1, email: 'x@x.test', role: 'member' }, store: { id: storeId, slug: 'sheets', country: 'sg', timeZone: 'Asia/Singapore', role: 'owner' }, params: { storeId: 'sheets' }, query: undefined, body: {}, file: { bytes, name: 'p.csv' }, address: '', agent: null, respondsAsync: false });
  console.log('start', Math.round(performance.now() - t0));
  if (process.argv[3] === 'explain') {
    await pool.query("load 'auto_explain'"); await pool.query("set auto_explain.log_min_duration = 30"); await pool.query("set auto_explain.log_analyze = on"); await pool.query("set auto_explain.log_buffers = on"); await pool.query("set auto_explain.log_timing=off"); await pool.query("set client_min_messages = log");
    pool.on('connect', () => 0);
  }
  const original = pg.Client.prototype.query as any;
  (pg.Client.prototype as any).query = function (this: any, ...args: any[]) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    const began = performance.now();
    const result = original.apply(this, args);
    if (result && typeof result.then === 'function') {
      return result.then((x: any) => {
        const key = String(text).replace(/\s+/g, ' ').trim().slice(0, 90);
        const e = times.get(key) ?? { n: 0, ms: 0 };
        e.n += 1; e.ms += performance.now() - began; times.set(key, e);
        return x;
      });
    }
    return result;
  };
  let shown = 0;
  const c = await pool.connect(); c.on('notice', (n: any) => { if (shown++ < 8 && process.argv[3] === 'explain') console.log(String(n.message).replace(/Query Parameters:[^\n]*/, '').replace(/Query Text:[\s\S]*?(?=\n[A-Z][A-Za-z ]+ +\(cost)/, (t) => t.slice(0,60)).slice(0, 9000)); }); c.release();
  const { rows: [{ pid }] } = await pool.query('select pg_backend_pid() as pid');
  const backend = () => { const f = readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) / 100; };
  const b0 = backend();
  const began = performance.now();
  const cpu = process.cpuUsage();
  for (;;) {
    const { rows: [o] } = await pool.query('select id, finished_at from operations order by id desc limit 1');
    if (o.finished_at !== null) break;
    await runOperation(ctx, operations, o.id);
  }
  const s = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  (pg.Client.prototype as any).query = original;
  console.log('backend cpu', (backend() - b0).toFixed(2)); console.log('rows/s', Math.round(count / s), 'seconds', s.toFixed(2), 'own cpu', (used.user / 1e6).toFixed(2));
  for (const [k, v] of [...times].sort((a, b) => b[1].ms - a[1].ms).slice(0, 5)) console.log(String(Math.round(v.ms)).padStart(6), String(v.n).padStart(5), k);
  const hot = await pool.query("select relname, n_tup_upd, n_tup_hot_upd, n_tup_ins from pg_stat_user_tables where n_tup_upd + n_tup_ins > 100 order by n_tup_upd + n_tup_ins desc limit 12");
  console.table(hot.rows);
  const b1 = backend(); const t = performance.now();
  for (const { id } of rows.slice(0, 2000)) await pool.query('update variants set quantity = quantity + 1 where id = $1', [id]);
  console.log('bare', Math.round(2000 / ((performance.now() - t) / 1000)));
  console.log('bare backend cpu of 2000', (backend() - b1).toFixed(2));
  await close();
} finally {
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
