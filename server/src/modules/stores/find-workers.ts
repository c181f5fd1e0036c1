import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { ALIVE_MS, isWorthWarning, silentSince } from './worker-silence.rules.ts';
import { countProcesses, type ProcessesAlive } from './workers.queries.ts';

export interface Workers extends ProcessesAlive {
  /** Since when no process runs jobs; null while one does. */
  readonly silentSince: Date | null;
}

/** Counts the living processes of the installation by what they do. */
export async function findWorkers(ctx: Pick<Context, 'db' | 'clock'>): Promise<Workers> {
  const processes = await countProcesses(ctx.db, after(ctx.clock.now(), -ALIVE_MS));
  return { ...processes, silentSince: silentSince(processes) };
}

/** Since when no worker has run, where that is long enough to warn members; else null. */
export async function findWorkerSilence(ctx: Pick<Context, 'db' | 'clock'>): Promise<Date | null> {
  const { silentSince: since } = await findWorkers(ctx);
  return since !== null && isWorthWarning(since, ctx.clock.now()) ? since : null;
}
