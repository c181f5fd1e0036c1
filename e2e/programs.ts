import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { channelKinds } from '@evenstock/contract/channels/channels';

/* Programs of the repository as real processes. */

/** The number of a sandbox's consecutive ports: its own, one for each channel, and that of the external services. */
export const sandboxPorts = 2 + channelKinds.length;

const root = join(import.meta.dirname, '..');

export interface Program {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly output: readonly string[];
}

/** Starts a built program with this Node; its output is shown only when it fails. */
export function start(
  file: string,
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(process.execPath, [file, ...parameters], {
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

/**
 * Waits until a program has ended.
 * @returns its output
 * @throws Error with the output when the exit code is not 0
 */
export async function finished({ child, output }: Program): Promise<string> {
  const code = await exitOf(child);
  if (code !== 0) throw new Error(`ended with code ${String(code)}:\n${output.join('')}`);
  return output.join('');
}

/**
 * Waits for a text in a program's output.
 * @param limit milliseconds
 * @throws Error with the output when it ends before, or does not print it in time
 */
export async function says({ child, output }: Program, text: string, limit: number): Promise<void> {
  const until = Date.now() + limit;
  while (!output.join('').includes(text)) {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${output.join('')}`);
    if (Date.now() > until) throw new Error(`the program is not ready in time:\n${output.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function stop({ child }: Program): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = exitOf(child);
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(late);
}

/** Sends SIGKILL and waits for the process to exit. */
export async function kill({ child }: Program): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await gone;
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}
