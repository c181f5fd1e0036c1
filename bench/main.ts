import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@evenstock/server/platform/database/database';
import { migrate } from '@evenstock/server/platform/database/migrate';
import { startCluster } from '@evenstock/server/platform/postgres/postgres-launcher';
import type pg from 'pg';
import { asTable, comparisonTable } from './compare.ts';
import { measureOrderImport } from './import.ts';
import { openInstallation } from './installation.ts';
import { measureLatency, openThreeShops } from './latency.ts';
import { measureMassShip } from './mass-ship.ts';
import { openKeptStore } from './million.ts';
import { benchContext, measureIncrements, measureOneConnection } from './one-connection.ts';
import { measureAtScale } from './searches-at-scale.ts';
import { measureOrderLists } from './order-lists.ts';
import { measureProducts } from './products.ts';
import { measureReports, measureYear } from './reports.ts';
import { measureSheets } from './sheets.ts';

/*
 * npm run bench: figures, each beside its control in the same run. The controls are fixed files in bench/controls.
 * --quick: small sizes, for development; the figures are not comparable. --only=sql|products|live|sheets|reports|ship: one part.
 * --million=folder: the list of orders, searches and reports in a store of 1,000,000 orders that is made once and kept in that
 * folder. --only=lists|searches|year --rounds=20
 * --orders=1000000: reports over 1,000,000 orders instead of 200,000; with --million, a store of another size.
 * --built: take the programs as they were built last. --imported=20000: bring in fewer orders than 100,000.
 */

const isQuick = process.argv.includes('--quick');
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const isChosen = (part: string): boolean => only === undefined || only === part;
const sizes = isQuick
  ? { orders: 10_000, variants: 1000, rounds: 50, imported: 1000, sheet: 2000, shipped: 50, seconds: 5 }
  : {
      orders: 200_000,
      variants: 20_000,
      rounds: 200,
      imported: 100_000,
      sheet: 100_000,
      shipped: 1_000,
      seconds: 20,
    };
const rates = [1, 50];
/** What the server process may hold after load. */
const MOST_MIB = 200;
/** Writes a line; one that names a missed bound lets the whole end as failed. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
  if (/\bMISSED\b|\bFAILED\b|: NO$/.test(line)) process.exitCode = 1;
}

async function benchSql(connection: pg.PoolConfig): Promise<void> {
  const { pool, close } = openPool(connection, () => undefined);
  await migrate(pool);
  await close();
  say(`\n${String(sizes.orders)} orders and ${String(sizes.variants)} SKUs`);
  say(comparisonTable(await measureOneConnection(connection, sizes)));
  const { asked, arrived, ledgerEqualsStock } = await measureIncrements(connection, 80);
  say(`\n${String(asked)} concurrent increments of one stock: ${String(arrived)} arrived`);
  say(`ledger equals stock afterwards: ${ledgerEqualsStock ? 'yes' : 'NO'}`);
}

/** Makes a migrated database beside the given one. */
async function newDatabase(connection: pg.PoolConfig, name: string): Promise<pg.PoolConfig> {
  const { pool, close } = openPool(connection, () => undefined);
  await pool.query(`create database ${name}`);
  await close();
  const own = { ...connection, database: name };
  const migrating = openPool(own, () => undefined);
  await migrate(migrating.pool);
  await migrating.close();
  return own;
}

async function benchReports(connection: pg.PoolConfig): Promise<void> {
  const own = await newDatabase(connection, 'reports');
  const orders = Number(option('orders') ?? sizes.orders);
  const { comparisons, countedMs } = await measureReports(own, { ...sizes, orders });
  say(`\nreports over ${String(orders)} orders of a year, counted in ${(countedMs / 1000).toFixed(1)} s`);
  say(comparisonTable(comparisons));
}

async function benchProducts(connection: pg.PoolConfig): Promise<void> {
  const own = await newDatabase(connection, 'products');
  const rounds = Number(option('rounds') ?? sizes.rounds);
  const { listings, comparisons } = await measureProducts(own, { ...sizes, rounds });
  say(`\nproducts list, ${String(sizes.variants)} SKUs with ${String(listings)} listings`);
  say(comparisonTable(comparisons));
}

async function benchSheets(connection: pg.PoolConfig): Promise<void> {
  const own = await newDatabase(connection, 'sheets');
  const measured = await measureSheets(own, Number(option('sheet') ?? sizes.sheet));
  say(
    asTable([
      ['\nlong work', 'rows a second', 'bare statements', 'MiB above rest', ''],
      ...measured.map(({ work, ours, control, memory }) => [
        work,
        ours.toFixed(0),
        control.toFixed(0),
        memory.toFixed(0),
        memory <= 100 ? '' : 'MISSED',
      ]),
    ]),
  );
}

async function benchShip(connection: pg.PoolConfig): Promise<void> {
  const { host = '', user = '' } = connection;
  const { orders, failed, own, away } = await measureMassShip({ host, user }, sizes.shipped);
  say(
    `\n${String(orders)} orders of five channels shipped in one run: ${(orders / own).toFixed(0)} a second of our own time` +
      ` (${own.toFixed(1)} s; the marketplaces took ${away.toFixed(1)} s)${failed === 0 ? '' : `, ${String(failed)} FAILED`}`,
  );
}

async function benchLive(connection: pg.PoolConfig, folder: string): Promise<void> {
  const { pool, close } = openPool(connection, () => undefined);
  await pool.query('create database live');
  await close();
  const installation = await openInstallation({ ...connection, database: 'live' }, folder);
  try {
    const skus = rates.map((rate) =>
      Array.from({ length: rate * sizes.seconds }, (_, index) => `B${String(rate)}-${String(index)}`),
    );
    const shops = await openThreeShops(installation, skus.flat());
    const rows = [];
    for (const [index, rate] of rates.entries()) {
      rows.push(await measureLatency(installation, shops, skus[index] ?? [], rate));
    }
    say('\nA buyer buys → the last other marketplace has acknowledged, notices on');
    say(
      asTable([
        ['orders a second', 'bought', 'settled', 'p50 ms', 'p95 ms'],
        ...rows.map((row) =>
          [row.ordersPerSecond, row.bought, row.settled, Math.round(row.p50), Math.round(row.p95)].map(
            String,
          ),
        ),
      ]),
    );
    const { orders, seconds, memory } = await measureOrderImport(
      installation,
      Number(option('imported') ?? sizes.imported),
    );
    say(`\n${String(orders)} orders brought in over HTTP: ${(orders / seconds).toFixed(0)} a second`);
    const mib = (value: number): string => `${value.toFixed(0)} MiB`;
    say(
      `memory of the server process: ${mib(memory.before)} before, ${mib(memory.highest)} at most, ${mib(memory.after)} after` +
        (memory.after <= MOST_MIB ? '' : ' MISSED'),
    );
  } finally {
    await installation.close();
  }
}

async function benchMillion(folder: string): Promise<void> {
  const orders = Number(option('orders') ?? 1_000_000);
  const { cluster, connection, storeId, marketplaceId, until } = await openKeptStore(folder, orders, say);
  try {
    const bench = benchContext(connection, 1);
    const rounds = Number(option('rounds') ?? (isQuick ? 3 : 20));
    if (isChosen('lists')) {
      say(`\nthe list of orders, among ${String(orders)}`);
      say(comparisonTable(await measureOrderLists(bench, storeId, until, rounds)));
    }
    if (isChosen('searches')) {
      say(`\nsearches among ${String(orders)} orders and ${String(orders / 5)} SKUs, p95 at most 200 ms`);
      say(await measureAtScale({ ctx: bench.ctx, storeId, marketplaceId, until, rounds }));
    }
    if (isChosen('year')) {
      const { comparisons, countedMs } = await measureYear(bench, storeId, until, rounds);
      say(`\nreports of a year over ${String(orders)} orders, counted in ${(countedMs / 1000).toFixed(1)} s`);
      say(comparisonTable(comparisons));
    }
    await bench.close();
  } finally {
    await cluster.stop();
  }
}

const million = option('million');
if (million !== undefined) {
  await benchMillion(million);
  process.exit();
}

// The processes that are measured are the built ones.
const inProcess = ['products', 'sheets', 'reports', 'ship'];
if (!inProcess.includes(only ?? '') && !process.argv.includes('--built')) {
  const root = join(import.meta.dirname, '..');
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'server', 'sandbox'], {
    cwd: root,
    stdio: 'inherit',
  });
}
const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-bench-'));
// PostgreSQL's user must be able to pass through.
chmodSync(dataFolder, 0o711);
const cluster = await startCluster({ dataFolder, durable: false });
try {
  const connection = cluster.connection('postgres');
  if (isChosen('sql')) await benchSql(connection);
  if (isChosen('products')) await benchProducts(connection);
  if (isChosen('reports')) await benchReports(connection);
  if (isChosen('sheets')) await benchSheets(connection);
  if (isChosen('ship')) await benchShip(connection);
  if (isChosen('live')) await benchLive(connection, dataFolder);
} finally {
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
  rmSync(cluster.folder, { recursive: true, force: true });
}
