import { fullDisk } from './full-disk.ts';
import { StartProblem } from './start-problem.ts';

/** The graceful shutdown of a program: closes what it opened, in reverse order. */
export interface Shutdown {
  /** Registers how to close what was just opened. */
  onShutdown(close: () => Promise<unknown>): void;
  readonly isShuttingDown: boolean;
  shutDown(): Promise<void>;
  /** Says that the program must not continue: it is shut down and exits with 1. */
  giveUp(): void;
  /** Resolves when it gave up. */
  readonly gaveUp: Promise<void>;
}

export function createShutdown(): Shutdown {
  const closers: (() => Promise<unknown>)[] = [];
  let ending: Promise<void> | null = null;
  let giveUp = (): void => undefined;
  const gaveUp = new Promise<void>((resolve) => (giveUp = resolve));
  const closeAll = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      // A failure to close one must not keep the others open.
      await close().catch(() => undefined);
    }
  };
  return {
    onShutdown(close) {
      if (ending === null) closers.push(close);
      else void close().catch(() => undefined);
    },
    get isShuttingDown() {
      return ending !== null;
    },
    shutDown: () => (ending ??= closeAll()),
    giveUp: () => {
      giveUp();
    },
    gaveUp,
  };
}

/** The longest that a shutdown takes; the next start takes over what is left. */
const LONGEST_END_MS = 15_000;

/**
 * Runs a program until a signal: Ctrl-C and SIGTERM shut it down and exit with 0, a second Ctrl-C exits at once. One that gives up
 * exits with 1. A problem that a person can solve is printed as one plain sentence, with exit code 1.
 */
export async function runUntilSignalled(
  start: (shutdown: Shutdown) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const shutdown = createShutdown();
  const leave = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(code), LONGEST_END_MS).unref();
    await shutdown.shutDown();
    process.exit(code);
  };
  const onSignal = (): void => {
    if (shutdown.isShuttingDown) process.exit(1);
    say('Stopping.');
    void leave(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
  void shutdown.gaveUp.then(() => leave(1));
  try {
    await start(shutdown);
  } catch (error) {
    if (shutdown.isShuttingDown) return;
    process.exitCode = 1;
    const problem = error instanceof StartProblem ? error : fullDisk(error, null);
    if (problem !== null) process.stderr.write(`\n${problem.message}\n`);
    else
      process.stderr.write(
        `\nEvenstock could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    await leave(1);
  }
}
