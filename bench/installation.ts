import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectors } from '@evenstock/connectors/registry';
import { runProcess, sandboxPorts } from '@evenstock/server/testing/crash/processes';
import { drilledChannels, shopsAt, type AppList, type Shops } from '@evenstock/server/testing/crash/shops';
import { formTeam, type Team } from '@evenstock/server/testing/crash/team';
import pg from 'pg';
import { freePorts } from '../scripts/ports.mjs';

const root = join(import.meta.dirname, '..');
const SERVER = join(root, 'server/dist/main.js');
const GRANT = join(root, 'server/dist/commands/grant.js');
const SANDBOX = join(root, 'sandbox/dist/main.js');
const OWNER = 'owner@bench.test';
const PATIENCE_MS = 60_000;

/** The built program and its marketplaces as processes, over HTTP, as a merchant would run them. */
export interface Installation {
  /** A store of its own. */
  openStore(): Promise<Team>;
  readonly shops: Shops;
  /** Memory that the server process holds now, in MiB. */
  memory(): number;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A call of the sandbox's control API. */
  control(method: 'POST' | 'PATCH' | 'PUT', path: string, body: unknown): Promise<unknown>;
  close(): Promise<void>;
}

async function startUntil(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    if (said.length < 10_000) said += part.toString('utf8');
  });
  const until = performance.now() + PATIENCE_MS;
  while (!said.includes(ready)) {
    await pause(50);
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${file} did not start:\n${said}`);
  }
  return child;
}

/** Starts an installation on an empty database of the cluster given. */
export async function openInstallation(connection: pg.PoolConfig, folder: string): Promise<Installation> {
  const port = await freePorts(1 + sandboxPorts);
  const sandboxPort = port + 1;
  const sandbox = await startUntil(
    SANDBOX,
    [],
    { SANDBOX_PORT: String(sandboxPort), SANDBOX_DATA_DIR: join(folder, 'sandbox') },
    'sandbox ready',
  );
  const shops = shopsAt(sandboxPort);
  const apps = await shops.apps();
  const { host = '', user = '', database = '' } = connection;
  const env = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    EVENSTOCK_URL: `http://127.0.0.1:${String(port)}`,
    EVENSTOCK_SECRET: 'b6'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:9',
    EVENSTOCK_LOG_LEVEL: 'info',
    PORT: String(port),
    ...settingsOf(apps),
  };
  const password = /shown only here: (\S+)/.exec(await runProcess(GRANT, [OWNER], env))?.[1] ?? '';
  const server = await startUntil(SERVER, ['all'], env, 'Evenstock runs');
  await shops.tellNoticesTo(env.EVENSTOCK_URL);
  const pool = new pg.Pool({ ...connection, max: 2 });
  return {
    openStore: () => formTeam(port, OWNER, password),
    shops,
    memory: () => residentMemory(server.pid ?? 0),
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await pool.query<Row>(text, values)).rows;
    },
    async control(method, path, body) {
      const answer = await fetch(`http://127.0.0.1:${String(sandboxPort)}/control${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
      const value: unknown = await answer.json();
      return value;
    },
    async close() {
      await pool.end();
      for (const child of [server, sandbox]) await end(child);
    },
  };
}

/** The keys and the addresses that the sandbox gives, as an installation sets them. */
function settingsOf(apps: AppList): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const channel of drilledChannels) {
    const { keys, hosts } = connectors[channel].app;
    const app = apps[channel];
    if (app === undefined || keys === null) continue;
    settings[keys.id] = app.app_id;
    settings[keys.secret] = app.app_secret;
    for (const [purpose, { variable }] of Object.entries(hosts)) {
      const address = app.hosts[purpose];
      if (address !== undefined) settings[variable] = address;
    }
  }
  return settings;
}

function residentMemory(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return Number(line) / 1024;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(timer);
}
