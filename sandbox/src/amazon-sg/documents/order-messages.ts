import type { Order, OrderLine } from '../../core/records.ts';
import { SandboxError } from '../../core/sandbox-error.ts';
import type { FeedRun } from './feed-run.ts';
import { unitsShipped } from '../orders/order-views.ts';
import { Failure } from '../protocol/reply.ts';
import { nextReference, sendParcel } from '../orders/shipments.ts';
import { site } from '../protocol/site.ts';

type Outcome = { readonly code: string; readonly text: string } | null;

/** Reasons that a seller may give to cancel (amazon-sg.md 6). */
export const cancelReasons: readonly string[] = [
  'NoInventory', 'BuyerCanceled', 'ShippingAddressUndeliverable', 'CustomerExchange', 'PricingError', 'GeneralAdjustment',
  'CarrierCreditDecision', 'RiskAssessmentInformationNotValid', 'CarrierCoverageFailure', 'MerchandiseNotReceived', 'CustomerReturn',
]; // oxfmt-ignore

export interface Acknowledgement {
  readonly orderId: string;
  /** Success notes the seller's order id, Failure cancels. */
  readonly statusCode: string;
  readonly alias: string;
  /** An item without an id: the whole order. */
  readonly items: readonly { readonly id: string; readonly reason: string }[];
}

/** Cancels the items that are named, wholly, before they are sent; or notes the seller's own order id. */
export function acknowledge(run: FeedRun, asked: Acknowledgement): Outcome {
  return attempt(() => {
    const order = orderOf(run, asked.orderId);
    const notes = run.records.notesOf(run.shop, order);
    if (asked.statusCode === 'Success') {
      run.records.keepNotes(run.shop, order, {
        ...notes,
        alias: asked.alias === '' ? notes.alias : asked.alias,
      });
      if (asked.alias !== '') run.shop.orderChanged(order);
      return null;
    }
    if (asked.statusCode !== 'Failure')
      return { code: '18026', text: 'The StatusCode must be Success or Failure.' };
    const invalid = asked.items.find(({ reason }) => !cancelReasons.includes(reason));
    if (invalid !== undefined)
      return { code: '18027', text: `The cancel reason "${invalid.reason}" is not valid.` };
    if (order.stage === 'cancelled')
      return { code: '18028', text: `The order ${order.number} is already canceled.` };
    const named = asked.items.every(({ id }) => id === '')
      ? order.lines
      : asked.items.map(({ id }) => lineOf(order, id));
    const units: Record<string, number> = {};
    for (const line of named) {
      if (unitsShipped(order, notes, line, true) > 0)
        return {
          code: '18029',
          text: `The order item ${line.id} has shipped already and cannot be canceled.`,
        };
      units[line.id] = line.quantity - line.cancelled;
    }
    if (Object.values(units).every((count) => count === 0))
      return { code: '18028', text: 'The order items are already canceled.' };
    const isWhole = order.lines.every(
      (line) => units[line.id] !== undefined || line.cancelled === line.quantity,
    );
    const reason = asked.items[0]?.reason ?? 'GeneralAdjustment';
    run.shop.happen(order, 'cancel', { by: 'seller', reason, ...(isWhole ? {} : { units }) });
    return null;
  });
}

export interface Fulfilment {
  readonly orderId: string;
  readonly shipDate: string;
  readonly carrierCode: string;
  readonly carrierName: string;
  readonly method: string;
  readonly tracking: string;
  /** None: all that is left. */
  readonly items: readonly { readonly id: string; readonly quantity: number }[];
}

/** Confirms a parcel, as `confirmShipment` does; each message is a parcel of its own. */
export function fulfil(run: FeedRun, asked: Fulfilment): Outcome {
  return attempt(() => {
    const order = orderOf(run, asked.orderId);
    const notes = run.records.notesOf(run.shop, order);
    const left = order.lines.map((line) => ({
      orderItemId: line.id,
      quantity: line.quantity - line.cancelled - unitsShipped(order, notes, line, true),
    }));
    const named = asked.items.map(({ id, quantity }) => ({ orderItemId: id, quantity }));
    sendParcel(run.core, run.records, run.shop, order, {
      reference: nextReference(notes),
      carrierCode: asked.carrierCode,
      carrierName: asked.carrierName,
      method: asked.method,
      tracking: asked.tracking,
      shipDate: asked.shipDate.includes('T') ? asked.shipDate : `${asked.shipDate}T00:00:00Z`,
      items: named.length === 0 ? left.filter(({ quantity }) => quantity > 0) : named,
    });
    return null;
  });
}

export interface Adjustment {
  readonly orderId: string;
  readonly items: readonly {
    readonly id: string;
    readonly reason: string;
    /** Empty: the marketplace's. */
    readonly currency: string;
    /** Major units. */
    readonly amount: number;
  }[];
}

/** Gives money back for items that were sent; a return that was asked for is settled by it. */
export function adjust(run: FeedRun, asked: Adjustment): Outcome {
  return attempt(() => {
    const order = orderOf(run, asked.orderId);
    if (order.stage !== 'shipped' && order.stage !== 'delivered' && order.stage !== 'completed')
      return {
        code: '18101',
        text: `The order ${order.number} has not shipped: it can be canceled, not adjusted.`,
      };
    const notes = run.records.notesOf(run.shop, order);
    const refunded = { ...notes.refunded };
    for (const item of asked.items) {
      const line = lineOf(order, item.id);
      const minor = Math.round(item.amount * 100);
      if (item.currency !== '' && item.currency !== site.currency)
        return { code: '18102', text: `The currency ${item.currency} is not that of the order.` };
      if (!cancelReasons.includes(item.reason))
        return { code: '18103', text: `The adjustment reason "${item.reason}" is not valid.` };
      refunded[line.id] = (refunded[line.id] ?? 0) + minor;
      if (!(minor > 0) || (refunded[line.id] ?? 0) > line.unitPrice * line.quantity + order.shippingFee)
        return {
          code: '18104',
          text: `The adjustment of the order item ${line.id} is not within what was paid for it.`,
        };
    }
    run.records.keepNotes(run.shop, order, { ...notes, refunded });
    if (order.returnRequested)
      run.shop.happen(order, 'return', { by: 'seller', reason: asked.items[0]?.reason ?? '' });
    else run.shop.orderChanged(order);
    return null;
  });
}

function orderOf({ shop }: FeedRun, id: string): Order {
  const order = shop.orders.get(id);
  if (order === undefined || shop.isHidden(order))
    throw new Failure(404, '18020', `The order ${id} is not one of the seller’s.`);
  return order;
}

function lineOf(order: Order, id: string): OrderLine {
  const line = order.lines.find((one) => one.id === id);
  if (line === undefined)
    throw new Failure(404, '18021', `The order item ${id} is not in the order ${order.number}.`);
  return line;
}

/** Refusals of the message as its outcome. */
function attempt(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure)
      return { code: /^\d+$/.test(error.code) ? error.code : '18025', text: error.message };
    if (error instanceof SandboxError) return { code: '18025', text: error.message };
    throw error;
  }
}
