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
