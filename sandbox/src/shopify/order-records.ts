import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import { parcelState, type Order, type OrderEvent, type OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { dispose, disposedUnits, disposition } from './dispositions.ts';
import { numbered } from './gids.ts';

const restockType = z.enum(['CANCEL', 'RETURN', 'NO_RESTOCK']);
export type RestockType = z.infer<typeof restockType>;

const refundRecord = z.object({
  number: z.int(),
  at: z.int(),
  note: z.string().nullable(),
  /** Minor units of the shop's currency. */
  amount: z.int(),
  lines: z.array(z.object({ lineId: z.string(), quantity: z.int(), restockType })),
});
export type RefundRecord = z.infer<typeof refundRecord>;

const trackingRecord = z.object({
  company: z.string().nullable(),
  number: z.string().nullable(),
  url: z.string().nullable(),
  /** The other parcels, if there are several. */
  more: z.array(z.object({ number: z.string(), url: z.string().nullable() })).default([]),
});
export type Tracking = z.infer<typeof trackingRecord>;

const fulfillmentRecord = z.object({
  number: z.int(),
  at: z.int(),
  deliveredAt: z.int().nullable(),
  cancelledAt: z.int().nullable().default(null),
  state: parcelState.default('sent'),
  tracking: trackingRecord.nullable(),
  lines: z.array(z.object({ lineId: z.string(), quantity: z.int() })),
});
export type FulfillmentRecord = z.infer<typeof fulfillmentRecord>;

/** Why a buyer gives something back: definitions that every shop has, numbered from 1. */
export const returnReasons = [
  { number: 1, handle: 'unknown', name: 'Unknown', word: 'UNKNOWN' },
  { number: 2, handle: 'changed-my-mind', name: 'Changed my mind', word: 'UNWANTED' },
  { number: 3, handle: 'item-not-as-described', name: 'Item not as described', word: 'NOT_AS_DESCRIBED' },
  { number: 4, handle: 'received-the-wrong-item', name: 'Received the wrong item', word: 'WRONG_ITEM' },
  { number: 5, handle: 'other-reason', name: 'Other', word: 'OTHER' },
  { number: 6, handle: 'damaged-or-defective', name: 'Damaged or defective', word: 'DEFECTIVE' },
  { number: 7, handle: 'too-small', name: 'Too small', word: 'SIZE_TOO_SMALL' },
  { number: 8, handle: 'too-big', name: 'Too big', word: 'SIZE_TOO_LARGE' },
  { number: 9, handle: 'style', name: 'Style', word: 'STYLE' },
  { number: 10, handle: 'color', name: 'Color', word: 'COLOR' },
] as const;

const returnLineRecord = z.object({
  number: z.int(),
  lineId: z.string(),
  quantity: z.int(),
  processed: z.int(),
  /** Number of the reason's definition. */
  reason: z.int(),
  note: z.string(),
  customerNote: z.string().nullable(),
  dispositions: z.array(disposition).default([]),
});

const returnRecord = z.object({
  number: z.int(),
  status: z.enum(['REQUESTED', 'OPEN', 'CLOSED', 'DECLINED', 'CANCELED']),
  at: z.int(),
  approvedAt: z.int().nullable(),
  closedAt: z.int().nullable(),
  decline: z.object({ reason: z.string(), note: z.string().nullable() }).nullable(),
  lines: z.array(returnLineRecord),
  /** Numbers of the refunds made for it. */
  refunds: z.array(z.int()).default([]),
});
export type ReturnRecord = z.infer<typeof returnRecord>;
export type ReturnLineRecord = z.infer<typeof returnLineRecord>;

/** What this vendor keeps of an order beyond the common record. */
export const orderNotes = z.object({
  cancelledAt: z.int().nullable(),
  cancelReason: z.string().nullable(),
  closedAt: z.int().nullable(),
  returnStatus: z.enum(['NO_RETURN', 'RETURN_REQUESTED', 'IN_PROGRESS', 'RETURNED']),
  returns: z.array(returnRecord).default([]),
  refunds: z.array(refundRecord),
  fulfillments: z.array(fulfillmentRecord),
});
export type OrderNotes = z.infer<typeof orderNotes>;

/** What a call means beyond the event that it lets happen. */
export interface Intent {
  /** Units are refunded, but the order itself is not cancelled. */
  readonly refundOnly?: boolean;
  /** Minor units; what the units cost unless given. */
  readonly amount?: number;
  readonly note?: string | null;
  readonly tracking?: Tracking | null;
  /** What a call says of each line that comes back. */
  readonly returning?: readonly Pick<ReturnLineRecord, 'lineId' | 'reason' | 'note' | 'customerNote'>[];
  readonly decline?: NonNullable<ReturnRecord['decline']>;
  /** The return ends as received rather than as cancelled. */
  readonly closes?: true;
}

const cancelReasons = ['CUSTOMER', 'DECLINED', 'FRAUD', 'INVENTORY', 'OTHER', 'STAFF'];

/** The notes of a shop's orders, kept in step with their events. */
export class OrderNotesStore {
  readonly #table: Table<OrderNotes>;
  #intent: Intent = {};

  constructor(table: Table<OrderNotes>) {
    this.#table = table;
  }

  of(shop: Shop, order: Order): OrderNotes {
    return this.#table.get(keyOf(shop, order)) ?? blank();
  }

  /** Runs an event together with details that the event itself does not carry. */
  during(intent: Intent, happen: () => void): void {
    this.#intent = intent;
    try {
      happen();
    } finally {
      this.#intent = {};
    }
  }

  /** Writes down what an event means here. */
  note(shop: Shop, order: Order, event: OrderEvent): OrderNotes {
    const notes = this.of(shop, order);
    const intent = this.#intent;
    if (event.name === 'cancel') this.#cancelled(shop, order, event, notes);
    if (event.name === 'return') this.#returned(shop, order, event, notes);
    if (intent.refundOnly !== true) this.#followReturn(shop, order, event, notes);
    if (event.name === 'ship' || event.name === 'collect') {
      const tracking = intent.tracking ?? {
        company: 'Singapore Post',
        number: order.tracking,
        url: null,
        more: [],
      };
      this.fulfil(shop, order, remaining(order, notes), event.at, order.tracking === null ? (intent.tracking ?? null) : tracking, notes); // oxfmt-ignore
    }
    if (event.name === 'deliver' || event.name === 'collect') {
      for (const fulfillment of uncancelled(notes)) fulfillment.deliveredAt ??= event.at;
    }
    if (event.name === 'complete' || event.name === 'collect') notes.closedAt ??= event.at;
    this.#table.put(keyOf(shop, order), notes);
    return notes;
  }

  /** Adds a fulfilment of some units. */
  fulfil(
    shop: Shop,
    order: Order,
    lines: FulfillmentRecord['lines'],
    at: number,
    tracking: Tracking | null,
    notes = this.of(shop, order),
  ): void {
    if (lines.length === 0) return;
    const number = numbered(shop, 'fulfillment', shop.nextNumber('fulfillment'));
    notes.fulfillments.push({
      number,
      at,
      deliveredAt: null,
      cancelledAt: null,
      state: 'sent',
      tracking,
      lines,
    });
    this.#table.put(keyOf(shop, order), notes);
  }

  /** Keeps what was changed in notes that were read here. */
  save(shop: Shop, order: Order, notes: OrderNotes): void {
    notes.returnStatus = returnStatusOf(notes.returns);
    this.#table.put(keyOf(shop, order), notes);
  }

  /** Adds a refund of money alone. */
  refundMoney(shop: Shop, order: Order, amount: number, note: string | null, at: number): void {
    const notes = this.of(shop, order);
    notes.refunds.push({ ...this.#newRefund(shop, at), amount, note, lines: [] });
    this.#table.put(keyOf(shop, order), notes);
  }

  #followReturn(shop: Shop, order: Order, event: OrderEvent, notes: OrderNotes): void {
    if (event.name === 'request_return') notes.returns.push(this.#newReturn(shop, order, event, notes));
    const open = notes.returns.findLast(({ status }) => status === 'REQUESTED' || status === 'OPEN');
    if (open !== undefined && event.name === 'return') {
      for (const line of open.lines) {
        const left = line.quantity - disposedUnits(line);
        const type = event.restored === true ? 'RESTOCKED' : 'NOT_RESTOCKED';
        if (left > 0 && this.#intent.amount === undefined)
          dispose(shop, line, { type, quantity: left }, event.at);
        line.processed = line.quantity;
      }
      endReturn(open, 'CLOSED', event.at);
    }
    if (open !== undefined && event.name === 'withdraw_return')
      endReturn(open, this.#intent.closes === true ? 'CLOSED' : 'CANCELED', event.at);
    if (open !== undefined && event.name === 'reject_return') {
      open.decline = this.#intent.decline ?? { reason: 'OTHER', note: event.reason ?? null };
      endReturn(open, 'DECLINED', event.at);
    }
    notes.returnStatus = returnStatusOf(notes.returns);
  }

  #newReturn(shop: Shop, order: Order, event: OrderEvent, notes: OrderNotes): ReturnRecord {
    const units = unitsOf(order, event, (line) => fulfilledUnits(notes, line.id) - line.returned);
    const lines = [...units].map(([lineId, quantity]): ReturnLineRecord => {
      const said = this.#intent.returning?.find((one) => one.lineId === lineId);
      return {
        number: numbered(shop, 'returnLine', shop.nextNumber('return line')),
        lineId,
        quantity,
        processed: 0,
        reason: said?.reason ?? reasonOf(event.reason),
        note: said?.note ?? '',
        customerNote: said === undefined ? (event.reason ?? null) : said.customerNote,
        dispositions: [],
      };
    });
    const number = numbered(shop, 'return', shop.nextNumber('return'));
    return {
      number,
      status: 'REQUESTED',
      at: event.at,
      approvedAt: null,
      closedAt: null,
      decline: null,
      refunds: [],
      lines,
    };
  }

  #cancelled(shop: Shop, order: Order, event: OrderEvent, notes: OrderNotes): void {
    const units = unitsOf(order, event, (line) => currentUnits(notes, line));
    const isWhole = order.stage === 'cancelled' && this.#intent.refundOnly !== true;
    if (isWhole) {
      notes.cancelledAt = event.at;
      notes.closedAt = event.at;
      notes.cancelReason = cancelReason(event);
    }
    const shipping = isWhole ? order.shippingFee : 0;
    this.#refund(
      shop,
      order,
      event,
      notes,
      units,
      event.restored === true ? 'CANCEL' : 'NO_RESTOCK',
      shipping,
    );
  }

  #returned(shop: Shop, order: Order, event: OrderEvent, notes: OrderNotes): void {
    const units = unitsOf(order, event, (line) => currentUnits(notes, line));
    this.#refund(shop, order, event, notes, units, event.restored === true ? 'RETURN' : 'NO_RESTOCK', 0);
    const [ended, refund] = [notes.returns.findLast(({ status }) => status === 'OPEN' || status === 'REQUESTED'), notes.refunds.at(-1)]; // oxfmt-ignore
    if (this.#intent.refundOnly !== true && refund !== undefined) ended?.refunds.push(refund.number);
  }

  #refund(
    shop: Shop,
    order: Order,
    event: OrderEvent,
    notes: OrderNotes,
    units: ReadonlyMap<string, number>,
    type: RestockType,
    shipping: number,
  ): void {
    const lines = [...units].map(([lineId, quantity]) => ({ lineId, quantity, restockType: type }));
    const worth = order.lines.reduce(
      (sum, line) => sum + line.unitPrice * (units.get(line.id) ?? 0),
      shipping,
    );
    const amount = order.paidAt === null ? 0 : (this.#intent.amount ?? worth);
    notes.refunds.push({
      ...this.#newRefund(shop, event.at),
      amount,
      note: this.#intent.note ?? null,
      lines,
    });
  }

  #newRefund(shop: Shop, at: number): Pick<RefundRecord, 'number' | 'at'> {
    return { number: numbered(shop, 'refund', shop.nextNumber('refund')), at };
  }
}

/** Units of a line that were neither refunded nor taken out of the order. */
export function currentUnits(notes: OrderNotes, line: OrderLine): number {
  return line.quantity - line.takenOut - refundedUnits(notes, line.id);
}

/** Units of a line that were refunded, shipped or not. */
export function refundedUnits(notes: OrderNotes, lineId: string): number {
  return count(notes.refunds, lineId);
}

/** The fulfilments that were not cancelled. */
export function uncancelled(notes: OrderNotes): FulfillmentRecord[] {
  return notes.fulfillments.filter(({ cancelledAt }) => cancelledAt === null);
}

export function fulfilledUnits(notes: OrderNotes, lineId: string): number {
  return count(uncancelled(notes), lineId);
}

/** Units that are still to be sent. */
export function remaining(order: Order, notes: OrderNotes): { lineId: string; quantity: number }[] {
  return order.lines
    .map((line) => ({
      lineId: line.id,
      quantity: line.quantity - line.cancelled - fulfilledUnits(notes, line.id),
    }))
    .filter(({ quantity }) => quantity > 0);
}

function count(
  records: readonly { lines: readonly { lineId: string; quantity: number }[] }[],
  lineId: string,
): number {
  return records
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0);
}

function unitsOf(order: Order, event: OrderEvent, all: (line: OrderLine) => number): Map<string, number> {
  const units = order.lines.map((line): [string, number] => [line.id, event.units === undefined ? all(line) : (event.units[line.id] ?? 0)]); // oxfmt-ignore
  return new Map(units.filter(([, quantity]) => quantity > 0));
}

function endReturn(record: ReturnRecord, status: ReturnRecord['status'], at: number): void {
  record.status = status;
  if (status !== 'DECLINED') record.closedAt = at;
}

function returnStatusOf(returns: readonly ReturnRecord[]): OrderNotes['returnStatus'] {
  const has = (status: ReturnRecord['status']): boolean => returns.some((one) => one.status === status);
  if (has('REQUESTED')) return 'RETURN_REQUESTED';
  if (has('OPEN')) return 'IN_PROGRESS';
  return has('CLOSED') ? 'RETURNED' : 'NO_RETURN';
}

/** The definition that a buyer's words speak of. */
function reasonOf(text = ''): number {
  if (/damag|broken|defect/i.test(text)) return 6;
  if (/wrong/i.test(text)) return 4;
  if (/fit|small/i.test(text)) return 7;
  return /descri/i.test(text) ? 3 : 2;
}

function cancelReason(event: OrderEvent): string {
  if (event.reason !== undefined && cancelReasons.includes(event.reason)) return event.reason;
  return event.by === 'buyer' ? 'CUSTOMER' : 'OTHER';
}

function blank(): OrderNotes {
  return {
    cancelledAt: null,
    cancelReason: null,
    closedAt: null,
    returnStatus: 'NO_RETURN',
    returns: [],
    refunds: [],
    fulfillments: [],
  };
}

function keyOf(shop: Shop, order: Order): string {
  return `${shop.id}/${order.number}`;
}
