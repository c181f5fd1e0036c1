import type { Context } from '../../context.ts';
import { migrationOfOtherBuild } from '../../platform/database/database-state.ts';
import { readMigrations } from '../../platform/database/migrate.ts';
import { after } from '../../platform/time/time-spans.ts';
import { beat, deleteProcessesBefore, endBeat } from './installation.queries.ts';
import { processPlace, type ProcessRole } from './process-place.ts';

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
 * @param role what this process does, for those who ask whether any works
 * @param onOtherBuild is called once another build has migrated the database; no heartbeat follows
 * @returns a function that ends it
 */
export function keepBeating(
  ctx: Context,
  role: ProcessRole,
  onOtherBuild: (migration: string) => void = () => undefined,
): () => Promise<void> {
  // Read now: the files on disk may be another build's later.
  const known = readMigrations();
  const own = ctx.recoveryLog.processId;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let pruneAt = 0;
  const once = async (): Promise<void> => {
    const migration = await migrationOfOtherBuild(ctx.db, known);
    if (migration !== null) {
      isOver = true;
      onOtherBuild(migration);
      return;
    }
    await beat(ctx.db, own, { ...processPlace, role }, ctx.clock.now());
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
    await endBeat(ctx.db, own, ctx.clock.now());
  };
}
