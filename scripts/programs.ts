import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePorts } from './ports.mjs';

/* Programs that a test starts from their command lines. */

const root = join(import.meta.dirname, '..');
/** The program's port, and the first of the sandbox's. */
export const PORTS = 10;
const LAST_LINE = 'Ctrl-C stops it';

export interface Run {
  readonly child: ChildProcess;
  readonly port: number;
  readonly sandboxPort: number;
  text(): string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

let runs: Run[] = [];

/** Ends every program that was started, as Ctrl-C does. */
export async function endRuns(): Promise<void> {
  for (const { child, ended } of runs) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await ended;
  }
  runs = [];
}

/** What the program that was started last has written. */
export const lastText = (): string => runs.at(-1)?.text() ?? '';

export async function start(
  env: Record<string, string>,
  command = ['scripts/start.mjs'],
  port?: number,
): Promise<Run> {
  const first = port ?? (await freePorts(PORTS));
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(first),
      SANDBOX_PORT: String(first + 1),
      ...env,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString()));
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  const run = { child, port: first, sandboxPort: first + 1, text: () => text, ended };
  runs.push(run);
  return run;
}

export const untilReady = (run: Run): Promise<void> => untilSaid(run, LAST_LINE);
export const untilSeeding = (run: Run): Promise<void> => untilSaid(run, 'Filling the demo store');

async function untilSaid(run: Run, line: string): Promise<void> {
  const state = { isOver: false };
  void run.ended.then(() => (state.isOver = true));
  while (!run.text().includes(line)) {
    if (state.isOver) throw new Error(`It ended before it was ready:\n${run.text()}`);
    await pause(50);
  }
}

export async function failureOf(
  env: Record<string, string>,
  command?: string[],
  port?: number,
): Promise<string> {
  const run = await start(env, command, port);
  expect(await run.ended).toBe(1);
  expect(run.text()).not.toContain('    at ');
  return run.text().trim().split('\n').at(-1) ?? '';
}
