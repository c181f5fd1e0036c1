import type { ProcessesAlive } from './workers.queries.ts';

/** A process sends a heartbeat each 10 s: one that misses three is dead. */
export const ALIVE_MS = 30_000;
/** Members are warned after a minute: a restart is shorter. */
const WARN_MS = 60_000;

/** Since when no process runs jobs; null while one does, and where no process of the program ever ran. */
export function silentSince({
  all,
  worker,
  workedAt,
  beganAt,
}: Pick<ProcessesAlive, 'all' | 'worker' | 'workedAt' | 'beganAt'>): Date | null {
  return all + worker > 0 ? null : (workedAt ?? beganAt);
}

/** Whether members are warned that no worker runs. */
export const isWorthWarning = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= WARN_MS;
