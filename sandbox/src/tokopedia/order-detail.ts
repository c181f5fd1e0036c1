import type { Order, OrderEvent, OrderEventName } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { fulfillBy, productOfLine, weightOf } from './order-fields.ts';
import { recipientOf } from './recipient.ts';
import { Failure } from './reply.ts';
import { warehouseOf } from './shop-directory.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { orderStatus, rupiah, wireTime } from './words.ts';

const day = 86_400_000;

/** `GET /v2/fs/{fs_id}/order?order_id=` or `?invoice_num=` (tokopedia.md 4.2). */
export function readOrder(call: TokopediaCall): object {
  const id = call.text('order_id');
  const invoice = call.text('invoice_num');
  if ((id === null) === (invoice === null))
    throw new Failure(400, 'ORD_DLV_001', 'Either order_id or invoice_num is required');
  const found = id === null ? call.directory.orderByInvoice(invoice ?? '') : call.orderOf(id);
  if (found === null) throw new Failure(400, 'ORD_API_008', 'Order data not found');
  const { shop, order } = found;
  const recipient = recipientOf(order);
  return {
    order_id: Number(order.id),
    buyer_id: recipient.id,
    seller_id: Number(shop.id) + 5_000_000,
    payment_id: Number(order.id) + 7,
    order_status: call.book.status(shop, order),
    invoice_number: order.number,
    invoice_url: `https://www.tokopedia.example/invoice/${order.id}`,
    open_amt: productsTotal(order) + rupiah(order.shippingFee + order.charges.fee),
    item_price: productsTotal(order),
    comment: order.remarks,
    buyer_info: {
      buyer_id: recipient.id,
      buyer_fullname: recipient.name,
      buyer_email: recipient.email,
      buyer_phone: recipient.phone,
    },
    shop_info: {
      shop_id: Number(shop.id),
      shop_name: shop.record.name,
      shop_domain: `toko-${shop.id}`,
      shop_owner_id: Number(shop.id) + 5_000_000,
      shop_owner_email: `owner-${shop.id}@shops.example.test`,
      shop_owner_phone: '628000000000',
    },
    order_warehouse: { warehouse_id: warehouseOf(shop), fulfill_by: fulfillBy(order), meta_data: { warehouse_id: warehouseOf(shop), warehouse_name: shop.record.name } },
    shipment_fulfillment: shipmentOf(order),
    preorder: { order_id: 0, preorder_type: 0, preorder_process_time: 0 },
    order_info: {
      order_detail: order.lines.map((line) => lineFields(call, shop, order, line)),
      order_history: order.events.map((event) => historyRow(call, shop, order, event)).reverse(),
      shipping_info: {
        sp_id: 1,
        shipping_id: 1,
        logistic_name: order.selfCollect ? 'Ambil Sendiri' : 'JNE',
        logistic_service: order.selfCollect ? '' : 'Reguler',
        shipping_price: rupiah(order.shippingFee),
        insurance_price: rupiah(order.charges.fee),
        awb: order.tracking ?? '',
      },
      destination: {
        receiver_name: recipient.name,
        receiver_phone: recipient.phone,
        address_street: recipient.street,
        address_district: recipient.district,
        address_city: recipient.city,
        address_province: recipient.province,
        address_postal: recipient.postalCode,
      },
    },
    origin_info: { sender_name: shop.record.name, origin_province: 0, origin_city: 0 },
    payment_info: {
      payment_id: Number(order.id) + 7,
      payment_ref_num: `PYM/${order.id}`,
      payment_date: wireTime(order.paidAt),
      payment_status: order.paidAt === null ? 1 : 4,
      gateway_name: 'BCA Virtual Account',
      discount_amount: 0,
      voucher_code: '',
    },
    hold_info: null,
    cancel_request_info: cancelRequestOf(order),
    create_time: wireTime(order.createdAt),
    payment_date: order.paidAt === null ? null : wireTime(order.paidAt),
    shipping_date: optionalTime(order, 'ship'),
    delivered_date: optionalTime(order, 'deliver'),
    update_time: wireTime(order.updatedAt),
    custom_fields: { awb: order.tracking ?? '' },
  }; // oxfmt-ignore
}

function productsTotal(order: Order): number {
  return order.lines.reduce((sum, line) => sum + rupiah(line.unitPrice) * line.quantity, 0);
}

function shipmentOf(order: Order): object {
  const delivered = whenOf(order, 'deliver');
  return {
    accept_deadline: wireTime(order.paidAt === null ? null : order.paidAt + day),
    confirm_shipping_deadline: wireTime(order.paidAt === null ? null : order.paidAt + 3 * day),
    item_delivered_deadline: { Time: wireTime(delivered), Valid: delivered !== null },
    is_accepted: whenOf(order, 'pack') !== null,
    is_confirm_shipping: whenOf(order, 'ship') !== null,
  };
}

function lineFields(call: TokopediaCall, shop: Shop, order: Order, line: Order['lines'][number]): object {
  const item = shop.items.get(line.itemId);
  const isAnswered = order.stage !== 'unpaid' && order.stage !== 'ready';
  return {
    order_detail_id: Number(line.id),
    product_id: Number(productOfLine(shop, line)),
    product_name: line.variantName === '' ? line.name : `${line.name} - ${line.variantName}`,
    product_price: rupiah(line.unitPrice),
    subtotal_price: rupiah(line.unitPrice) * line.quantity,
    quantity: line.quantity,
    quantity_deliver: isAnswered ? line.quantity - line.cancelled : 0,
    quantity_reject: line.cancelled,
    weight: weightOf(1),
    total_weight: weightOf(line.quantity),
    sku: line.sku,
    product_picture: item === undefined ? '' : call.core.pictureUrl(item.picture),
    is_slash_price: line.unitPrice < line.originalPrice,
  };
}

/** What an event makes of an order in the history, by the vendor's numbers (tokopedia.md 4.3). */
const statusAfter: Partial<Record<OrderEventName, number>> = {
  place: orderStatus.created,
  pay: orderStatus.verified,
  pack: orderStatus.accepted,
  unpack: orderStatus.verified,
  ship: orderStatus.shipped,
  deliver: orderStatus.delivered,
  collect: orderStatus.finished,
  complete: orderStatus.finished,
  request_return: orderStatus.complaint,
};

function historyRow(call: TokopediaCall, shop: Shop, order: Order, event: OrderEvent): object {
  const usual = statusAfter[event.name] ?? call.book.status(shop, order);
  return {
    action_by: event.by === 'system' ? 'system-automatic' : event.by,
    hist_status_code: event.name === 'place' && order.paidAt === event.at ? orderStatus.verified : usual,
    message: event.name.replaceAll('_', ' '),
    timestamp: wireTime(event.at),
    comment: event.reason ?? '',
    create_by: 1,
    update_by: '1',
  };
}

/** While the buyer's request to cancel is open. */
function cancelRequestOf(order: Order): object | null {
  const asked = order.events.findLast(({ name }) => name === 'request_cancellation');
  if (!order.cancellationRequested || asked === undefined) return null;
  return { create_time: wireTime(asked.at), reason: asked.reason ?? '', status: 0 };
}

function whenOf(order: Order, name: OrderEventName): number | null {
  return order.events.find((event) => event.name === name)?.at ?? null;
}

function optionalTime(order: Order, name: OrderEventName): string | null {
  const at = whenOf(order, name);
  return at === null ? null : wireTime(at);
}
