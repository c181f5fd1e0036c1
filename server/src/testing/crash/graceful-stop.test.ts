import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePorts } from '../../../../scripts/ports.mjs';
import { startCluster, type Cluster } from '../../platform/postgres/postgres-launcher.ts';
import { queryAt } from './drill.ts';
import { runProcess, startProcess, type RealProcess } from './processes.ts';

/* SIGTERM to a program whose requests wait for the database, as a real process. */

const DATABASE = 'graceful_stop';
const ADMIN = 'admin@stop.test';
const SLOW_REQUESTS = 3;
const patience = { timeout: 30_000, interval: 50 };

const dist = join(import.meta.dirname, '../../../dist');
const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-stop-'));
let cluster: Cluster;
let address: string;
let running: RealProcess;
let token: string;
beforeAll(async () => {
  // PostgreSQL's user must be able to pass through.
  chmodSync(dataFolder, 0o711);
  cluster = await startCluster({ dataFolder, durable: false });
  await queryAt(cluster.connection('postgres'), `create database ${DATABASE}`);
  const port = await freePorts(1);
  address = `http://127.0.0.1:${String(port)}`;
  const { host = '', user = '' } = cluster.connection(DATABASE);
  const env = {
    DATABASE_URL: `postgres://${user}@localhost/${DATABASE}?host=${encodeURIComponent(host)}`,
    EVENSTOCK_URL: address,
    EVENSTOCK_SECRET: 'c5'.repeat(32),
    EVENSTOCK_DATA_DIR: join(dataFolder, 'program'),
    HOST: '127.0.0.1',
    PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const granted = await runProcess(join(dist, 'commands/grant.js'), [ADMIN], env);
  const password = /shown only here: (\S+)/.exec(granted)?.[1] ?? '';
  running = await startProcess(join(dist, 'main.js'), ['all'], env, 'Evenstock runs');
  const signedIn = await fetch(`${address}/api/sessions.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { email: ADMIN, password } }),
  });
  token = z.object({ user: z.object({ authentication_token: z.string() }) }).parse(await signedIn.json())
    .user.authentication_token;
});
afterAll(async () => {
  await running.kill();
  await cluster.stop();
  rmSync(cluster.folder, { recursive: true, force: true });
  rmSync(dataFolder, { recursive: true, force: true });
});

/** The status of an answer, once all of it has arrived; null where there is none. */
async function ask(path: string): Promise<number | null> {
  try {
    const answer = await fetch(`${address}${path}`, { headers: { 'authentication-token': token } });
    await answer.json();
    return answer.status;
  } catch {
    return null;
  }
}

/** Whether a new connection is accepted. */
function takesConnections(): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

/** The number of sessions of the program that wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await queryAt<{ count: number }>(
    cluster.connection(DATABASE),
    `select count(*)::integer as count from pg_stat_activity where wait_event_type = 'Lock' and datname = '${DATABASE}'`,
  );
  return rows[0]?.count ?? 0;
}

it('SIGTERM loses no request that had arrived, lets no other in, and ends with 0', async () => {
  const blocker = new pg.Client(cluster.connection(DATABASE));
  blocker.on('error', () => undefined);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('lock table stores in access exclusive mode');
  const slow = Array.from({ length: SLOW_REQUESTS }, () => ask('/api/store_profiles.json'));
  await expect.poll(waiting, patience).toBeGreaterThan(0);
  // The others arrive with it; some wait for a connection of the pool.
  await pause(1000);
  const ended = running.terminate();
  await expect.poll(takesConnections, patience).toBe(false);
  expect(running.isRunning()).toBe(true);
  await blocker.query('rollback');
  await blocker.end();
  expect(await Promise.all(slow)).toEqual(slow.map(() => 200));
  expect(await ended).toBe(0);
});
