import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePorts } from '../../scripts/ports.mjs';
import { newSecret, readConfiguration, type Configuration } from './configuration.ts';
import { createLog } from './platform/process/log.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { createShutdown } from './platform/process/shutdown.ts';
import { createProgram, openDatabase, startProgram, type Program } from './program.ts';
import { openDatabaseProxy } from './testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

const log = createLog('silent');
let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query("insert into installation (kind) values ('test')");
  folder = mkdtempSync(join(tmpdir(), 'evenstock-program-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const configured = (more: Readonly<Record<string, string>> = {}): Configuration =>
  readConfiguration(
    {
      DATABASE_URL: 'postgres://evenstock@db/evenstock',
      EVENSTOCK_URL: 'https://stock.example.com/',
      EVENSTOCK_SECRET: newSecret(),
      SMTP_URL: 'smtp://localhost:25',
      EVENSTOCK_DATA_DIR: folder,
      ...more,
    },
    'production',
  );

async function open(configuration: Configuration): Promise<Program> {
  const opened = await openDatabase(database.connection, configuration, log);
  return createProgram(configuration, [Buffer.alloc(32, 7)], database.connection, opened, log);
}

it('checks the generation of its database before a claim over a new connection, which may lead to another database', async () => {
  const { ctx, database: opened } = await open(configured());
  expect(await ctx.generation.agree(ctx)).toBe(1);
  expect(ctx.generation.agreed()).toBe(1);
  // One query more than there are connections.
  await Promise.all(
    Array.from({ length: opened.pool.totalCount + 1 }, () => opened.pool.query('select pg_sleep(0.1)')),
  );
  expect(ctx.generation.agreed()).toBeNull();
  expect(await ctx.generation.agree(ctx)).toBe(1);
  await ctx.recoveryLog.close();
  await opened.close();
});

it('opens its database where each connection is a session of its own', async () => {
  const proxy = await openDatabaseProxy(database.connection);
  const opened = await openDatabase(proxy.connection, configured(), log);
  await opened.close();
  await proxy.close();
});

it.each([
  ['pooler', 'each transaction met another session'],
  ['pooler without options', 'unsupported startup parameter: options'],
] as const)('does not start behind a %s, and says what to do', async (kind, reason) => {
  const proxy = await openDatabaseProxy(database.connection, kind);
  try {
    const opening = openDatabase(proxy.connection, configured(), log);
    await expect(opening).rejects.toBeInstanceOf(StartProblem);
    await expect(opening).rejects.toThrow(reason);
    await expect(opening).rejects.toThrow('Name the address of PostgreSQL itself in DATABASE_URL');
  } finally {
    await proxy.close();
  }
});

const METRICS_TOKEN = 'a-token-for-the-metrics';

it.each([
  ['without its setting', {}, { without: 404, with: 404 }],
  ['by its setting', { EVENSTOCK_METRICS_TOKEN: METRICS_TOKEN }, { without: 401, with: 200 }],
])('serves /metrics %s, with the token alone', async (_, setting, expected) => {
  const port = await freePorts(1);
  const program = await open(configured({ ...setting, PORT: String(port) }));
  const shutdown = createShutdown();
  try {
    await startProgram(program, { http: true, worker: false }, shutdown);
    const read = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`http://127.0.0.1:${String(port)}/metrics`, { headers })).status;
    expect({
      without: await read({}),
      with: await read({ authorization: `Bearer ${METRICS_TOKEN}` }),
    }).toEqual(expected);
  } finally {
    await shutdown.shutDown();
    await program.database.close();
  }
});
