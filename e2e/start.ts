import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/* Once for all journeys: builds the web and starts the demo (program, marketplaces, PostgreSQL) on free ports and in a folder of its own. */

export interface Addresses {
  readonly web: string;
  /** The sandbox's seller centre and control API. */
  readonly sandbox: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly addresses: Addresses;
  }
}

const root = join(import.meta.dirname, '..');
/** The sandbox listens on this many ports from its first one on. */
const sandboxPorts = 9;
const startLimit = 240_000;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await finished(
    start('node_modules/vite/bin/vite.js', ['build', 'web', '--logLevel', 'warn'], {
      NODE_ENV: 'production',
    }),
  );
  const port = await freePorts(1);
  const sandboxPort = await freePorts(sandboxPorts);
  const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-e2e-'));
  // PostgreSQL's user must be able to pass through.
  chmodSync(dataFolder, 0o711);
  const program = start('server/src/demo.ts', [], {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    EVENSTOCK_DATA_DIR: join(dataFolder, 'data'),
    // A journey without notices waits for a poll.
    EVENSTOCK_ORDER_POLL_SECONDS: '5',
    EVENSTOCK_LISTING_POLL_SECONDS: '8',
  });
  const addresses = { web: `http://localhost:${port}`, sandbox: `http://localhost:${sandboxPort}` };
  try {
    await answers(program, addresses.web);
  } catch (error) {
    await stop(program);
    throw error;
  }
  project.provide('addresses', addresses);
  return async () => {
    await stop(program);
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

/** Starts a program of the repository by this Node, from its sources; its output is shown only when it fails. */
function start(file: string, parameters: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file, ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => output.push(part.toString('utf8')));
  }
  return { child, output };
}
type Running = ReturnType<typeof start>;

async function finished({ child, output }: Running): Promise<void> {
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`ended with code ${String(code)}:\n${output.join('')}`);
}

/** Waits until the program says where it is, which it does when it is ready. */
async function answers({ child, output }: Running, address: string): Promise<void> {
  const limit = Date.now() + startLimit;
  while (!output.join('').includes(address)) {
    if (child.exitCode !== null) throw new Error(`the demo ended:\n${output.join('')}`);
    if (Date.now() > limit) throw new Error(`the demo is not ready in time:\n${output.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = exitOf(child);
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(late);
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

/** The first of so many free ports in a row. */
async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const first = 20_000 + Math.floor(Math.random() * 30_000);
    const free = await Promise.all(Array.from({ length: count }, (_, step) => isFree(first + step)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports in a row`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
