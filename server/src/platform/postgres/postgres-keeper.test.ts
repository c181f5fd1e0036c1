import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../process/log.ts';
import { keepCluster, type KeptCluster } from './postgres-keeper.ts';
import { startCluster, type Cluster } from './postgres-launcher.ts';

const log = createLog('silent');
let base: string;
let kept: KeptCluster | null;
/** Each server that was started, oldest first. */
let started: Cluster[];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'evenstock-keeper-'));
  chmodSync(base, 0o711);
  kept = null;
  started = [];
});
afterEach(async () => {
  await kept?.stop();
  for (const { folder } of started) rmSync(folder, { recursive: true, force: true });
  rmSync(base, { recursive: true, force: true });
});

async function start(): Promise<Cluster> {
  const cluster = await startCluster({ dataFolder: join(base, 'data') });
  started.push(cluster);
  return cluster;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ask(question: string): Promise<unknown> {
  const client = new pg.Client(kept?.connection('postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(question);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

async function untilStarted(times: number): Promise<void> {
  while (started.length < times) await pause(20);
}

const pidOf = (cluster: Cluster | undefined): number => cluster?.pid ?? 0;

it('starts a killed server again on its data, each time, and ends the last one', async () => {
  kept = await keepCluster(start, log);
  await ask('create table kept as select 42 as answer');
  for (const times of [2, 3]) {
    process.kill(pidOf(started.at(-1)), 'SIGKILL');
    await untilStarted(times);
    expect(await ask('select answer from kept')).toBe(42);
  }
  await kept.stop();
  expect(started.map(({ pid }) => isAlive(pid))).toEqual([false, false, false]);
});

it('keeps a server that recovers without a restart', async () => {
  kept = await keepCluster(start, log);
  const pid = pidOf(started[0]);
  await ask('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  await untilStarted(2);
  expect(pidOf(started[1])).toBe(pid);
  expect(started[1]?.adopted).toBe(true);
});

it('gives up after a number of consecutive starts', async () => {
  let failures = 0;
  const said: string[] = [];
  const log = createLog('fatal', { write: (line) => void said.push(line) });
  const failing = (): Promise<Cluster> => {
    if (started.length === 0) return start();
    failures += 1;
    return Promise.reject(new Error('No space left on device'));
  };
  const patience = { backoffMs: 1, longestBackoffMs: 2, starts: 3, soonMs: 0 };
  kept = await keepCluster(failing, log, patience);
  process.kill(pidOf(started[0]), 'SIGKILL');
  while (said.length === 0) await pause(20);
  expect(said[0]).toContain('PostgreSQL is not started any more');
  expect(failures).toBe(3);
});

it('does not start a server for a program that is ending', async () => {
  let failures = 0;
  const failing = (): Promise<Cluster> => {
    if (started.length === 0) return start();
    failures += 1;
    return Promise.reject(new Error('No space left on device'));
  };
  kept = await keepCluster(failing, log, {
    backoffMs: 600_000,
    longestBackoffMs: 600_000,
    starts: 3,
    soonMs: 0,
  });
  process.kill(pidOf(started[0]), 'SIGKILL');
  while (failures === 0) await pause(20);
  await kept.stop();
  expect([started.length, failures]).toEqual([1, 1]);
});
