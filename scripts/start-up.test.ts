import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startCluster, type Cluster } from '../server/src/platform/postgres/postgres-launcher.ts';
import { freePorts, isFree } from './ports.mjs';
import {
  endRuns,
  failureOf,
  lastText,
  PORTS,
  start,
  untilReady,
  untilSeeding,
  type Run,
} from './programs.ts';

const isLong = process.env['EVENSTOCK_LONG'] === '1';

const production = {
  EVENSTOCK_URL: 'https://stock.example.com',
  EVENSTOCK_SECRET: 'ab'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:9',
};

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'evenstock-start-'));
  chmodSync(base, 0o711);
});
afterEach(endRuns);
afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

async function health(run: Run): Promise<number> {
  return (await fetch(`http://127.0.0.1:${run.port}/readyz`)).status;
}

/** Makes a process report its processor time at its end, which depends less than time on how busy the machine is. */
const tellsProcessorTime = `data:text/javascript,${encodeURIComponent(`
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    console.error('processor seconds: ' + (user + system) / 1e6);
  })`)}`;

/** A copy of a stopped installation's data, with the owners of its files, so that it need not be seeded again. */
function copyOf(name: string, copy: string): string {
  execFileSync('cp', ['-a', join(base, name), join(base, copy)]);
  return join(base, copy);
}

/** The processes that the data folder's programs may have left running. */
function serverPid(data: string): number | null {
  const file = join(data, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('npm start', () => {
  it('seeds the demo store again when it was killed meanwhile, prints address and account, and stops cleanly on Ctrl-C', async () => {
    const data = join(base, 'whole');
    const killed = await start({ EVENSTOCK_DATA_DIR: data });
    await untilSeeding(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const run = await start({ EVENSTOCK_DATA_DIR: data });
    await untilReady(run);
    expect(run.text()).toContain(`http://localhost:${run.port}`);
    expect(run.text()).toContain(`http://localhost:${run.sandboxPort}`);
    expect(run.text()).toContain('owner@demo.evenstock.test / evenstock-demo');
    expect(await health(run)).toBe(200);
    const page = await fetch(`http://127.0.0.1:${run.port}/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<div id="root">');
    const pid = serverPid(data);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    expect(pid === null || isAlive(pid)).toBe(false);
    expect(await isFree(run.port)).toBe(true);
    expect(await isFree(run.sandboxPort)).toBe(true);
  });

  it('starts again within ten seconds of processor time, with its data', async () => {
    const run = await start({ EVENSTOCK_DATA_DIR: join(base, 'whole') }, [
      '--import',
      tellsProcessorTime,
      'scripts/start.mjs',
    ]);
    await untilReady(run);
    expect(run.text()).not.toContain('Filling the demo store');
    expect(run.text()).not.toContain('Building');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    const seconds = [...run.text().matchAll(/^processor seconds: (.+)$/gm)].map(([, text]) => Number(text));
    // The program and its sandbox: under five on an idle machine, and more where others compete for its caches.
    expect(seconds).toHaveLength(2);
    expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThan(10);
  });

  it('recovers from a kill -9, on the same ports', async () => {
    const data = copyOf('whole', 'killed');
    const killed = await start({ EVENSTOCK_DATA_DIR: data });
    await untilReady(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const next = await start({ EVENSTOCK_DATA_DIR: data }, undefined, killed.port);
    await untilReady(next);
    expect(await health(next)).toBe(200);
    expect(next.text()).not.toContain('Filling the demo store');
  });

  it('starts PostgreSQL again when it was killed alone, and stops cleanly afterwards', async () => {
    const data = copyOf('whole', 'orphaned');
    const run = await start({ EVENSTOCK_DATA_DIR: data });
    await untilReady(run);
    const killed = serverPid(data);
    if (killed === null) throw new Error('PostgreSQL has no process id.');
    process.kill(killed, 'SIGKILL');
    // The old id remains in the file until the next server writes its own.
    while (serverPid(data) === killed || (await health(run)) !== 200) await pause(50);
    expect(run.text()).toContain('PostgreSQL ended and is started again.');
    const pid = serverPid(data);
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    // Its own end may come a moment after the program's.
    while (pid !== null && isAlive(pid)) await pause(50);
  });

  it('refuses a second start on the same data', async () => {
    const data = join(base, 'whole');
    const first = await start({ EVENSTOCK_DATA_DIR: data });
    await untilReady(first);
    expect(await failureOf({ EVENSTOCK_DATA_DIR: data })).toContain('Another Evenstock already runs');
    expect(await health(first)).toBe(200);
  });
});

describe('npm start explains in one sentence what to do when', () => {
  let occupant: Server;
  beforeAll(() => {
    occupant = createServer();
  });
  afterEach(() => {
    if (occupant.listening) occupant.close();
  });

  async function occupy(port: number): Promise<void> {
    occupant.listen(port, '127.0.0.1');
    await once(occupant, 'listening');
  }

  it('its port is taken', async () => {
    const port = await freePorts(PORTS);
    await occupy(port);
    const sentence = await failureOf({ EVENSTOCK_DATA_DIR: join(base, 'port') }, undefined, port);
    expect(sentence).toContain(`Port ${port} is taken by another program.`);
    expect(sentence).toContain(`PORT=${port + 100} npm start`);
    expect(lastText()).not.toContain('Filling the demo store');
  });

  it('a port of the sandbox is taken', async () => {
    const port = await freePorts(PORTS);
    await occupy(port + 2);
    const sentence = await failureOf({ EVENSTOCK_DATA_DIR: join(base, 'sandbox-port') }, undefined, port);
    expect(sentence).toContain(`Port ${port + 2}, which the sandbox needs, is taken`);
    expect(sentence).toContain('SANDBOX_PORT=');
  });

  it('the data folder cannot be written', async () => {
    const file = join(base, 'a-file');
    writeFileSync(file, '');
    expect(await failureOf({ EVENSTOCK_DATA_DIR: join(file, 'data') })).toContain('cannot be written');
  });

  it('a setting cannot be used', async () => {
    expect(await failureOf({ EVENSTOCK_SIGNUP: 'maybe' })).toBe('EVENSTOCK_SIGNUP must be open or closed.');
  });

  it('DATABASE_URL does not answer', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePorts(PORTS)}/none`;
    const sentence = await failureOf({ EVENSTOCK_DATA_DIR: join(base, 'unreachable'), DATABASE_URL: url });
    expect(sentence).toContain('The database that DATABASE_URL names does not answer (');
  });

  it('Node is too old', async () => {
    const disguise =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.19.1'}})";
    const sentence = await failureOf({}, ['--import', disguise, 'scripts/start.mjs']);
    expect(sentence).toBe(
      'This is Node 18.19.1; Evenstock needs Node 20.19 or later. Install a newer one from nodejs.org and start again.',
    );
  });
});

describe('a data folder of another build', () => {
  const data = (): string => join(base, 'older');
  beforeAll(async () => {
    const cluster = await startCluster({ dataFolder: data(), durable: false });
    const client = new pg.Client(cluster.connection('postgres'));
    await client.connect();
    await client.query(`
      create table schema_migrations (name text primary key, checksum text not null);
      insert into schema_migrations values ('0001_accounts_and_stores', 'abc');
      create table users (); create table stores ();
      create table installation (kind text, seeded_at timestamptz);
      insert into installation values ('demo', now())`);
    await client.end();
    await cluster.stop();
  });

  it('is refused in one sentence, and kept beside a new one by --fresh', async () => {
    expect(await failureOf({ EVENSTOCK_DATA_DIR: data() })).toBe(
      `The data folder ${data()} was made by another build of Evenstock: run npm start -- --fresh, which begins with a new one and keeps this one beside it.`,
    );
    const run = await start({ EVENSTOCK_DATA_DIR: data() }, ['scripts/start.mjs', '--fresh']);
    await untilSeeding(run);
    run.child.kill('SIGKILL');
    await run.ended;
    const kept = /kept as (.+)\./.exec(run.text())?.[1] ?? '';
    expect(kept).toContain(`${data()}-before-`);
    expect(existsSync(join(kept, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(data(), 'postgres', 'PG_VERSION'))).toBe(true);
  });
});

describe('a database of another program', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ dataFolder: join(base, 'another'), durable: false });
  });
  afterAll(() => cluster.stop());

  async function database(name: string, fill: string): Promise<string> {
    const admin = new pg.Client(cluster.connection('postgres'));
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const client = new pg.Client(cluster.connection(name));
    await client.connect();
    await client.query(fill);
    await client.end();
    const { host = '', user = '' } = cluster.connection(name);
    return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`;
  }

  async function tablesOf(name: string): Promise<string[]> {
    const client = new pg.Client(cluster.connection(name));
    await client.connect();
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    await client.end();
    return rows.map(({ tablename }) => tablename);
  }

  it('is rejected by the demo and left unchanged', async () => {
    const url = await database('somebody', 'create table invoices (id int)');
    const sentence = await failureOf({ EVENSTOCK_DATA_DIR: join(base, 'refused'), DATABASE_URL: url });
    expect(sentence).toContain('a database that the demo did not make');
    expect(await tablesOf('somebody')).toEqual(['invoices']);
  });

  it('that another build made is refused by production', async () => {
    const url = await database(
      'older',
      `create table schema_migrations (name text primary key, checksum text not null);
      insert into schema_migrations values ('0001_accounts_and_stores', 'abc')`,
    );
    expect(await failureOf({ ...production, DATABASE_URL: url }, ['server/dist/main.js', 'all'])).toBe(
      'The database was made by another build of Evenstock, whose migration 0001_accounts_and_stores this one does not have: start that build, or name an empty database in DATABASE_URL.',
    );
    expect(await failureOf({ DATABASE_URL: url }, ['scripts/start.mjs', '--fresh'])).toContain(
      'name an empty one instead',
    );
  });

  it('is used by the demo when it is empty, and rejected by production afterwards', async () => {
    const url = await database('empty', 'select 1');
    const run = await start({ EVENSTOCK_DATA_DIR: join(base, 'own-database'), DATABASE_URL: url });
    // To fill a store takes most of a minute, and needs no other PostgreSQL than this one.
    await (isLong ? untilReady(run) : untilSeeding(run));
    expect(serverPid(join(base, 'own-database'))).toBeNull();
    run.child.kill(isLong ? 'SIGINT' : 'SIGKILL');
    await run.ended;
    expect(await failureOf({ ...production, DATABASE_URL: url }, ['server/dist/main.js', 'all'])).toContain(
      'names the database of a demo',
    );
  });
});

describe('production', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ dataFolder: join(base, 'production'), durable: false });
  });
  afterAll(() => cluster.stop());

  it('names all missing settings', async () => {
    const run = await start({}, ['server/dist/main.js', 'all']);
    expect(await run.ended).toBe(1);
    for (const name of ['DATABASE_URL', 'EVENSTOCK_URL', 'EVENSTOCK_SECRET', 'SMTP_URL'])
      expect(run.text()).toContain(`${name} is not set`);
  });

  it('runs its roles separately, without seed, sandbox or mail catcher, and stops cleanly', async () => {
    const { host = '' } = cluster.connection('postgres');
    const env = {
      DATABASE_URL: `postgres://evenstock@localhost/postgres?host=${encodeURIComponent(host)}`,
      EVENSTOCK_URL: 'https://stock.example.com',
      EVENSTOCK_SECRET: 'ab'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const [http, worker] = [
      await start(env, ['server/dist/main.js', 'http']),
      await start(env, ['server/dist/main.js', 'worker']),
    ];
    for (const { text } of [http, worker]) while (!text().includes('Evenstock runs')) await pause(50);
    expect(await health(http)).toBe(200);
    expect(await isFree(worker.port)).toBe(true);
    expect(await isFree(http.sandboxPort)).toBe(true);
    // There is no page of caught mails: the web answers the address without anything of the server.
    const page = await fetch(`http://127.0.0.1:${http.port}/dev/mail`);
    expect(await page.text()).toContain('<div id="root">');
    const client = new pg.Client(cluster.connection('postgres'));
    await client.connect();
    const { rows } = await client.query(
      'select (select count(*)::int from users) as users, (select kind from installation) as kind',
    );
    await client.end();
    expect(rows).toEqual([{ users: 0, kind: 'production' }]);
    const grant = await start(env, ['server/dist/commands/grant.js', 'First@example.com']);
    expect(await grant.ended).toBe(0);
    const password = /shown only here: (\S+)/.exec(grant.text())?.[1];
    const signIn = await fetch(`http://127.0.0.1:${http.port}/api/sessions.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email: 'first@example.com', password } }),
    });
    expect(await signIn.json()).toMatchObject({ user: { email: 'first@example.com', role: 'admin' } });
    for (const { child, ended } of [http, worker]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
  });
});
