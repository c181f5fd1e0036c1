import { z } from 'zod';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { acceptsPartial, productOfLine } from './order-fields.ts';
import { Failure } from './reply.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { localTime, orderStatus } from './words.ts';

/** Delay until the courier arrives, in milliseconds. */
const courierTakes = 60_000;
/** What `core.later` calls the courier's coming. */
export const courierDue = 'courier';

const acceptance = z.object({
  products: z.array(
      z.object({ product_id: z.int(), quantity_deliver: z.int().min(0), quantity_reject: z.int().min(0) }),
    ).optional(),
  reason: z.string().optional(),
}); // oxfmt-ignore

/** `POST /v1/order/{order_id}/fs/{fs_id}/ack`: 220 → 400, with some units rejected if said (tokopedia.md 5). */
export function accept(call: TokopediaCall): string {
  const { shop, order } = call.order();
  const { products, reason } = call.body(acceptance, 'ORD_DLV_001', {});
  if (call.book.status(shop, order) !== orderStatus.verified)
    throw new Failure(400, 'ORD_USC_007', 'The order is not waiting to be accepted');
  if (products !== undefined) rejectUnits(shop, order, products, reason ?? '');
  shop.happen(order, 'pack', { by: 'seller' });
  return 'success';
}

function rejectUnits(
  shop: Shop,
  order: Order,
  products: readonly { product_id: number; quantity_deliver: number; quantity_reject: number }[],
  reason: string,
): void {
  const units: Record<string, number> = {};
  for (const { product_id, quantity_deliver, quantity_reject } of products) {
    const line = order.lines.find((one) => productOfLine(shop, one) === String(product_id));
    if (line?.quantity !== quantity_deliver + quantity_reject)
      throw new Failure(400, 'ORD_USC_007', 'The quantities are not those of the order');
    units[line.id] = quantity_reject;
  }
  const rejected = Object.values(units).reduce((sum, count) => sum + count, 0);
  if (rejected === 0) return;
  if (!acceptsPartial(order)) throw new Failure(400, 'ORD_USC_007', 'The order cannot be accepted in part');
  if (rejected === order.lines.reduce((sum, { quantity }) => sum + quantity, 0))
    throw new Failure(400, 'ORD_USC_007', 'An order with nothing to deliver is rejected, not accepted');
  shop.happen(order, 'cancel', { by: 'seller', reason, units });
}

const pickUpBody = z.object({ order_id: z.int(), shop_id: z.int(), request_time: z.string().optional() });

/** `POST /inventory/v1/fs/{fs_id}/pick-up`: 400 → 450; then the courier comes. */
export function requestPickUp(call: TokopediaCall): object {
  const { order_id, shop_id } = call.body(pickUpBody, 'LGS_DLV_001');
  const { shop, order } = call.orderOf(String(order_id));
  if (shop.id !== String(shop_id)) throw new Failure(400, 'ORD_USC_001', 'FS ID Is Not Associated With Shop ID or Warehouse ID'); // oxfmt-ignore
  if (call.book.status(shop, order) !== orderStatus.accepted)
    throw new Failure(400, 'LGS_USC_006', 'The order is not accepted, or a courier was asked for already');
  goOn(shop, order);
  const at = shop.nextInstant();
  call.book.change(shop, order, { pickUpAt: at });
  shop.orderChanged(order);
  call.core.schedule(shop, at + courierTakes, courierDue, order.id);
  call.hooks.orderStatus(shop, order);
  return {
    order_id,
    shop_id,
    request_time: localTime(at),
    result: 'A courier will come to your address',
  };
}

/** The courier takes the parcel and gives it a number. */
export function courierComes(shop: Shop, order: Order, status: number): void {
  if (status === orderStatus.waitingForCourier)
    shop.happen(order, 'ship', { by: 'system', tracking: `JNE${order.id}` });
}

const shipping = z.object({
  order_status: z.literal(orderStatus.shipped),
  shipping_ref_num: z.string().min(1).max(40),
});

/** `POST /v1/order/{order_id}/fs/{fs_id}/status`: shipped with the seller's own airwaybill, or another one for a shipped order. */
export function confirmShipping(call: TokopediaCall): string {
  const { shop, order } = call.order();
  const { shipping_ref_num: tracking } = call.body(shipping, 'LGS_DLV_001');
  switch (call.book.status(shop, order)) {
    case orderStatus.accepted:
    case orderStatus.waitingForCourier:
      goOn(shop, order);
      shop.happen(order, 'ship', { by: 'seller', tracking });
      break;
    case orderStatus.shipped:
      order.tracking = tracking;
      shop.orderChanged(order);
      break;
    default:
      throw new Failure(400, 'LGS_USC_006', 'Only an accepted order can be shipped');
  }
  return 'Success';
}

/** Who ships declines the buyer's request to cancel (tokopedia.md 6). */
function goOn(shop: Shop, order: Order): void {
  if (order.cancellationRequested) shop.happen(order, 'reject_cancellation', { by: 'seller' });
}

/** `GET /v1/fs/{fs_id}/fulfillment_order`: booking codes, of one order or of a shop's page by page. */
export function readBookings(call: TokopediaCall): object {
  const id = call.text('order_id');
  const shop = call.shop();
  const perPage = call.whole('per_page', 'ORD_DLV_001') ?? 10;
  const next = call.whole('next_order_id', 'ORD_DLV_001') ?? 0;
  const all =
    id === null
      ? [...shop.ordersByCreation.within(-Infinity, Infinity)].filter((order) => !shop.isHidden(order))
      : [call.orderOf(id).order];
  const from =
    next === 0
      ? 0
      : Math.max(
          0,
          all.findIndex((order) => Number(order.id) === next),
        );
  const page = all.slice(from, from + perPage);
  return {
    order_data: page.map((order) => ({
      order: { order_id: Number(order.id), invoice_number: order.number, order_status: call.book.status(shop, order), shop_id: Number(shop.id) },
      order_history: [],
      booking_data: {
        order_id: Number(order.id),
        booking_code: call.book.of(shop, order).pickUpAt === null ? '' : `BOOK${order.id}`,
        booking_status: call.book.of(shop, order).pickUpAt === null ? 0 : 200,
      },
    })),
    next_order_id: Number(all[from + perPage]?.id ?? '0'),
    first_order_id: Number(all[0]?.id ?? '0'),
  }; // oxfmt-ignore
}
