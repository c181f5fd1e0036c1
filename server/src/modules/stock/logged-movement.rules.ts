import { movementMessages, type MovementAction } from '@evenstock/contract/messages/movements';
import { z } from 'zod';
import type { MovementSource } from './movement.ts';

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

/** Names a movement as the ledger does. */
export const causeKey = ({ variantId, cause }: Pick<LoggedMovement, 'variantId' | 'cause'>): string =>
  `${String(variantId)} ${cause}`;

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
