import type { MessageCode, MessageOnWire } from '@evenstock/contract/messages/message';
import type { StepOutcome } from '../operations/operation-definition.ts';

/** Orders that a marketplace is asked for at once. */
const AT_ONCE = 5;
/** How often a marketplace that does not answer is asked once more; then its orders have failed. */
const WAITS = 3;

/** An order without an outcome. */
export interface LeftOrder {
  readonly order: number;
  /** When its marketplace was first asked for it; null: not yet. */
  readonly since: number | null;
  /** When it is asked next. */
  readonly due: number;
}

export interface LabelCursor {
  readonly left: readonly LeftOrder[];
  /** The marketplaces that did not answer, by their ids: how often in a row, and the last reason. */
  readonly silences: Readonly<Record<string, { readonly failures: number; readonly reason: MessageOnWire }>>;
  /** The number of labels that the document was joined of. */
  readonly joined: number;
}

export const firstCursor = (orders: readonly number[]): LabelCursor => ({
  left: orders.map((order) => ({ order, since: null, due: 0 })),
  silences: {},
  joined: 0,
});

/** The marketplaces of orders; null where an order is gone. */
export type MarketplaceOf = (order: number) => number | null;

/** The orders that are due, a few at once, by their marketplaces. */
export function dueBatches(
  { left }: LabelCursor,
  marketplaceOf: MarketplaceOf,
  now: number,
): readonly (readonly (readonly LeftOrder[])[])[] {
  const due = left.filter((one) => one.due <= now);
  return [...new Set(due.map(({ order }) => marketplaceOf(order)))].map((id) => {
    const own = due.filter(({ order }) => marketplaceOf(order) === id);
    return Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_batch, at) =>
      own.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
  });
}

/** The cursor once a marketplace has answered for a batch. @param waiting those of it whose labels are being made */
export function afterAnswer(
  { left, silences, joined }: LabelCursor,
  marketplaceId: number | null,
  batch: readonly LeftOrder[],
  waiting: readonly LeftOrder[],
): LabelCursor {
  const rest = left.filter(({ order }) => !batch.some((one) => one.order === order));
  return { left: [...rest, ...waiting], silences: without(silences, marketplaceId), joined };
}

/** The cursor after a marketplace did not answer, and the orders that have failed as it never did. */
export function afterSilence(
  { left, silences, joined }: LabelCursor,
  marketplaceId: number | null,
  marketplaceOf: MarketplaceOf,
  { reason, due }: { readonly reason: MessageOnWire; readonly due: number },
): { readonly cursor: LabelCursor; readonly failed: readonly number[] } {
  const isOwn = ({ order }: LeftOrder): boolean => marketplaceOf(order) === marketplaceId;
  const failures = (silences[String(marketplaceId)]?.failures ?? 0) + 1;
  if (failures > WAITS) {
    const others = left.filter((one) => !isOwn(one));
    return {
      cursor: { left: others, silences: without(silences, marketplaceId), joined },
      failed: left.filter(isOwn).map(({ order }) => order),
    };
  }
  return {
    cursor: {
      left: left.map((one) => (isOwn(one) ? { ...one, due: Math.max(one.due, due) } : one)),
      silences: { ...silences, [String(marketplaceId)]: { failures, reason } },
      joined,
    },
    failed: [],
  };
}

const without = (silences: LabelCursor['silences'], marketplaceId: number | null): LabelCursor['silences'] =>
  Object.fromEntries(Object.entries(silences).filter(([id]) => id !== String(marketplaceId)));

/** Reasons for which no label will ever be printed from here. */
const neverPrinted: ReadonlySet<string> = new Set<MessageCode>([
  'printing.no_labels',
  'printing.buyer_deleted',
  'printing.order_gone',
  'refusals.no_label',
  'refusals.own_carrier_no_label',
  'refusals.cancelled_no_label',
  'refusals.several_labels',
]);
/** Reasons that end once the shipment is arranged, and last once the courier has the parcel. */
const outsideShipping: ReadonlySet<string> = new Set<MessageCode>([
  'refusals.label_outside_shipping',
  'refusals.label_after_shipping',
]);
/** States of orders whose parcels the courier has, or never gets. */
const parcelLeft: ReadonlySet<string> = new Set([
  'SHIPPED',
  'shipped',
  'TO_CONFIRM_RECEIVE',
  'delivered',
  'fulfilled',
  'COMPLETED',
  'TO_RETURN',
  'returned',
  'refunded',
  'CANCELLED',
]);

/** Whether an order's label can never be printed, so that nobody can do anything about it. */
export const isNeverPrinted = (reason: MessageOnWire, marketplaceState: string | null): boolean =>
  neverPrinted.has(reason.code) ||
  (outsideShipping.has(reason.code) && marketplaceState !== null && parcelLeft.has(marketplaceState));

/** How a run continues after it has asked for all that were due. */
export function afterAll({ left, silences }: LabelCursor, now: number): StepOutcome {
  if (left.length === 0) return 'done';
  const due = Math.min(...left.map((one) => one.due));
  if (due <= now) return 'more';
  const [because] = Object.values(silences).map(({ reason }) => reason);
  const rest = Math.max(1, Math.ceil((due - now) / 1_000));
  return because === undefined ? { rest } : { rest, because };
}
