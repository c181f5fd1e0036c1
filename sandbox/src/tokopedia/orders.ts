import {
  acceptsPartial,
  addressOf,
  amountsOf,
  logisticsOf,
  productOfLine,
  unitWeight,
  weightOf,
  fulfillBy,
} from './order-fields.ts';
import { listed, paged } from '../core/left-out.ts';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { recipientOf } from './recipient.ts';
import { Failure } from './reply.ts';
import { notAssociated, warehouseOf } from './shop-directory.ts';
import type { TokopediaCall } from './tokopedia-call.ts';
import { knownStatuses, rupiah } from './words.ts';

const badRequest = 'ORD_DLV_001';
const threeDays = 3 * 86_400;
const mostPerPage = 100;

/** `GET /v2/order/list`: by creation, under three days at a time (tokopedia.md 4.1). */
export function listOrders(call: TokopediaCall): object[] | null {
  if (call.text('fs_id') !== call.fsId) throw new Failure(400, badRequest, 'Invalid FS ID Format');
  const from = call.whole('from_date', badRequest);
  const to = call.whole('to_date', badRequest);
  if (from === null || to === null) throw new Failure(400, badRequest, 'from_date and to_date are required');
  if (to < from) throw new Failure(400, badRequest, 'to_date is before from_date');
  if (to - from >= threeDays) throw new Failure(400, 'ORD_DLV_013', 'Date range must be under 3 days');
  const page = call.atLeastOne('page', badRequest, Number.MAX_SAFE_INTEGER);
  const perPage = call.atLeastOne('per_page', badRequest, mostPerPage);
  const status = call.whole('status', badRequest) ?? 0;
  if (!knownStatuses.has(status)) throw new Failure(400, badRequest, 'Invalid status');

  const meant = shopsAsked(call).flatMap((shop) =>
    [...shop.ordersByCreation.within(from * 1000, to * 1000 + 999)]
      .filter((order) => !shop.isHidden(order) && (status === 0 || call.book.status(shop, order) === status))
      .map((order) => ({ shop, order })),
  );
  const found = listed(meant, call.leftOut('orders'));
  const rows = paged(found, (page - 1) * perPage, perPage, call.pageFault('orders'));
  return rows.length === 0 ? null : rows.map(({ shop, order }) => orderRow(call, shop, order));
}

/** The shop, or that of the warehouse, never both; all that are linked where neither is named. */
function shopsAsked(call: TokopediaCall): readonly Shop[] {
  const warehouse = call.whole('warehouse_id', badRequest);
  const shopId = call.text('shop_id');
  if (warehouse !== null && shopId !== null)
    throw new Failure(400, badRequest, 'shop_id and warehouse_id cannot be used together');
  if (shopId !== null) return [call.linkedShop(shopId, 'ORD_USC_001')];
  if (warehouse === null) return call.directory.linked();
  const shop = call.directory.linked().find((one) => warehouseOf(one) === warehouse);
  if (shop === undefined) throw notAssociated('ORD_USC_001');
  return [shop];
}

function orderRow(call: TokopediaCall, shop: Shop, order: Order): object {
  const recipient = recipientOf(order);
  return {
    fs_id: call.fsId,
    order_id: Number(order.id),
    is_cod_mitra: false,
    accept_partial: acceptsPartial(order),
    invoice_ref_num: order.number,
    device_type: '',
    shop_id: Number(shop.id),
    warehouse_id: warehouseOf(shop),
    fulfill_by: fulfillBy(order),
    payment_id: Number(order.id) + 7,
    order_status: call.book.status(shop, order),
    create_time: Math.floor(order.createdAt / 1000),
    products: order.lines.map((line) => ({
      id: Number(productOfLine(shop, line)),
      name: line.variantName === '' ? line.name : `${line.name} - ${line.variantName}`,
      quantity: line.quantity,
      notes: order.remarks,
      weight: unitWeight,
      total_weight: weightOf(line.quantity),
      price: rupiah(line.unitPrice),
      total_price: rupiah(line.unitPrice) * line.quantity,
      currency: 'Rp',
      sku: line.sku,
      is_wholesale: false,
    })),
    products_fulfilled: fulfilled(shop, order),
    buyer: { id: recipient.id, name: recipient.name, phone: recipient.phone, email: recipient.email },
    recipient: { name: recipient.name, phone: recipient.phone, address: addressOf(order) },
    logistics: logisticsOf(order),
    amt: amountsOf(order),
    dropshipper_info: {},
    voucher_info: { voucher_code: '', voucher_type: 0 },
    custom_fields: { awb: order.tracking ?? '' },
    promo_order_detail: {
      order_id: Number(order.id),
      total_cashback: 0,
      total_discount: 0,
      total_discount_product: 0,
      total_discount_shipping: 0,
      total_discount_details: [],
      summary_promo: [],
    },
  };
}

/** Once the seller has answered: how many of each are sent, and how many are not. */
function fulfilled(shop: Shop, order: Order): object[] {
  const isAnswered = order.stage !== 'unpaid' && order.stage !== 'ready';
  if (!isAnswered && order.lines.every(({ cancelled }) => cancelled === 0)) return [];
  return order.lines.map((line) => ({
    product_id: Number(productOfLine(shop, line)),
    quantity_deliver: line.quantity - line.cancelled,
    quantity_reject: line.cancelled,
  }));
}
