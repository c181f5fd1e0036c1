import { toMajor } from '@evenstock/contract/values/money';
import { buyerOf, type Buyer } from '../core/buyers.ts';
import { listed, paged } from '../core/left-out.ts';
import type { Order, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { shipmentProvider } from './packages.ts';
import { unitsOf, type Unit } from './units.ts';
import { isoTime, lazadasWarehouse, orderFilters, orderTime, warehouseCode } from './words.ts';

const mostOrders = 100;
const furthestOffset = 5_000;
const mostOrdersAtOnce = 50;
const second = 1_000;

/** `/orders/get`: orders by creation or by update, each with the set of its items' statuses (lazada.md 4). */
export function listOrders(call: ShopCall): object {
  const { shop } = call;
  if (!call.has('created_after') && !call.has('update_after')) {
    throw new Failure(
      'MissingParameter',
      'Either the created_after or the update_after parameter is mandatory.',
    );
  }
  const status = call.text('status') ?? 'all';
  const wanted = orderFilters[status];
  if (wanted === undefined) throw new Failure('36', 'Invalid status filter');
  const sortBy = call.text('sort_by') ?? (call.has('created_after') ? 'created_at' : 'updated_at');
  if (sortBy !== 'created_at' && sortBy !== 'updated_at') throw new Failure('75', 'Invalid sorting filter');
  const direction = (call.text('sort_direction') ?? 'ASC').toUpperCase();
  if (direction !== 'ASC' && direction !== 'DESC') throw new Failure('74', 'Invalid sort direction');
  const limit = call.whole('limit', mostOrders, 1, mostOrders, '19');
  const offset = call.whole('offset', 0, 0, furthestOffset, '14');

  const created = [call.time('created_after') ?? -Infinity, call.time('created_before') ?? Infinity] as const;
  const updated = [call.time('update_after') ?? -Infinity, call.time('update_before') ?? Infinity] as const;
  const index = sortBy === 'created_at' ? shop.ordersByCreation : shop.ordersByUpdate;
  const [from, to] = sortBy === 'created_at' ? created : updated;
  const now = call.core.clock.now();
  const found: Order[] = [];
  // Times are whole seconds on the wire, so a window includes the whole of its last second.
  for (const order of index.within(from, to + second - 1)) {
    if (order.visibleAt > now || !isWithin(order.createdAt, created) || !isWithin(order.updatedAt, updated))
      continue;
    const isWanted =
      wanted === 'all' || unitsOf(order, call.marks(order)).some((unit) => wanted.includes(unit.status));
    if (isWanted) found.push(order);
  }
  if (direction === 'DESC') found.reverse();
  const shown = listed(found, call.leftOut('orders'));
  const page = paged(shown, offset, limit, call.pageFault('orders'));
  return {
    count: page.length,
    countTotal: shown.length,
    orders: page.map((order) => orderFields(call, order, 'addressDsitrict')),
  };
}

/** `/order/get`. */
export function readOrder(call: ShopCall): object {
  return orderFields(call, call.order('order_id'), 'addressDistrict');
}

/** `/order/items/get`: one record for each unit. */
export function readOrderItems(call: ShopCall): object[] {
  return itemsOf(call, call.order('order_id'));
}

/** `/orders/items/get`. Orders that are not in the shop are left out. */
export function readItemsOfOrders(call: ShopCall): object[] {
  const ids = call.list('order_ids', '38');
  if (ids.length === 0) throw new Failure('37', 'One or more order id in the list are incorrect');
  if (ids.length > mostOrdersAtOnce) throw new Failure('39', 'Too many orders were requested');
  const kept = call.halfBatch ? ids.slice(0, Math.floor(ids.length / 2)) : ids;
  return kept.flatMap((id) => {
    const order = call.findOrder(id);
    if (order === null) return [];
    return [
      { order_id: Number(order.id), order_number: Number(order.number), order_items: itemsOf(call, order) },
    ];
  });
}

function isWithin(instant: number, [from, to]: readonly [number, number]): boolean {
  const rounded = Math.floor(instant / second) * second;
  return rounded >= from && rounded <= to;
}

function orderFields(
  call: ShopCall,
  order: Order,
  districtName: 'addressDistrict' | 'addressDsitrict',
): object {
  const { shop } = call;
  const units = unitsOf(order, call.marks(order));
  const buyer = buyerOf(order.buyer);
  const address = { ...addressOf(buyer), [districtName]: '' };
  const fee = toMajor(order.shippingFee, shop.record.currency);
  const voucher = sum(units, ({ line }) => priceOf(line) - line.unitPrice);
  const price = sum(units, ({ line }) => priceOf(line));
  return {
    order_id: Number(order.id),
    order_number: Number(order.number),
    created_at: orderTime(order.createdAt),
    updated_at: orderTime(order.updatedAt),
    statuses: [...new Set(units.map((unit) => unit.status))],
    items_count: units.length,
    price: major(price, shop).toFixed(2),
    shipping_fee: fee,
    shipping_fee_original: fee,
    shipping_fee_discount_seller: 0,
    shipping_fee_discount_platform: 0,
    voucher: major(voucher, shop),
    voucher_seller: major(voucher, shop),
    voucher_platform: 0,
    voucher_code: '',
    payment_method: order.paidAt === null ? '' : 'MIXEDCARD',
    customer_first_name: masked(buyer.firstName),
    customer_last_name: '',
    address_shipping: address,
    address_billing: address,
    buyer_note: '',
    remarks: '',
    gift_option: false,
    gift_message: '',
    delivery_info: '',
    warehouse_code: warehouseCode(order.place),
    promised_shipping_times: '',
    extra_attributes: '{"TaxInvoiceRequested":false}',
    tax_code: '',
    branch_number: '',
    national_registration_number: '',
    address_updated_at: orderTime(order.createdAt),
    recipient_info: {},
    need_cancel_confirm: order.cancellationRequested,
    is_cancel_pending: false,
  };
}

/** A gift has no price from the start; a voucher would be taken off it. */
const priceOf = (line: OrderLine): number => (line.isGift ? 0 : line.originalPrice);

function itemsOf(call: ShopCall, order: Order): object[] {
  return unitsOf(order, call.marks(order)).map((unit) => itemFields(call, order, unit));
}

function itemFields(call: ShopCall, order: Order, unit: Unit): object {
  const { shop, core } = call;
  const { line } = unit;
  const offer = shop.offer(line.variantId);
  const asked = order.cancellationRequested && unit.status !== 'canceled';
  const voucher = major(priceOf(line) - line.unitPrice, shop);
  const { parcel } = unit;
  return {
    order_item_id: Number(unit.id),
    order_id: Number(order.id),
    name: line.name,
    sku: line.sku,
    shop_sku: shopSku(line.itemId, line.variantId),
    sku_id: line.variantId,
    product_id: line.itemId,
    variation: (offer?.item.optionNames ?? [])
      .map((name, index) => `${name}:${offer?.variant.options[index] ?? ''}`)
      .join(', '),
    status: unit.status,
    item_price: major(priceOf(line), shop),
    paid_price: major(line.unitPrice, shop),
    tax_amount: 0,
    shipping_amount: major(
      Math.round(order.shippingFee / sum(order.lines, ({ quantity }) => quantity)),
      shop,
    ),
    shipping_service_cost: 0,
    wallet_credits: 0,
    currency: shop.record.currency,
    voucher_amount: voucher,
    voucher_seller: voucher,
    voucher_platform: 0,
    voucher_seller_lpi: 0,
    voucher_platform_lpi: 0,
    voucher_code_seller: '',
    voucher_code_platform: '',
    shipping_type: line.keptBy === 'seller' ? 'Dropshipping' : 'Own Warehouse',
    shipping_provider_type: providerTypeOf(order),
    shipment_provider: parcel === undefined ? '' : shipmentProvider.name,
    tracking_code: parcel?.tracking ?? '',
    tracking_code_pre: '',
    package_id: parcel?.id ?? '',
    warehouse_code: line.keptBy === 'seller' ? warehouseCode(order.place) : lazadasWarehouse,
    delivery_option_sof: order.sellerDelivers ? 1 : 0,
    is_fbl: line.keptBy === 'seller' ? 0 : 1,
    is_digital: 0,
    is_reroute: 0,
    order_type: order.selfCollect ? 'O2O' : 'Normal',
    order_flag: 'NORMAL',
    stage_pay_status: order.paidAt === null ? 'unpaid' : '',
    payment_time: order.paidAt ?? 0,
    sla_time_stamp: isoTime(order.createdAt + 48 * 3_600 * second),
    promised_shipping_time: '',
    created_at: orderTime(order.createdAt),
    updated_at: orderTime(unit.updatedAt),
    invoice_number: call.marks(order)?.invoices[unit.id] ?? '',
    purchase_order_id: '',
    purchase_order_number: '',
    digital_delivery_info: '',
    reason: unit.reason,
    reason_detail: '',
    cancel_return_initiator: unit.initiator,
    return_status: unit.status === 'returned' ? 'REFUND_SUCCESS' : order.returnRequested ? 'RTM_INIT' : '',
    buyer_id: buyerOf(order.buyer).id,
    shop_id: shop.record.name,
    product_main_image: offer === undefined ? '' : core.pictureUrl(offer.item.picture),
    product_detail_url: productUrl(line.itemId, line.variantId),
    need_cancel_confirm: asked,
    is_cancel_pending: false,
    cancel_trigger_time: asked ? (requestedAt(order) ?? 0) + 48 * 3_600 * second : 0,
    reverse_order_id: asked || order.returnRequested ? (call.marks(order)?.reverseOrderId ?? '') : '',
    pick_up_store_info: order.selfCollect
      ? { pick_up_store_name: shop.record.name, pick_up_store_address: '1 Example Road, Singapore', pick_up_store_code: 'S1', pick_up_store_open_hour: ['10:00-20:00'] } // oxfmt-ignore
      : {},
    extra_attributes: '',
  };
}

/** Lazada's own code of a SKU. */
export function shopSku(itemId: string, variantId: string): string {
  return `${itemId}_SGAMZ-${variantId}`;
}

export function productUrl(itemId: string, variantId: string): string {
  return `https://www.lazada.example/products/i${itemId}-s${variantId}.html`;
}

function requestedAt(order: Order): number | undefined {
  return order.events.findLast(({ name }) => name === 'request_cancellation')?.at;
}

/** As an app sees it that has not passed the vendor's data-security review. */
function addressOf(buyer: Buyer): object {
  return {
    first_name: masked(buyer.firstName),
    last_name: '',
    phone: `65******${buyer.phone.slice(-2)}`,
    phone2: '',
    address1: masked(buyer.street),
    address2: '',
    address3: 'Singapore',
    address4: '',
    address5: '',
    city: 'Singapore',
    post_code: buyer.postalCode,
    country: 'Singapore',
  };
}

function masked(text: string): string {
  return `${text.slice(0, 1)}${'*'.repeat(Math.max(1, text.length - 1))}`;
}

function major(minor: number, shop: Shop): number {
  return toMajor(minor, shop.record.currency);
}

function sum<T>(records: readonly T[], of: (record: T) => number): number {
  return records.reduce((total, record) => total + of(record), 0);
}

function providerTypeOf({ selfCollect, sellerDelivers }: Order): string {
  if (selfCollect) return 'pickup_in_store';
  return sellerDelivers ? 'seller_own_fleet' : 'standard';
}
