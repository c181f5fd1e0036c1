import type { Context } from '../../../context.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { entryOf } from '../ledger/log-movements.ts';
import { causeKey, loggedMovement } from '../ledger/logged-movement.rules.ts';
import { ownMovementsAfter } from './own-movements.queries.ts';

const DAY_MS = 86_400_000;

/**
 * Appends the movements of the ledger after an id that the recovery log lacks: those of a process that was killed before it wrote them.
 * @returns how many they were
 */
export async function logMissingMovements(
  { db, recoveryLog }: Pick<Context, 'db' | 'recoveryLog'>,
  afterId: number,
): Promise<number> {
  let known: ReadonlySet<string> | null = null;
  let missing = 0;
  for (let page = await ownMovementsAfter(db, afterId); page.length > 0;) {
    // A file is of the day of the first line that it was opened for.
    known ??= await keysSince(recoveryLog, after(page[0]?.at ?? new Date(0), -DAY_MS));
    const lacking = page.filter(({ movement }) => known?.has(causeKey(movement)) === false);
    await recoveryLog.append(lacking.map(({ movement, at }) => entryOf(movement, at)));
    missing += lacking.length;
    page = await ownMovementsAfter(db, page.at(-1)?.movement.id ?? Infinity);
  }
  return missing;
}

async function keysSince(log: Context['recoveryLog'], day: Date): Promise<ReadonlySet<string>> {
  const contents = await log.entriesSince(day);
  return new Set(
    contents.flatMap((content) => {
      const { data } = loggedMovement.safeParse(content);
      return data === undefined ? [] : [causeKey(data)];
    }),
  );
}
