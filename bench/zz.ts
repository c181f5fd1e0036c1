import { migrate } from '@evenstock/server/platform/migrate';
import { startCluster } from '@evenstock/server/platform/postgres-launcher';
import { storeReport } from '@evenstock/server/modules/insights/reports.queries';
import { comparisonTable } from './compare.ts';
import { benchContext } from './one-connection.ts';
import { measureYear } from './reports.ts';
const cluster = await startCluster({ dataFolder: '/tmp/rn/db', durable: false });
const bench = benchContext(cluster.connection('postgres'), 1);
let b = performance.now();
await migrate(bench.pool);
console.log('migrated', performance.now() - b);
const { rows } = await bench.pool.query("select id from stores where slug = 'million'");
const q = {
  storeId: rows[0].id,
  series: 'days' as const,
  zone: 'Asia/Singapore',
  from: new Date('2025-11-24T16:00:00Z'),
  before: new Date('2026-11-24T16:00:00Z'),
};
b = performance.now();
await storeReport.products_purchased(q).execute(bench.ctx.db);
console.log('uncounted year', performance.now() - b);
const { comparisons, countedMs } = await measureYear(bench, rows[0].id, new Date('2026-11-23T12:00:00Z'), 30);
console.log('counted', countedMs);
console.log(comparisonTable(comparisons));
await bench.close();
await cluster.stop();
