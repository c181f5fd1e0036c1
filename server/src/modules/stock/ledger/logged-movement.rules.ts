import { movementMessages, type MovementAction } from '@evenstock/contract/messages/catalog/movements';
import { adjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import { z } from 'zod';
import type { RecordedMerge } from './movement.ts';
import type { MovementSource, NewMovement } from './movement.ts';
import type { Epoch } from '../protocol/observe.rules.ts';

const actions: readonly string[] = Object.values(movementMessages);
const units = z.number().int();
const id = z.number().int();
const snapshot = z.object({ measure: units, from: z.coerce.date(), until: z.coerce.date() });

/** An epoch as the recovery log keeps it: without its events, which come with their orders. */
export const loggedEpoch = z.object({
  id,
  listingId: id,
  value: snapshot,
  bookable: z.boolean(),
  unexplained: units,
  sure: units,
  booked: units,
  bookedNo: z.number().int(),
  joined: units,
  joinedTo: id.nullable(),
  bookAfter: z.coerce.date().nullable(),
  reads: z.array(snapshot.extend({ since: z.coerce.date() })),
}) satisfies z.ZodType<Omit<Epoch, 'events' | 'before' | 'isClosed'>>;
export type LoggedEpoch = z.infer<typeof loggedEpoch>;

/** A merge as the recovery log keeps it, with the entry of the SKU that survived it. */
const loggedMerge = z.object({
  id,
  at: z.coerce.date(),
  sources: z.array(id).readonly(),
  listings: z
    .array(z.object({ variant_listing_id: id, from_variant_id: id, quantity_before: units }))
    .readonly(),
  quantityAfter: units,
}) satisfies z.ZodType<RecordedMerge>;
export type LoggedMerge = z.infer<typeof loggedMerge>;

/** A movement as the recovery log keeps it: enough to record it again. */
export const loggedMovement = z.object({
  id,
  storeId: id,
  variantId: id,
  adjustment: units,
  action: z.custom<MovementAction>((value) => typeof value === 'string' && actions.includes(value)),
  cause: z.string(),
  /** None in lines of versions that did not keep them, or whose reason this version does not know. */
  reason: z.object({ code: adjustmentReason, note: z.string().nullable() }).optional().catch(undefined),
  source: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('Marketplace'),
      marketplaceId: id,
      listingId: id.nullable().default(null),
    }),
    z.object({ type: z.literal('Order'), orderId: id }),
    z.object({ type: z.literal('User'), userId: id.nullable() }),
  ]) satisfies z.ZodType<MovementSource>,
  /** Of a booking or its reversal; none in lines of versions that did not keep them. */
  epochs: z.array(loggedEpoch).default([]),
  /** None in lines of versions that did not keep it. */
  merge: loggedMerge.optional(),
});
export type LoggedMovement = z.infer<typeof loggedMovement>;

/** Names a movement as the ledger does. */
export const causeKey = ({ variantId, cause }: Pick<LoggedMovement, 'variantId' | 'cause'>): string =>
  `${String(variantId)} ${cause}`;

/** Whether a movement is known here alone: marketplaces report orders again, all but a member's restock. */
export function isOursAlone({ cause, action }: Pick<NewMovement, 'cause' | 'action'>): boolean {
  if (isRemainder({ cause })) return false;
  return !cause.startsWith('line:') || action === movementMessages.restock;
}

export const REMAINDER = 'merge_remainder:';

/**
 * The cause of the entries that move the remainder of a repeated merge: units that earlier orders took from a SKU that was merged
 * away. The same orders are imported again at the surviving SKU. Each replay calculates the remainder anew.
 */
export const remainderCause = (sourceId: number): string => `${REMAINDER}${String(sourceId)}`;

export const isRemainder = ({ cause }: Pick<NewMovement, 'cause'>): boolean => cause.startsWith(REMAINDER);

/** The id of the record that a movement's cause names; null where it names none. */
export function idInCause({ cause }: Pick<LoggedMovement, 'cause'>): number | null {
  const id = /^(?:count|epoch|line|merge|unmerge|undo|recount):(\d{1,15})\b/.exec(cause)?.[1];
  return id === undefined ? null : Number(id);
}

/** The id of the epoch that a movement books or reverses; null for any other movement. */
export function epochOf(movement: Pick<LoggedMovement, 'cause'>): number | null {
  return movement.cause.startsWith('epoch:') ? idInCause(movement) : null;
}
