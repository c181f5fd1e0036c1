import { StartProblem } from './start-problem.ts';

/** What a program has opened, to be closed in reverse order when it ends, however it ends. */
export interface Lifetime {
  /** Remembers how to close what was just opened. */
  opened(close: () => Promise<unknown>): void;
  readonly isEnding: boolean;
  end(): Promise<void>;
}

export function createLifetime(): Lifetime {
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      // One that does not close must not keep the others open.
      await close().catch(() => undefined);
    }
  };
  return {
    opened(close) {
      if (ending === null) closers.push(close);
      else void close().catch(() => undefined);
    },
    get isEnding() {
      return ending !== null;
    },
    end: () => (ending ??= closeAll()),
  };
}

/** After so long what has not closed is left to the next start, which takes over anything. */
const LONGEST_END_MS = 15_000;

/**
 * Runs a program until it is told to end: Ctrl-C and SIGTERM close what it opened and exit with 0; a second Ctrl-C exits at once.
 * A condition that a person can put right is one plain sentence and exit code 1.
 */
export async function runUntilTold(
  start: (lifetime: Lifetime) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const lifetime = createLifetime();
  const leave = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(code), LONGEST_END_MS).unref();
    await lifetime.end();
    process.exit(code);
  };
  const told = (): void => {
    if (lifetime.isEnding) process.exit(1);
    say('Stopping.');
    void leave(0);
  };
  process.on('SIGINT', told);
  process.on('SIGTERM', told);
  process.on('SIGHUP', told);
  try {
    await start(lifetime);
  } catch (error) {
    if (lifetime.isEnding) return;
    process.exitCode = 1;
    if (error instanceof StartProblem) process.stderr.write(`\n${error.message}\n`);
    else
      process.stderr.write(
        `\nEvenstock could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    await leave(1);
  }
}
