import { movementMessages, type MovementAction } from '@evenstock/contract/messages/movements';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { afterCommit } from '../../platform/transaction.ts';
import type { MovementSource, NewMovement, RecordedMovement } from './movement.ts';

const actions: readonly string[] = Object.values(movementMessages);

/** A movement as the recovery log keeps it: enough to record it again. */
export const loggedMovement = z.object({
  id: z.number().int(),
  storeId: z.number().int(),
  variantId: z.number().int(),
  adjustment: z.number().int(),
  action: z.custom<MovementAction>((value) => typeof value === 'string' && actions.includes(value)),
  cause: z.string(),
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Marketplace'), marketplaceId: z.number().int() }),
    z.object({ type: z.literal('Order'), orderId: z.number().int() }),
    z.object({ type: z.literal('User'), userId: z.number().int().nullable() }),
  ]) satisfies z.ZodType<MovementSource>,
});
export type LoggedMovement = z.infer<typeof loggedMovement>;

/** The marketplaces tell orders again; what else changes a quantity is known here alone. */
function isOursAlone({ cause, action }: NewMovement): boolean {
  return !cause.startsWith('line:') || action === movementMessages.restock;
}

/** Keeps movements outside of the database as well: flushed after the commit and before the answer. */
export function logMovements(
  tx: Tx,
  { recoveryLog }: Pick<Context, 'recoveryLog'>,
  movements: readonly NewMovement[],
  recorded: readonly RecordedMovement[],
  at: Date,
): void {
  const keyOf = (movement: Pick<NewMovement, 'variantId' | 'cause'>): string =>
    `${String(movement.variantId)} ${movement.cause}`;
  const ids = new Map(recorded.map((movement) => [keyOf(movement), movement.id]));
  const entries = movements.filter(isOursAlone).flatMap((movement) => {
    const id = ids.get(keyOf(movement));
    if (id === undefined) return [];
    const content: LoggedMovement = { id, ...movement };
    return [{ id, key: movement.cause, at, content }];
  });
  if (entries.length > 0) afterCommit(tx, () => recoveryLog.append(entries));
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
