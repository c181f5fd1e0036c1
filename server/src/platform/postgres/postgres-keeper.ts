import type { Logger } from 'pino';
import type { Cluster } from './postgres-launcher.ts';

/** A cluster that is started again when it dies. */
export type KeptCluster = Pick<Cluster, 'connection' | 'stop'>;

interface Patience {
  /** The wait before the second consecutive start; it doubles with each further one. The first is immediate. */
  readonly backoffMs: number;
  readonly longestBackoffMs: number;
  /** Maximum number of consecutive starts that fail, or after which the server soon dies. */
  readonly starts: number;
  /** Uptime after which the count of consecutive starts is reset. */
  readonly soonMs: number;
}

const PATIENCE: Patience = { backoffMs: 1000, longestBackoffMs: 30_000, starts: 8, soonMs: 60_000 };

/**
 * Starts a cluster and starts it again on the same data whenever it dies. Its socket keeps its path, so that new connections find it.
 * @param start starts the cluster, or takes over one that runs
 * @throws what the first start throws
 */
export async function keepCluster(
  start: () => Promise<Cluster>,
  log: Logger,
  patience: Patience = PATIENCE,
): Promise<KeptCluster> {
  let current: Cluster | null = await start();
  const { connection } = current;
  const stopping = new AbortController();
  const { signal } = stopping;
  const isStopping = (): boolean => signal.aborted;

  async function startAgain(startsInARow: number): Promise<Cluster | null> {
    for (let starts = startsInARow; starts < patience.starts && !isStopping(); starts += 1) {
      await pause(backoffOf(starts, patience), signal);
      if (isStopping()) return null;
      try {
        return await start();
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be started again.');
      }
    }
    if (!isStopping()) log.fatal('PostgreSQL is not started any more. Stop the program and start it again.');
    return null;
  }

  async function keep(): Promise<void> {
    let startsInARow = 0;
    while (current !== null) {
      const began = performance.now();
      await Promise.race([current.lost, aborted(signal)]);
      if (isStopping()) return;
      log.error('PostgreSQL ended and is started again.');
      startsInARow = performance.now() - began > patience.soonMs ? 0 : startsInARow + 1;
      current = await startAgain(Math.max(0, startsInARow - 1));
    }
  }

  const kept = keep();
  return {
    connection,
    async stop() {
      stopping.abort();
      await kept;
      await current?.stop();
    },
  };
}

function backoffOf(starts: number, { backoffMs, longestBackoffMs }: Patience): number {
  return starts === 0 ? 0 : Math.min(longestBackoffMs, backoffMs * 2 ** (starts - 1));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

/** Waits for this time, or until the signal. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([over, aborted(signal)]);
  clearTimeout(timer);
}
