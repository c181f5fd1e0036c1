import { totalOf } from '../control/views.ts';
import { buyerOf } from '../core/buyers.ts';
import { listed, paged } from '../core/left-out.ts';
import type { Order, OrderEvent, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { channelOf } from './delivery.ts';
import { bodyAs, listOf, numberOf, requiredList } from './parameters.ts';
import { locationId, seconds } from './products.ts';
import { keyOf, returnOf, type Records } from './records.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { filterStatuses, logisticsStatus, maskedBuyer, orderStatus } from './words.ts';
import { z } from 'zod';

const fifteenDays = 15 * 86_400;

const getOrderList: ShopEndpoint = {
  method: 'GET',
  path: 'order/get_order_list',
  answer: ({ shop, query, call }) => {
    const field = query.get('time_range_field');
    if (field !== 'create_time' && field !== 'update_time')
      throw badParameter('time_range_field should be create_time or update_time.');
    const from = numberOf(query, 'time_from', {});
    const to = numberOf(query, 'time_to', {});
    if (from > to || to - from > fifteenDays) {
      throw new ShopeeError(
        'order.order_list_invalid_time',
        'Start time must be earlier than end time and the diff in 15 days.',
      );
    }
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100 });
    const status = query.get('order_status');
    if (status !== null && status !== '' && !filterStatuses.includes(status))
      throw badParameter('order_status is invalid.');
    const offset = numberOf(query, 'cursor', { usual: 0 });
    const withStatus = listOf(query, 'response_optional_fields').includes('order_status');
    const index = field === 'create_time' ? shop.ordersByCreation : shop.ordersByUpdate;
    const shown: Order[] = [];
    for (const order of index.within(from * 1000, to * 1000 + 999)) {
      if (shop.isHidden(order) || (status !== null && status !== '' && orderStatus(order) !== status))
        continue;
      shown.push(order);
      if (shown.length > offset + pageSize) break;
    }
    const found = listed(shown, call.leftOut('orders'));
    const more = found.length > offset + pageSize;
    const page = paged(found, offset, pageSize, call.pageFault('orders'));
    return {
      response: {
        more,
        next_cursor: more ? String(offset + pageSize) : '',
        order_list: page.map((order) => ({
          order_sn: order.number,
          ...(withStatus ? { order_status: orderStatus(order) } : {}),
          booking_sn: '',
        })),
      },
    };
  },
};

const getOrderDetail: ShopEndpoint = {
  method: 'GET',
  path: 'order/get_order_detail',
  answer: (call) => {
    const numbers = requiredList(call.query, 'order_sn_list', 50);
    const orders = numbers.map((number) => visibleOrder(call.shop, number)).filter((order) => order !== null);
    if (orders.length === 0)
      throw new ShopeeError('error_not_found', 'Wrong parameters, detail: the order is not found.');
    const asked = listOf(call.query, 'response_optional_fields');
    return { response: { order_list: orders.map((order) => detail(call, order, asked)) } };
  },
};

const getShipmentList: ShopEndpoint = {
  method: 'GET',
  path: 'order/get_shipment_list',
  answer: ({ shop, query }) => {
    const pageSize = numberOf(query, 'page_size', { least: 1, most: 100 });
    const offset = numberOf(query, 'cursor', { usual: 0 });
    const ready = [...shop.ordersByCreation.within(0, Infinity)].filter(
      (order) => orderStatus(order) === 'READY_TO_SHIP' && !shop.isHidden(order),
    );
    const more = offset + pageSize < ready.length;
    return {
      response: {
        order_list: ready
          .slice(offset, offset + pageSize)
          .map((order) => ({ order_sn: order.number, package_number: packageNumber(order) })),
        more,
        next_cursor: more ? String(offset + pageSize) : '',
      },
    };
  },
};

const getEscrowDetail: ShopEndpoint = {
  method: 'GET',
  path: 'payment/get_escrow_detail',
  answer: (call) => ({
    response: escrow(call.records, call.shop, mustBeVisible(call.shop, call.query.get('order_sn') ?? '')),
  }),
};

const escrowBody = z.object({ order_sn_list: z.array(z.string()).min(1).max(50) });

const getEscrowDetailBatch: ShopEndpoint = {
  method: 'GET or POST',
  path: 'payment/get_escrow_detail_batch',
  answer: (call) => {
    const numbers =
      call.body.length > 0
        ? bodyAs(escrowBody, call.body).order_sn_list
        : requiredList(call.query, 'order_sn_list', 50);
    const orders = numbers.map((number) => visibleOrder(call.shop, number)).filter((order) => order !== null);
    return { response: orders.map((order) => ({ escrow_detail: escrow(call.records, call.shop, order) })) };
  },
};

const noteBody = z.object({ order_sn: z.string().min(1), note: z.string().max(1_000) });

const setNote: ShopEndpoint = {
  method: 'POST',
  path: 'order/set_note',
  answer: ({ core, shop, records, body }) => {
    const { order_sn, note } = bodyAs(noteBody, body);
    const order = mustBeVisible(shop, order_sn);
    records.notes.put(keyOf(shop, order.number), { text: note, at: core.clock.now() });
    shop.orderChanged(order);
    return 'bare';
  },
};

/** Splitting needs a right that shops here do not have (5.2). */
function refusesToSplit(path: string): ShopEndpoint {
  return {
    method: 'POST',
    path,
    answer: ({ shop, body }) => {
      mustBeVisible(shop, bodyAs(z.object({ order_sn: z.string().min(1) }), body).order_sn);
      throw new ShopeeError('order.error_permission', "You don't have the permission to split order.");
    },
  };
}

export const orderEndpoints: readonly ShopEndpoint[] = [
  refusesToSplit('order/split_order'),
  refusesToSplit('order/unsplit_order'),
  setNote,
  getOrderList,
  getOrderDetail,
  getShipmentList,
  getEscrowDetail,
  getEscrowDetailBatch,
];

export function visibleOrder(shop: Shop, number: string): Order | null {
  const order = shop.orders.get(number);
  return order === undefined || shop.isHidden(order) ? null : order;
}

export function mustBeVisible(shop: Shop, number: string): Order {
  const order = visibleOrder(shop, number);
  if (order === null)
    throw new ShopeeError('error_not_found', 'Wrong parameters, detail: the order is not found.');
  return order;
}

export function packageNumber(order: Order): string {
  return `OFG${order.number.slice(-10)}`;
}

/** The fields of an order (section 4.1): the default ones and those that were asked for. */
function detail(call: ShopCall, order: Order, asked: readonly string[]): Record<string, unknown> {
  const always = {
    order_sn: order.number,
    region: call.shop.record.region,
    currency: call.shop.record.currency,
    cod: false,
    order_status: orderStatus(order),
    message_to_seller: order.remarks,
    create_time: seconds(order.createdAt),
    update_time: seconds(order.updatedAt),
    days_to_ship: 2,
    ship_by_date: order.paidAt === null ? 0 : seconds(order.paidAt) + 2 * 86_400,
    booking_sn: '',
    reverse_shipping_fee: 0,
    is_buyer_shop_collection: order.selfCollect,
    can_full_cancel_order: ['UNPAID', 'READY_TO_SHIP', 'RETRY_SHIP'].includes(orderStatus(order)),
    can_partial_cancel_order: false,
    buyer_preference_for_partial_cancellation: 0,
  };
  const optional: Record<string, () => unknown> = optionalFields(call, order);
  const found: Record<string, unknown> = { ...always };
  for (const name of asked) {
    const field = optional[name];
    if (field !== undefined) found[name] = field();
  }
  return found;
}

function optionalFields(call: ShopCall, order: Order): Record<string, () => unknown> {
  const buyer = buyerOf(order.buyer);
  const masked = maskedBuyer(buyer);
  const cancelled = order.events.findLast(({ name }) => name === 'cancel');
  const shipped = order.events.find(({ name }) => name === 'ship');
  const asked = order.events.findLast(({ name }) => name === 'request_cancellation');
  const carrier = channelOf(order).name;
  const note = call.records.notes.get(keyOf(call.shop, order.number));
  return {
    buyer_user_id: () => buyer.id,
    buyer_username: () => masked.username,
    estimated_shipping_fee: () => order.shippingFee / 100,
    recipient_address: () => ({
      name: masked.name, phone: masked.phone, town: '', district: '', city: '', state: '', region: 'SG', zipcode: buyer.postalCode, full_address: masked.address,
    }), // oxfmt-ignore
    actual_shipping_fee: () => 0,
    actual_shipping_fee_confirmed: () => false,
    goods_to_declare: () => false,
    note: () => note?.text ?? '',
    note_update_time: () => (note === undefined ? 0 : seconds(note.at)),
    item_list: () => order.lines.map((line) => itemOf(call, order, line)),
    pay_time: () => (order.paidAt === null ? null : seconds(order.paidAt)),
    dropshipper: () => null,
    dropshipper_phone: () => null,
    split_up: () => false,
    buyer_cancel_reason: () =>
      order.cancellationRequested || cancelled?.by === 'buyer'
        ? (cancelled?.reason ?? asked?.reason ?? 'Change of mind / others')
        : '',
    cancel_by: () => cancelled?.by ?? '',
    cancel_reason: () => cancelReason(cancelled),
    buyer_cpf_id: () => null,
    fulfillment_flag: () =>
      order.lines.every(({ keptBy }) => keptBy === 'marketplace')
        ? 'fulfilled_by_shopee'
        : 'fulfilled_by_local_seller',
    pickup_done_time: () => (shipped === undefined ? 0 : seconds(shipped.at)),
    package_list: () => [packageOf(order)],
    shipping_carrier: () => carrier,
    checkout_shipping_carrier: () => carrier,
    payment_method: () => (order.paidAt === null ? '' : 'Credit Card/Debit Card'),
    ...(order.paidAt === null ? {} : { total_amount: () => totalOf(order) / 100 }),
    invoice_data: () => null,
    order_chargeable_weight_gram: () => 300,
    return_request_due_date: () => (order.stage === 'delivered' ? seconds(order.updatedAt) + 3 * 86_400 : 0),
    edt: () => ({
      edt_from: seconds(order.createdAt) + 3 * 86_400,
      edt_to: seconds(order.createdAt) + 5 * 86_400,
    }),
    payment_info: () => [],
  };
}

function cancelReason(cancelled: OrderEvent | undefined): string {
  if (cancelled === undefined) return '';
  return (
    cancelled.reason ?? (cancelled.by === 'system' ? 'BACKEND_LOGISTICS_NOT_STARTED' : 'CUSTOMER_REQUEST')
  );
}

function itemOf({ core, shop, records }: ShopCall, order: Order, line: OrderLine): Record<string, unknown> {
  const returned = order.returnRequested ? returnOf(records, shop, order) : undefined;
  const item = shop.items.get(line.itemId);
  const isModel = line.variantName !== '';
  const open = line.quantity - line.cancelled - line.returned;
  return {
    item_id: Number(line.itemId),
    item_name: line.name,
    item_sku: isModel ? (item?.sku ?? '') : line.sku,
    model_id: isModel ? Number(line.variantId) : 0,
    model_name: line.variantName,
    model_sku: isModel ? line.sku : '',
    model_quantity_purchased: line.quantity,
    model_original_price: line.originalPrice / 100,
    // Bundles report 0 (4.1): their price is the bundle's.
    model_discounted_price: line.promotion?.type === 'bundle_deal' ? 0 : line.unitPrice / 100,
    wholesale: false,
    weight: 0.3,
    add_on_deal: false,
    main_item: false,
    add_on_deal_id: 0,
    promotion_type: line.isGift
      ? 'add_on_free_gift_sub'
      : (line.promotion?.type ?? (line.unitPrice < line.originalPrice ? 'product_promotion' : '')),
    promotion_id: line.promotion === null ? 0 : Number(line.promotion.id),
    order_item_id: Number(line.id),
    line_item_id: Number(line.id),
    promotion_group_id: 0,
    image_info: { image_url: item === undefined ? '' : core.pictureUrl(item.picture) },
    product_location_id: [locationId],
    active_qty: open,
    cancel_requested_qty: order.cancellationRequested ? open : 0,
    cancelled_qty: line.cancelled,
    return_requested_qty: order.returnRequested ? (returned?.units[line.id] ?? open) : 0,
    returned_qty: line.returned,
  };
}

export function packageOf(order: Order): Record<string, unknown> {
  const channel = channelOf(order);
  return {
    package_number: packageNumber(order),
    logistics_status: logisticsStatus(order),
    logistics_channel_id: channel.id,
    shipping_carrier: channel.name,
    allow_self_design_awb: true,
    item_list: order.lines.map((line) => ({
      item_id: Number(line.itemId),
      model_id: line.variantName === '' ? 0 : Number(line.variantId),
      model_quantity: line.quantity,
      order_item_id: Number(line.id),
      promotion_group_id: 0,
      product_location_id: locationId,
    })),
    group_shipment_id: 0,
  };
}

/** Section 4.3; amounts of items are of the whole line. */
function escrow(records: Records, shop: Shop, order: Order): Record<string, unknown> {
  const returned = returnOf(records, shop, order);
  const original = sum(order, (line) => line.originalPrice);
  const selling = sum(order, (line) => line.unitPrice);
  const shipping = order.shippingFee / 100;
  const commission = cents(selling * 0.06);
  const service = cents(selling * 0.025);
  const transaction = cents(selling * 0.022);
  const payout = order.stage === 'cancelled' ? 0 : cents(selling - commission - service - transaction);
  const buyer = maskedBuyer(buyerOf(order.buyer)).username;
  const fees = { commission_fee: commission, service_fee: service, seller_transaction_fee: transaction };
  return {
    order_sn: order.number,
    buyer_user_name: buyer,
    return_order_sn_list: returned === undefined ? [] : [returned.sn],
    order_income: {
      escrow_amount: payout, escrow_amount_after_adjustment: payout, buyer_total_amount: cents(selling + shipping), order_original_price: original, original_price: original,
      order_discounted_price: selling, order_selling_price: original, order_seller_discount: cents(original - selling), seller_discount: cents(original - selling),
      shopee_discount: 0, voucher_from_seller: 0, voucher_from_shopee: 0, coins: 0, seller_coin_cash_back: 0, seller_voucher_code: [],
      buyer_paid_shipping_fee: shipping, estimated_shipping_fee: shipping, actual_shipping_fee: shipping, final_shipping_fee: 0, shopee_shipping_rebate: 0,
      seller_shipping_discount: 0, reverse_shipping_fee: 0, ...fees, buyer_transaction_fee: 0, campaign_fee: 0, order_ams_commission_fee: 0,
      cost_of_goods_sold: selling, original_cost_of_goods_sold: selling, seller_return_refund: returned?.status === 'ACCEPTED' ? -returned.refund / 100 : 0, drc_adjustable_refund: 0, seller_lost_compensation: 0,
      final_escrow_product_gst: 0, final_escrow_shipping_gst: 0, order_adjustment: [], total_adjustment_amount: 0, buyer_payment_method: 'Credit Card/Debit Card',
      items: order.lines.map(escrowItem),
    },
    buyer_payment_info: {
      merchant_subtotal: selling, shipping_fee: shipping, seller_voucher: 0, shopee_voucher: 0, shopee_coins_redeemed: 0, buyer_total_amount: cents(selling + shipping),
    },
  }; // oxfmt-ignore
}

function escrowItem(line: OrderLine): Record<string, unknown> {
  const original = (line.originalPrice * line.quantity) / 100;
  const selling = (line.unitPrice * line.quantity) / 100;
  return {
    item_id: Number(line.itemId), model_id: line.variantName === '' ? 0 : Number(line.variantId), item_sku: line.variantName === '' ? line.sku : '',
    model_sku: line.variantName === '' ? '' : line.sku, quantity_purchased: line.quantity, original_price: original, selling_price: original, discounted_price: selling,
    seller_discount: cents(original - selling), shopee_discount: 0, discount_from_coin: 0, discount_from_voucher_shopee: 0, discount_from_voucher_seller: 0,
    activity_type: line.promotion?.type ?? '', activity_id: Number(line.promotion?.id ?? 0), is_main_item: false,
  }; // oxfmt-ignore
}

function sum(order: Order, unit: (line: OrderLine) => number): number {
  return order.lines.reduce((total, line) => total + unit(line) * line.quantity, 0) / 100;
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
