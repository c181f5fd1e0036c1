import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { LogEntry } from '../../../platform/logs/entry-writer.ts';
import { afterCommit } from '../../../platform/database/transaction.ts';
import { causeKey, isOursAlone, loggedEpoch, type LoggedMovement } from './logged-movement.rules.ts';
import type { NewMovement } from './movement.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';

/**
 * Appends movements that no marketplace can repeat to the recovery log: after the commit, and before the caller is answered.
 * It does not wait for the disk: `count` of the log does, before the program writes to a shop.
 */
export function logMovements(
  tx: Tx,
  { recoveryLog }: Pick<Context, 'recoveryLog'>,
  movements: readonly NewMovement[],
  recorded: readonly RecordedMovement[],
  at: Date,
): void {
  const ids = new Map(recorded.map((movement) => [causeKey(movement), movement.id]));
  const entries = movements.filter(isOursAlone).flatMap(({ epochs = [], ...movement }) => {
    const id = ids.get(causeKey(movement));
    if (id === undefined) return [];
    return [entryOf({ id, ...movement, epochs: epochs.map((epoch) => loggedEpoch.parse(epoch)) }, at)];
  });
  if (entries.length === 0) return;
  afterCommit(tx, () => recoveryLog.append(entries));
}

/** The line of a movement. */
export function entryOf(content: LoggedMovement, at: Date): LogEntry {
  return { id: content.id, key: content.cause, at, content };
}
