import type { Order, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { unitId } from './ids.ts';
import { unixSeconds } from './parameters.ts';
import type { Cancellation, OrderNotes, ReturnRequest } from './records.ts';
import { amountText, siteOf } from './region.ts';
import { unitsOf } from './order-notes.ts';
import { platformProvider } from './warehouses.ts';

const settled: readonly ReturnRequest['status'][] = [
  'RETURN_OR_REFUND_REQUEST_SUCCESS',
  'RETURN_OR_REFUND_REQUEST_COMPLETE',
];
const responseLife = 2 * 86_400_000;

/** The words of a cancellation; the API's own "closed" is CANCEL (tiktok.md 6). */
export function cancellationWord(one: Cancellation, now: number): string {
  if (one.status === 'pending') return 'CANCELLATION_REQUEST_PENDING';
  if (one.status === 'closed') return 'CANCELLATION_REQUEST_CANCEL';
  return isRefunded(one, now) ? 'CANCELLATION_REQUEST_COMPLETE' : 'CANCELLATION_REQUEST_SUCCESS';
}

/** Compares whole seconds: the instant of an event can be slightly ahead of a clock that is set. */
function isRefunded({ refundedAt }: Cancellation, now: number): boolean {
  return refundedAt !== null && unixSeconds(now) >= unixSeconds(refundedAt);
}

/** When a cancellation last changed; its refund follows without a call. */
export function cancellationChangedAt(one: Cancellation, now: number): number {
  return isRefunded(one, now) ? (one.refundedAt ?? one.updatedAt) : one.updatedAt;
}

export function cancellationRow(
  shop: Shop,
  order: Order,
  notes: OrderNotes,
  one: Cancellation,
  now: number,
): object {
  const before = notes.cancellations.slice(0, notes.cancellations.indexOf(one));
  const earlier = before.filter(({ status }) => status === 'accepted');
  const isWhole = order.lines.every((line) => (one.units[line.id] ?? 0) === line.quantity);
  return {
    cancel_id: one.id,
    order_id: order.id,
    cancel_type: one.isAsked ? 'BUYER_CANCEL' : 'CANCEL',
    cancel_status: cancellationWord(one, now),
    cancel_reason: one.reason,
    cancel_reason_text: one.reason.replaceAll('_', ' '),
    role: one.role,
    refund_amount: refund(shop, order, one.units, order.paidAt === null, isWhole, null),
    cancel_line_items: order.lines.flatMap((line) => {
      const count = one.units[line.id] ?? 0;
      const end = line.quantity - unitsOf(earlier, line);
      return unitRows(shop, line, end - count, end, (id) => ({
        cancel_line_item_id: `4035${id.slice(4)}`,
      }));
    }),
    ...(one.status === 'pending'
      ? { seller_next_action_response: [action('SELLER_RESPOND_CANCEL', one.createdAt)] }
      : {}),
    create_time: unixSeconds(one.createdAt),
    update_time: unixSeconds(cancellationChangedAt(one, now)),
  };
}

/** What the seller has to answer now, if anything. */
export function nextAction(one: ReturnRequest): string | null {
  if (one.status === 'BUYER_SHIPPED_ITEM') return 'SELLER_RESPOND_RECEIVE_PACKAGE';
  if (one.status !== 'RETURN_OR_REFUND_REQUEST_PENDING') return null;
  return one.type === 'REFUND' ? 'SELLER_RESPOND_REFUND' : 'SELLER_RESPOND_RETURN';
}

export function returnRow(shop: Shop, order: Order, notes: OrderNotes, one: ReturnRequest): object {
  const before = notes.returns.slice(0, notes.returns.indexOf(one));
  const earlier = before.filter(({ status }) => settled.includes(status));
  const isSentBack = one.type === 'RETURN_AND_REFUND';
  const wasSent = one.steps.some(({ description }) => description === 'BUYER_SHIPPED_ITEM');
  const next = nextAction(one);
  const { id, name } = platformProvider(shop);
  return {
    return_id: one.id,
    order_id: order.id,
    return_type: one.type,
    return_status: one.status,
    return_reason: one.reason,
    return_reason_text: one.reason.replaceAll('_', ' '),
    role: 'BUYER',
    refund_amount: refund(shop, order, one.units, false, false, one.partialRefund),
    return_line_items: order.lines.flatMap((line) => {
      const from = unitsOf(earlier, line);
      const row = (unit: string): object => ({ return_line_item_id: `4036${unit.slice(4)}` });
      return unitRows(shop, line, from, from + (one.units[line.id] ?? 0), row);
    }),
    ...(isSentBack
      ? { shipment_type: 'PLATFORM', return_method: 'DROP_OFF', handover_method: 'DROP_OFF' }
      : {}),
    return_tracking_number: wasSent ? `RT${one.id.slice(-12)}` : '',
    return_provider_id: wasSent ? id : '',
    return_provider_name: wasSent ? name : '',
    return_warehouse_address: { full_address: `1 Paya Lebar Link, ${siteOf(shop).country}` },
    can_buyer_keep_item: isSentBack,
    ...(next === null ? {} : { seller_next_action_response: [action(next, one.updatedAt)] }),
    create_time: unixSeconds(one.createdAt),
    update_time: unixSeconds(one.updatedAt),
  };
}

function action(name: string, since: number): object {
  return { action: name, deadline: unixSeconds(since + responseLife) };
}

/** The delivery fee goes back with the whole order only. */
function refund(
  shop: Shop,
  order: Order,
  units: Readonly<Record<string, number>>,
  isUnpaid: boolean,
  isWhole: boolean,
  offered: number | null,
): object {
  const goods = order.lines.reduce((sum, line) => sum + line.unitPrice * (units[line.id] ?? 0), 0);
  const subtotal = isUnpaid ? 0 : (offered ?? goods);
  const fee = isUnpaid || !isWhole ? 0 : order.shippingFee;
  return {
    currency: shop.record.currency,
    refund_total: amountText(shop, subtotal + fee),
    refund_subtotal: amountText(shop, subtotal),
    refund_shipping_fee: amountText(shop, fee),
    refund_tax: amountText(shop, 0),
  };
}

/** One row a unit, as line items are. */
function unitRows(
  shop: Shop,
  line: OrderLine,
  from: number,
  to: number,
  own: (unitId: string) => object,
): object[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => {
    const id = unitId(line.id, from + index);
    const price = amountText(shop, line.unitPrice);
    return {
      ...own(id),
      order_line_item_id: id,
      sku_id: line.variantId,
      sku_name: line.variantName.replaceAll(',', ', '),
      seller_sku: line.sku,
      product_name: line.name,
      refund_amount: {
        currency: shop.record.currency,
        refund_total: price,
        refund_subtotal: price,
        refund_shipping_fee: amountText(shop, 0),
        refund_tax: amountText(shop, 0),
      },
    };
  });
}
