import type { AdjustmentReason } from '../../kinds/adjustment-reasons.ts';

/** What entries of the stock ledger are called. The English is stored with the entry, and fixed by the specification. */
export const movementMessages = {
  first_count: 'First count',
  order_placed: 'Order placed',
  order_changed: 'Order changed',
  order_cancelled: 'Order cancelled',
  explained_by_order: 'Explained by an order',
  changed_on_marketplace: 'Changed on the marketplace',
  adjustment: 'Adjustment',
  restock: 'Restock',
  merge: 'Merge',
  unmerge: 'Unmerge',
  undo_merge: 'Undo merge',
  undo_adjustment: 'Undo adjustment',
  made_set: 'Made a set',
  recounted: 'Recounted after a restore',
} as const;

/** Why a member adjusted a quantity, by its code. */
const reasonMessages = {
  damaged_reason: 'Damaged',
  lost_reason: 'Lost',
  found_reason: 'Found',
  received_reason: 'Received',
  counted_reason: 'Counted',
  other_reason: 'Other',
} as const satisfies Readonly<Record<`${AdjustmentReason}_reason`, string>>;

/** What the ledger says: the names of its entries, and the reasons of adjustments. */
export const ledgerMessages = { ...movementMessages, ...reasonMessages } as const;

type Movements = typeof movementMessages;
/** The stored name of a movement. */
export type MovementAction = Movements[keyof Movements];

const codes: ReadonlyMap<string, string> = new Map(
  Object.entries(movementMessages).map(([name, action]) => [action, `movements.${name}`]),
);

/** The code of a stored name; undefined for a name that this version does not know. */
export const movementCode = (action: string): string | undefined => codes.get(action);

/** A reason in English. */
export const reasonText = (reason: AdjustmentReason): string => reasonMessages[`${reason}_reason`];
