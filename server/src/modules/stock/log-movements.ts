import { movementMessages } from '@evenstock/contract/messages/movements';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import type { LogEntry } from '../../platform/recovery-log.ts';
import { after } from '../../platform/time-spans.ts';
import { afterCommit } from '../../platform/transaction.ts';
import { causeKey, loggedMovement, type LoggedMovement } from './logged-movement.rules.ts';
import type { MovementSource, NewMovement, RecordedMovement } from './movement.ts';
import { ownMovementsAfter } from './own-movements.queries.ts';

/** The marketplaces tell orders again; what else changes a quantity is known here alone. */
function isOursAlone({ cause, action }: NewMovement): boolean {
  return !cause.startsWith('line:') || action === movementMessages.restock;
}

/**
 * Keeps movements in the recovery log too, once they are committed. Nobody waits for the disk here: the log's `count` does, before a
 * shop hears of them.
 */
export function logMovements(
  tx: Tx,
  { recoveryLog }: Pick<Context, 'recoveryLog'>,
  movements: readonly NewMovement[],
  recorded: readonly RecordedMovement[],
  at: Date,
): void {
  const ids = new Map(recorded.map((movement) => [causeKey(movement), movement.id]));
  const entries = movements.filter(isOursAlone).flatMap((movement) => {
    const id = ids.get(causeKey(movement));
    if (id === undefined) return [];
    return [entryOf({ id, ...movement }, at)];
  });
  if (entries.length === 0) return;
  afterCommit(tx, () => {
    void recoveryLog.append(entries);
    return Promise.resolve();
  });
}

function entryOf(content: LoggedMovement, at: Date): LogEntry {
  return { id: content.id, key: content.cause, at, content };
}

const DAY_MS = 86_400_000;

/**
 * Keeps the movements after an id that a killed process did not: those of the ledger that the folder lacks.
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

const idInCause = /^(?:count|epoch|line|merge|unmerge|recount):(\d{1,15})\b/;

/** The highest id of any record that logged movements name; 0 where there is none. */
export function highestLoggedId(contents: readonly unknown[]): number {
  let highest = 0;
  for (const content of contents) {
    const { data } = loggedMovement.safeParse(content);
    if (data === undefined) continue;
    const { id, storeId, variantId, source, cause } = data;
    const inCause = Number(idInCause.exec(cause)?.[1] ?? 0);
    highest = Math.max(highest, id, storeId, variantId, inCause, idOfSource(source));
  }
  return highest;
}

function idOfSource(source: MovementSource): number {
  switch (source.type) {
    case 'Marketplace':
      return source.marketplaceId;
    case 'Order':
      return source.orderId;
    case 'User':
      return source.userId ?? 0;
  }
}
