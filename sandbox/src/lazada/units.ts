import { z } from 'zod';
import type { Order, OrderEvent, OrderLine } from '../core/records.ts';
import { packageOf, packageRecord, type Package } from './packages.ts';
import { cancelReasons, unitStatusWords } from './words.ts';

/** What became of single units of an order: the vendor keeps a record for each. */
export const unitMarks = z.object({
  /** By order item id. */
  units: z.record(
    z.string(),
    z.object({
      status: z.enum(['canceled', 'returned']),
      at: z.int(),
      reason: z.string(),
      initiator: z.string(),
    }),
  ),
  /** Id of the buyer's request to cancel or return, also after it ended. */
  reverseOrderId: z.string(),
  packages: z.array(packageRecord).default([]),
  /** Numbers that the seller set, by order item id. */
  invoices: z.record(z.string(), z.string()).default({}),
});
export type UnitMarks = z.infer<typeof unitMarks>;

/** One unit that a buyer bought; quantity 2 makes two of them (lazada.md 4). */
export interface Unit {
  readonly id: string;
  readonly line: OrderLine;
  readonly status: string;
  readonly updatedAt: number;
  readonly reason: string;
  readonly initiator: string;
  /** The parcel that it is in, if it is packed. */
  readonly parcel: Package | undefined;
}

/** The order item ids of a line: its own id counted up. */
export function unitIds(line: OrderLine): string[] {
  return Array.from({ length: line.quantity }, (_, index) => String(BigInt(line.id) + BigInt(index)));
}

/** All units of an order, each with its own status. */
export function unitsOf(order: Order, marks: UnitMarks | undefined): Unit[] {
  const changed = lastChangeOfAll(order);
  return order.lines.flatMap((line) =>
    unitIds(line).map((id) => {
      const mark = marks?.units[id];
      const parcel = packageOf(marks?.packages ?? [], id);
      return {
        id,
        line,
        status: mark?.status ?? openStatus(order, parcel),
        updatedAt: mark?.at ?? Math.max(changed, parcel?.at ?? 0),
        reason: mark?.reason ?? '',
        initiator: mark?.initiator ?? '',
        parcel,
      };
    }),
  );
}

/** Statuses of parcels that differ from the rest of a shipped order. */
const aheadOrBehind: ReadonlySet<string> = new Set(['ready_to_ship', 'delivered', 'failed_delivery']);

/** The status of a unit that was neither cancelled nor returned; its parcel may be ahead of the rest of the order. */
function openStatus(order: Order, parcel: Package | undefined): string {
  if (parcel !== undefined && (order.stage === 'ready' || order.stage === 'packed')) return parcel.status;
  if (order.stage === 'shipped' && parcel !== undefined && aheadOrBehind.has(parcel.status))
    return parcel.status;
  return unitStatusWords[order.stage];
}

/** The set of unit statuses of an order. */
export function statusWords(order: Order, marks: UnitMarks | undefined): string[] {
  return [...new Set(unitsOf(order, marks).map(({ status }) => status))];
}

/**
 * Marks the units that a cancellation or a return is about: those asked for by id, else from the end of the line.
 * `picked`: order item ids that the call named.
 */
export function markUnits(
  order: Order,
  event: OrderEvent,
  marks: UnitMarks,
  picked: ReadonlySet<string>,
): string[] {
  const status = event.name === 'return' ? 'returned' : 'canceled';
  const marked: string[] = [];
  for (const line of order.lines) {
    const free = unitIds(line).filter((id) => marks.units[id] === undefined);
    let count = event.units === undefined ? free.length : (event.units[line.id] ?? 0);
    const chosen = [
      ...free.filter((id) => picked.has(id)),
      ...free.filter((id) => !picked.has(id)).reverse(),
    ];
    for (const id of chosen) {
      if (count === 0) break;
      count -= 1;
      marks.units[id] = { status, at: event.at, reason: reasonText(event), initiator: initiatorOf(event) };
      marked.push(id);
    }
  }
  return marked;
}

function reasonText(event: OrderEvent): string {
  return cancelReasons.find(({ id }) => id === event.reason)?.name ?? event.reason ?? '';
}

function initiatorOf(event: OrderEvent): string {
  if (event.name === 'return') return 'return-customer';
  if (event.by === 'seller') return 'cancellation-seller';
  return event.by === 'buyer' ? 'cancellation-customer' : 'system-cancel';
}

/** When the units that were neither cancelled nor returned last changed. */
function lastChangeOfAll(order: Order): number {
  const changes = order.events
    .filter(({ name }) => name !== 'cancel' && name !== 'return')
    .map(({ at }) => at);
  return Math.max(order.createdAt, ...changes);
}
