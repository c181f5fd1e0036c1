import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { beat, deleteProcessesBefore } from './installation.queries.ts';

const BEAT_MS = 10_000;
const PRUNE_MS = 3_600_000;
const DAY_MS = 86_400_000;
/**
 * How long the recovery log is kept. An older backup is restored without it: the lines take up room, and restoring so old a backup is
 * rare.
 */
export const KEEP_LOG_MS = 90 * DAY_MS;
/** Processes are kept longer than the log, as a process that the log names must be known. */
export const KEEP_PROCESSES_MS = 2 * KEEP_LOG_MS;

/**
 * Sends a heartbeat every 10 s, and compares the database whenever a new connection may lead to another one.
 * @returns a function that ends it
 */
export function keepBeating(ctx: Context): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let pruneAt = 0;
  const once = async (): Promise<void> => {
    await beat(ctx.db, ctx.recoveryLog.processId, ctx.clock.now());
    await ctx.generation.look(ctx);
    const now = ctx.clock.now();
    if (now.getTime() < pruneAt) return;
    pruneAt = now.getTime() + PRUNE_MS;
    await ctx.recoveryLog.prune(after(now, -KEEP_LOG_MS));
    await deleteProcessesBefore(ctx.db, after(now, -KEEP_PROCESSES_MS));
  };
  let beating: Promise<void> = Promise.resolve();
  const next = (): void => {
    beating = once()
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'the beat of this process failed; the next one follows');
      })
      .finally(() => {
        if (!isOver) timer = setTimeout(next, BEAT_MS);
      });
  };
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await beating;
  };
}
