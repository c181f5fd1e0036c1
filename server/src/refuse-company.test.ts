import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../../scripts/ports.mjs';
import { newSecret } from './configuration.ts';
import { migrate, readMigrations } from './platform/database/migrate.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { refuseCompany } from './platform/database/refuse-company.ts';
import { openDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

/* Two builds of Evenstock never work on one database: with a real process of the earlier one. */

const later = { name: '9999_later', sql: 'create table later (id int)', checksum: 'x' };
const START_MS = 60_000;
/** Two heartbeats, and the end of a program. */
const NOTICE_MS = 40_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: string;
let earlier: ChildProcess;
let said: string;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.connection);
  folder = mkdtempSync(join(tmpdir(), 'evenstock-company-'));
  const { port, user } = proxy.connection;
  const root = join(import.meta.dirname, '..', '..');
  said = '';
  earlier = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', 'server/src/main.ts', 'http'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: `postgres://${String(user)}@127.0.0.1:${String(port)}/${String(database.connection.database)}`,
        EVENSTOCK_URL: 'https://stock.example.com',
        EVENSTOCK_SECRET: newSecret(),
        SMTP_URL: 'smtp://localhost:25',
        EVENSTOCK_DATA_DIR: folder,
        PORT: String(await freePorts(1)),
      },
    },
  );
  for (const stream of [earlier.stdout, earlier.stderr])
    stream?.on('data', (part: Buffer) => (said += part.toString('utf8')));
  await expect
    .poll(() => beats(), { timeout: START_MS - 20_000, message: 'the program beats' })
    .toEqual([{ host: hostname(), pid: earlier.pid }]);
}, START_MS);
afterEach(async () => {
  if (earlier.exitCode === null && earlier.signalCode === null) await end('SIGKILL');
  await proxy.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}, START_MS);

async function beats(): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>('select host, pid from processes');
  return rows;
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const gone = once(earlier, 'exit');
  earlier.kill(signal);
  await gone;
}

const migrateLater = () => migrate(database.pool, [...readMigrations(), later], refuseCompany);

it(
  'a migration is refused while a process works, which is named, and runs at once when that has stopped',
  { timeout: 2 * START_MS },
  async () => {
    expect(await migrate(database.pool, readMigrations(), refuseCompany)).toEqual([]);
    const refused = migrateLater();
    await expect(refused).rejects.toBeInstanceOf(StartProblem);
    await expect(refused).rejects.toThrow(`process ${String(earlier.pid)} on ${hostname()}`);
    expect((await database.pool.query(`select to_regclass('later') as found`)).rows).toEqual([
      { found: null },
    ]);

    await end('SIGTERM');
    const began = performance.now();
    expect(await migrateLater()).toEqual(['9999_later']);
    expect(performance.now() - began).toBeLessThan(5_000);
  },
);

it(
  'a process that was killed is waited for, and then no reason to refuse',
  { timeout: 2 * START_MS },
  async () => {
    await end('SIGKILL');
    expect(await migrateLater()).toEqual(['9999_later']);
  },
);

it(
  'a process ends automatically once another build has migrated its database, with a line in its log',
  { timeout: 2 * START_MS },
  async () => {
    await migrate(database.pool, [...readMigrations(), later]);
    await expect.poll(() => earlier.exitCode, { timeout: NOTICE_MS }).toBe(1);
    expect(said).toContain('"migration":"9999_later"');
    expect(said).toContain('Another build of Evenstock has migrated the database');
  },
);
