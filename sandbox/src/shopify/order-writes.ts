import { whyNotCancel, type CancelArguments } from './cancel-jobs.ts';
import { toMinor } from '@evenstock/contract/values/money';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { Order } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { Shop } from '../core/shop.ts';
import type { CancelJobs } from './cancel-jobs.ts';
import type { CallContext } from './call-context.ts';
import { gid, numberOf, turned } from './gids.ts';
import { keyOf, type IdempotencyKeys } from './idempotency.ts';
import {
  fulfilledUnits,
  currentUnits,
  remaining,
  type FulfillmentRecord,
  type OrderNotes,
  type RestockType,
  type Tracking,
} from './order-records.ts';
import { fulfillmentView, orderView, refundView, totalsOf } from './order-views.ts';
import { fulfillmentBody } from './webhook-bodies.ts';
import type { Delivery } from './webhooks.ts';

interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** `orderCancel` (shopify.md 6). It is answered as a job that has begun; a moment later it is done, or has failed. */
export function cancelOrder(context: CallContext, args: CancelArguments, jobs: CancelJobs): object {
  context.need('orderCancel', 'write_orders');
  const order = context.order(args.orderId);
  const refused = whyNotCancel(context, order, args) ?? (order === null ? null : jobs.whyNot(context, order));
  if (refused !== null || order === null) {
    const errors = [refused ?? { code: 'NOT_FOUND', field: ['orderId'], message: 'Order does not exist' }];
    return { job: null, jobResult: null, orderCancelUserErrors: errors, userErrors: errors };
  }
  const { shippingFee, paidAt } = order;
  const isRefunded = args.refund === true || (args.refundMethod !== null && args.refundMethod !== undefined);
  const worth = order.lines.reduce(
    (sum, line) => sum + line.unitPrice * (line.quantity - line.cancelled),
    shippingFee,
  );
  const id = jobs.begin(context, order, {
    reason: args.reason,
    restock: args.restock,
    amount: isRefunded && paidAt !== null ? worth : 0,
    note: args.staffNote ?? null,
  });
  return {
    job: { id, done: false },
    jobResult: {
      __typename: 'OrderCancelJobResult',
      id,
      done: false,
      status: 'STARTED',
      errors: [],
      order: () => orderView(context, order),
    },
    orderCancelUserErrors: [],
    userErrors: [],
  };
}

interface RefundLine {
  readonly lineItemId: string;
  readonly quantity: number;
  readonly restockType?: string | null;
}
export interface RefundInput {
  readonly orderId: string;
  readonly note?: string | null;
  readonly allowOverRefunding?: boolean | null;
  readonly refundLineItems?: readonly RefundLine[] | null;
  readonly shipping?: {
    readonly amount?: string | number | null;
    readonly fullRefund?: boolean | null;
  } | null;
  readonly transactions?: readonly { readonly amount: string | number; readonly kind: string }[] | null;
}

/** `refundCreate`: money, and units that are cancelled before or come back after they were sent. */
export function createRefund(
  context: CallContext,
  keys: IdempotencyKeys,
  { input }: { input: RefundInput },
  info: GraphQLResolveInfo,
): object {
  context.need('refundCreate', 'write_orders');
  const key = keyOf(info);
  const failed = (message: string, field: string[] | null) => ({
    refund: null,
    order: null,
    userErrors: [{ field, message }],
  });
  const earlier = keys.earlier(context.shop.id, key, 'refundCreate', input);
  if (earlier !== null && 'error' in earlier) return failed(earlier.error.message, null);
  const order = context.order(input.orderId);
  if (earlier !== null && order !== null) return refundPayload(context, order, earlier.attempt.refund);
  const error =
    order === null
      ? { message: 'Order does not exist', field: ['orderId'] }
      : whyNotRefund(context, order, input);
  if (order === null || error !== null) {
    keys.keep(context.shop.id, key, 'refundCreate', input, { failed: true, group: null, refund: null });
    return failed(error?.message ?? '', error?.field ?? null);
  }
  refundUnits(context, order, input);
  const refund = context.notesStore.of(context.shop, order).refunds.at(-1)?.number ?? null;
  keys.keep(context.shop.id, key, 'refundCreate', input, { failed: false, group: null, refund });
  return refundPayload(context, order, refund);
}

function refundPayload(context: CallContext, order: Order, number: number | null): object {
  const notes = context.notesStore.of(context.shop, order);
  const record = notes.refunds.find((one) => one.number === number);
  return {
    refund: record === undefined ? null : refundView(context, order, record, notes),
    order: orderView(context, order),
    userErrors: [],
  };
}

function whyNotRefund(
  context: CallContext,
  order: Order,
  input: RefundInput,
): { message: string; field: string[] | null } | null {
  const notes = context.notesStore.of(context.shop, order);
  for (const [index, entry] of (input.refundLineItems ?? []).entries()) {
    const line = order.lines.find(({ id }) => id === numberOf(entry.lineItemId, 'LineItem'));
    const field = ['refundLineItems', String(index), 'quantity'];
    if (line === undefined)
      return { message: 'Line item does not exist', field: ['refundLineItems', String(index), 'lineItemId'] };
    if (entry.quantity > currentUnits(notes, line)) {
      return { message: 'Quantity cannot refund more items than were purchased', field };
    }
    if (
      entry.restockType === 'CANCEL' &&
      entry.quantity > line.quantity - line.cancelled - fulfilledUnits(notes, line.id)
    ) {
      return { message: 'Quantity cannot cancel items that are fulfilled', field };
    }
  }
  const { paid, refunded } = totalsOf(order, notes);
  const amount = amountOf(context, input);
  if (input.allowOverRefunding !== true && amount > paid - refunded) {
    const message = `Refund amount $${context.money(amount)} is greater than net payment received $${context.money(paid - refunded)}`;
    return { message, field: null };
  }
  return null;
}

function amountOf(context: CallContext, input: RefundInput): number {
  return (input.transactions ?? []).reduce(
    (sum, { amount }) => sum + toMinor(Number(amount), context.currency),
    0,
  );
}

function refundUnits(context: CallContext, order: Order, input: RefundInput): void {
  const { shop, notesStore } = context;
  const note = input.note ?? null;
  const units: Record<string, number> = {};
  const types = new Set<RestockType>();
  for (const { lineItemId, quantity, restockType } of input.refundLineItems ?? []) {
    const line = numberOf(lineItemId, 'LineItem') ?? '';
    units[line] = (units[line] ?? 0) + quantity;
    types.add(restockType === 'CANCEL' || restockType === 'RETURN' ? restockType : 'NO_RESTOCK');
  }
  const restore = types.has('CANCEL') || types.has('RETURN');
  if (types.size === 0) {
    shop.orderChanged(order);
    notesStore.refundMoney(shop, order, amountOf(context, input), note, order.updatedAt);
    return;
  }
  const isSent = ['shipped', 'delivered', 'completed'].includes(order.stage);
  notesStore.during({ refundOnly: true, amount: amountOf(context, input), note }, () => {
    if (!isSent) shop.happen(order, 'cancel', { by: 'seller', units, restore });
    else {
      if (!order.returnRequested) shop.happen(order, 'request_return', { by: 'seller' });
      shop.happen(order, 'return', { by: 'seller', units, restore });
    }
  });
}

interface TrackingInput {
  readonly company?: string | null;
  readonly number?: string | null;
  readonly numbers?: readonly string[] | null;
  readonly url?: string | null;
  readonly urls?: readonly string[] | null;
}
export interface FulfillmentInput {
  readonly lineItemsByFulfillmentOrder: readonly {
    readonly fulfillmentOrderId: string;
    readonly fulfillmentOrderLineItems?: readonly { readonly id: string; readonly quantity: number }[] | null;
  }[];
  readonly trackingInfo?: TrackingInput | null;
}

/** `fulfillmentCreate` (shopify.md 5): all that remains, or the lines that are named. */
export function createFulfillment(
  context: CallContext,
  { fulfillment }: { fulfillment: FulfillmentInput },
): object {
  context.need('fulfillmentCreate', 'write_merchant_managed_fulfillment_orders');
  const failed = (message: string, field: readonly string[] = ['fulfillment']) => ({
    fulfillment: null,
    userErrors: [{ field, message }],
  });
  const [entry] = fulfillment.lineItemsByFulfillmentOrder;
  const number = numberOf(entry?.fulfillmentOrderId ?? '', 'FulfillmentOrder');
  if (entry !== undefined && number === null) {
    throw new GraphQLError('invalid id', { extensions: { code: 'RESOURCE_NOT_FOUND' } });
  }
  const order =
    number === null ? null : context.order(gid('Order', turned(number, 'fulfillmentOrder', 'order')));
  if (entry === undefined || order === null) return failed('Fulfillment order does not exist.');
  if (
    fulfillment.lineItemsByFulfillmentOrder.some(
      ({ fulfillmentOrderId }) => fulfillmentOrderId !== entry.fulfillmentOrderId,
    )
  )
    return failed('All fulfillment orders must belong to one order.');
  const open = remaining(order, context.notesStore.of(context.shop, order));
  if (open.length === 0 || order.stage === 'cancelled')
    return failed(`Fulfillment order ${number ?? ''} has an unfulfillable status= closed.`);
  const named = (entry.fulfillmentOrderLineItems ?? []).map(({ id, quantity }) => ({
    lineId: String(turned(numberOf(id, 'FulfillmentOrderLineItem') ?? 0, 'fulfillmentOrderLine', 'line')),
    quantity,
  }));
  const empty = named.findIndex(({ quantity }) => quantity <= 0);
  if (empty !== -1) {
    return failed('Quantity must be greater than 0', ['fulfillment', 'lineItemsByFulfillmentOrder', '0', 'fulfillmentOrderLineItems', String(empty), 'quantity']); // oxfmt-ignore
  }
  const lines = named.length === 0 ? open : named;
  if (
    lines.some((line) => line.quantity > (open.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0))
  ) {
    return failed('Invalid fulfillment order line item quantity requested.');
  }
  const tracking = trackingOf(fulfillment.trackingInfo);
  const isAll = open.every(
    ({ lineId, quantity }) => lines.find((line) => line.lineId === lineId)?.quantity === quantity,
  );
  try {
    if (isAll)
      context.notesStore.during({ tracking }, () =>
        context.shop.happen(order, 'ship', { by: 'seller', ...trackingNumber(tracking) }),
      );
    else {
      context.shop.orderChanged(order);
      context.notesStore.fulfil(context.shop, order, lines, order.updatedAt, tracking);
    }
  } catch (error) {
    if (error instanceof SandboxError) return failed(error.message);
    throw error;
  }
  const notes = context.notesStore.of(context.shop, order);
  const made = notes.fulfillments.at(-1);
  return {
    fulfillment: made === undefined ? null : fulfillmentView(context, order, made, notes),
    userErrors: [],
  };
}

/**
 * `fulfillmentCancel` (shopify.md 5): its units are to be shipped again. Delivered ones stay.
 * @param notify notifies the app, if the order's stage does not change
 */
export function cancelFulfillment(
  context: CallContext,
  id: string,
  notify: (shop: Shop, deliveries: readonly Delivery[], notBefore: number) => void,
): object {
  context.need('fulfillmentCancel', 'write_merchant_managed_fulfillment_orders');
  const failed = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['id'], message }] });
  const found = findFulfillment(context, id);
  if (found === null) return failed('Fulfillment does not exist.');
  const { order, notes, record } = found;
  if (record.cancelledAt !== null) return failed('Fulfillment is already cancelled.');
  if (record.deliveredAt !== null) return failed('Fulfillment was delivered and cannot be cancelled.');
  // Set before the order changes: the webhook for the change then shows the units as open again.
  record.cancelledAt = context.core.clock.now();
  if (order.stage === 'shipped') context.shop.happen(order, 'unship', { by: 'seller' });
  else context.shop.orderChanged(order);
  context.notesStore.save(context.shop, order, notes);
  notify(
    context.shop,
    [{ topic: 'FULFILLMENTS_UPDATE', body: fulfillmentBody(order, record) }],
    order.visibleAt,
  );
  return { fulfillment: fulfillmentView(context, order, record, notes), userErrors: [] };
}

function findFulfillment(
  context: CallContext,
  id: string,
): { order: Order; notes: OrderNotes; record: FulfillmentRecord } | null {
  const number = Number(numberOf(id, 'Fulfillment'));
  for (const order of context.shop.orders.values()) {
    const notes = context.notesStore.of(context.shop, order);
    const record = notes.fulfillments.find((one) => one.number === number);
    if (record !== undefined) return { order, notes, record };
  }
  return null;
}

export interface TrackingUpdate {
  readonly fulfillmentId: string;
  readonly trackingInfoInput: TrackingInput;
}

/** `fulfillmentTrackingInfoUpdate`: another number for what was sent (shopify.md 5). */
export function updateTracking(
  context: CallContext,
  { fulfillmentId, trackingInfoInput }: TrackingUpdate,
): object {
  context.need('fulfillmentTrackingInfoUpdate', 'write_merchant_managed_fulfillment_orders');
  const found = findFulfillment(context, fulfillmentId);
  if (found === null) {
    const userErrors: UserError[] = [{ field: ['fulfillmentId'], message: 'Fulfillment does not exist.' }];
    return { fulfillment: null, userErrors };
  }
  const { order, notes, record } = found;
  record.tracking = trackingOf(trackingInfoInput);
  order.tracking = record.tracking?.number ?? order.tracking;
  context.notesStore.save(context.shop, order, notes);
  context.shop.orderChanged(order);
  return { fulfillment: fulfillmentView(context, order, record, notes), userErrors: [] };
}

function trackingOf(input: TrackingInput | null | undefined): Tracking | null {
  if (input === null || input === undefined) return null;
  return {
    company: input.company ?? null,
    number: input.number ?? input.numbers?.[0] ?? null,
    url: input.url ?? input.urls?.[0] ?? null,
    more: (input.numbers ?? [])
      .slice(1)
      .map((number, index) => ({ number, url: input.urls?.[index + 1] ?? null })),
  };
}

function trackingNumber(tracking: Tracking | null): { tracking?: string } {
  return tracking?.number === null || tracking === null ? {} : { tracking: tracking.number };
}
