import type { Context } from '../../context.ts';
import { after } from '../../platform/time/time-spans.ts';
import { logMissingMovements } from '../stock/replay/log-missing-movements.ts';

/** Longer than any transaction takes that had an id at a start. */
const SETTLED_MS = 60_000;

/**
 * Adds to the recovery log the entries that killed processes committed and did not flush. Run it once in each process, before it
 * works, with a database that lacks nothing.
 */
export async function completeLog(ctx: Context, newestMovement: number): Promise<void> {
  const { recoveryLog: log } = ctx;
  if (!log.isKept) return;
  const now = ctx.clock.now();
  const [{ state }, checked] = [await log.evidence(), await log.checked()];
  const from = Math.max(state?.completeSince ?? newestMovement, checked?.to ?? 0);
  const movements = await logMissingMovements(ctx, from);
  if (movements > 0)
    ctx.log.warn({ movements }, 'the recovery log lacked movements of a process that was killed');
  if (checked === null) await log.saveChecked({ to: from, seen: newestMovement, seenAt: now });
  else if (after(checked.seenAt, SETTLED_MS) < now)
    await log.saveChecked({ to: Math.max(from, checked.seen), seen: newestMovement, seenAt: now });
}
