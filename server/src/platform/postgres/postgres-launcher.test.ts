import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embeddedBinaries, runAs, systemBinaries } from './postgres-binaries.ts';
import { startCluster, type Cluster, type ClusterOptions } from './postgres-launcher.ts';

let base: string;
let running: Cluster[];
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'evenstock-launcher-'));
  chmodSync(base, 0o711);
  running = [];
});
afterEach(async () => {
  // Several may have run on one folder, one after the other.
  for (const cluster of running) await cluster.stop();
  for (const { folder } of running) rmSync(folder, { recursive: true, force: true });
  rmSync(base, { recursive: true, force: true });
});

async function start(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const cluster = await startCluster({ dataFolder: join(base, 'data'), ...options });
  running.push(cluster);
  return cluster;
}

async function ask(cluster: Cluster, question: string): Promise<unknown> {
  const client = new pg.Client(cluster.connection('postgres'));
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(question);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Kills a server as a power cut would, with all its sessions. */
async function kill(cluster: Cluster): Promise<void> {
  process.kill(cluster.pid, 'SIGKILL');
  for (let waited = 0; waited < 5000 && existsSync(`/proc/${cluster.pid}`); waited += 20) await pause(20);
}

describe('the launcher', () => {
  it('starts a server that listens on a socket and on no port, crash-safe', async () => {
    const cluster = await start();
    expect(await ask(cluster, 'show listen_addresses')).toBe('');
    expect(await ask(cluster, 'show fsync')).toBe('on');
    expect(await ask(cluster, 'show full_page_writes')).toBe('on');
    expect(cluster.adopted).toBe(false);
    const { host } = cluster.connection('postgres');
    expect(Buffer.byteLength(join(host ?? '', '.s.PGSQL.5432'))).toBeLessThan(107);
    expect(statSync(host ?? '').mode & 0o777).toBe(0o700);
  });

  it('continues with the same data after an orderly stop', async () => {
    const first = await start();
    await ask(first, 'create table kept as select 42 as answer');
    await first.stop();
    expect(existsSync(join(first.folder, 'postmaster.pid'))).toBe(false);
    expect(await ask(await start(), 'select answer from kept')).toBe(42);
  });

  it('recovers what was committed before a kill -9 of the server', async () => {
    const first = await start();
    await ask(first, 'create table kept as select 42 as answer');
    await kill(first);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await ask(second, 'select answer from kept')).toBe(42);
  });

  it('starts although a killed server’s number now belongs to another program', async () => {
    const first = await start();
    await kill(first);
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], {
      ...runAs(),
      cwd: '/',
      stdio: 'ignore',
    });
    const file = join(first.folder, 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
    expect(await ask(await start(), 'select 1')).toBe(1);
    other.kill();
  });

  /** Leaves a server running on the folder, as a killed program does; it begins after these seconds. Returns its process id. */
  async function leaveRunning(later = 0): Promise<number | undefined> {
    const first = await start();
    await first.stop();
    const { host } = first.connection('postgres');
    const server = join(embeddedBinaries()?.folder ?? '', 'postgres');
    const begin = `sleep ${String(later)}; exec "$@"`;
    const args = [
      '-D',
      first.folder,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${String(host)}`,
    ];
    const options = { ...runAs(), cwd: '/', stdio: 'ignore', detached: true } as const;
    return spawn('sh', ['-c', begin, 'sh', server, ...args], options).pid;
  }

  it('takes over a server that a killed program left running', async () => {
    const pid = await leaveRunning();
    const socket = join(base, 'data', 'postgres', 'socket', '.s.PGSQL.5432');
    for (let waited = 0; waited < 10_000 && !existsSync(socket); waited += 20) await pause(20);
    const second = await start();
    expect(second).toMatchObject({ pid, adopted: true });
    await second.stop();
    expect(existsSync(join(second.folder, 'postmaster.pid'))).toBe(false);
  });

  it('takes over one that answers only after another has been started', async () => {
    const ends = join(base, 'postgres');
    writeFileSync(ends, '#!/bin/sh\nsleep 5\nexit 1\n');
    chmodSync(ends, 0o755);
    const major = embeddedBinaries()?.major ?? 0;
    const pid = await leaveRunning(2);
    expect(await start({ binaries: { folder: base, major } })).toMatchObject({ pid, adopted: true });
  });

  it('ends with a killed program where setpriv is installed', async () => {
    const program = `import { startCluster } from ${JSON.stringify(join(import.meta.dirname, 'postgres-launcher.ts'))};
      const cluster = await startCluster({ dataFolder: ${JSON.stringify(join(base, 'data'))} });
      console.log(cluster.pid); setInterval(() => {}, 1000);`;
    const file = join(base, 'program.mjs');
    writeFileSync(file, program);
    const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file], {
      cwd: join(import.meta.dirname, '../../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      child.stdout.once('data', (text: Buffer) => resolve(Number(text))),
    );
    child.kill('SIGKILL');
    const next = await start();
    expect(next.pid).not.toBe(pid);
    expect(await ask(next, 'select 1')).toBe(1);
  });

  it('refuses a folder that another program uses', async () => {
    await start();
    await expect(startCluster({ dataFolder: join(base, 'data') })).rejects.toThrow(
      'Another Evenstock already runs',
    );
  });

  it('creates the cluster again after a kill left half of one', async () => {
    mkdirSync(join(base, 'data', 'postgres', 'making'), { recursive: true });
    writeFileSync(join(base, 'data', 'postgres', 'making', 'PG_VERSION'), '18');
    expect(await ask(await start(), 'select 1')).toBe(1);
  });

  it('finds a short path for the socket of a folder with a long name', async () => {
    const cluster = await start({
      dataFolder: join(base, 'a-folder-with-a-rather-long-name'.repeat(4), 'data'),
    });
    expect(await ask(cluster, 'select 1')).toBe(1);
  });

  it.runIf(process.getuid?.() === 0)(
    'keeps the cluster elsewhere when its user cannot enter the folder, and says where',
    async () => {
      chmodSync(base, 0o700);
      const cluster = await start();
      expect(cluster.folder.startsWith(base)).toBe(false);
      expect(readFileSync(join(base, 'data', 'where'), 'utf8').trim()).toBe(cluster.folder);
      await ask(cluster, 'create table kept as select 42 as answer');
      await cluster.stop();
      expect(await ask(await start(), 'select answer from kept')).toBe(42);
    },
  );

  it('names the PostgreSQL version that the data needs and that is missing', async () => {
    const folder = join(base, 'data', 'postgres');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'PG_VERSION'), '12\n');
    await expect(startCluster({ dataFolder: join(base, 'data') })).rejects.toThrow(
      'belongs to PostgreSQL 12, which is not here',
    );
    expect(readdirSync(folder)).toEqual(['PG_VERSION']);
  });

  it('starts each PostgreSQL of the system too', async () => {
    for (const binaries of systemBinaries()) {
      const cluster = await start({ dataFolder: join(base, `data-${binaries.major}`), binaries });
      expect(cluster.major).toBe(binaries.major);
      expect(await ask(cluster, 'select 1')).toBe(1);
    }
  });

  it('restores the links between libraries', () => {
    const folder = embeddedBinaries()?.folder;
    expect(folder).toBeDefined();
    const lib = join(folder ?? '', '..', 'lib');
    const link = join(lib, 'libicui18n.so');
    rmSync(link, { force: true });
    expect(embeddedBinaries()).not.toBeNull();
    expect(existsSync(link)).toBe(true);
  });
});
