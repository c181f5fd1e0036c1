import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { channelKinds } from '@evenstock/contract/channels/channels';

/** A program of ours as a real process. */
export interface RealProcess {
  /** What it has said so far. */
  text(): string;
  /** Sends SIGKILL and waits for the process to exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns its exit code once it has exited; null when another signal ended it */
  terminate(): Promise<number | null>;
  isRunning(): boolean;
  wasKilled(): boolean;
}

const PATIENCE_MS = 180_000;

/**
 * Starts a built program and waits until it says that it is ready.
 * @param spawned hears of the process before it is ready
 * @throws Error with what it said when it ends before
 */
export async function startProcess(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
  spawned: (process: RealProcess) => void = () => undefined,
): Promise<RealProcess> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (text += part.toString('utf8')));
  }
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  const real = {
    text: () => text,
    kill: () => bury(child),
    async terminate() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      return child.exitCode;
    },
    isRunning,
    wasKilled: () => child.signalCode === 'SIGKILL',
  };
  spawned(real);
  const until = performance.now() + PATIENCE_MS;
  while (!text.includes(ready)) {
    if (!isRunning()) throw new Error(`${file} ended before it was ready:\n${text}`);
    if (performance.now() > until) throw new Error(`${file} was not ready in time:\n${text}`);
    await pause(20);
  }
  return real;
}

async function bury(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Runs a built program to its end. */
export async function runProcess(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${String(code)}:\n${text}`);
  return text;
}

/** Ports of a sandbox: its own, the marketplaces', those of the external services (sandbox/README.md). */
export const sandboxPorts = channelKinds.length + 2;
