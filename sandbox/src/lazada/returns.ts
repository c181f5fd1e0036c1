import { listed, paged } from '../core/left-out.ts';
import type { Order } from '../core/records.ts';
import { Failure } from './reply.ts';
import { returnReasons, type ReverseOrder } from './reverse-records.ts';
import type { ShopCall } from './shop-call.ts';
import { unitsOf, type Unit } from './units.ts';
import { shopSku } from './orders.ts';

const usualPage = 10;
const mostPage = 100;

/** `/reverse/getreverseordersforseller`; amounts in cents, times in milliseconds (lazada.md 6.2). */
export function listReverseOrders(call: ShopCall): object {
  const pageNo = call.whole('page_no', 1, 1, 100_000, 'InvalidParameter');
  const pageSize = call.whole('page_size', usualPage, 1, mostPage, 'InvalidParameter');
  const meant = [...call.reverse.values()].filter((one) => one.shop === call.shop.id && isWanted(call, one));
  const found = listed(meant, call.leftOut('returns'));
  const page = paged(found, (pageNo - 1) * pageSize, pageSize, call.pageFault('returns'));
  return {
    page_no: pageNo,
    page_size: pageSize,
    total: found.length,
    items: page.map((one) => ({
      ...head(call, one),
      reverse_order_lines: rowsOf(call, one).map(({ line, unit, order }) => ({
        ...lineFields(one, line, unit, order),
        product: { product_id: unit.line.itemId, product_sku: unit.line.sku },
        buyer: { buyer_id: 900_000 + order.buyer },
      })),
    })),
  };
}

function isWanted(call: ShopCall, one: ReverseOrder): boolean {
  const lines = one.lines;
  const types = call.has('request_type_list') ? call.list('request_type_list', 'InvalidParameter') : null;
  const statuses = call.has('reverse_status_list') ? call.list('reverse_status_list', 'InvalidParameter') : null;
  const dispute = call.text('dispute_in_progress');
  const within = (name: string, instants: number[]): boolean => {
    const from = call.milliseconds(`${name}Start`) ?? -Infinity;
    const to = call.milliseconds(`${name}End`) ?? Infinity;
    return instants.some((instant) => instant >= from && instant <= to);
  };
  return (
    (types?.includes(one.type) ?? true) &&
    (statuses === null || lines.some(({ status }) => statuses.includes(status))) &&
    (dispute === null || lines.some(({ disputed }) => String(disputed) === dispute)) &&
    (call.text('return_to_type') ?? 'RTM') === 'RTM' &&
    [null, one.id].includes(call.text('reverse_order_id')) &&
    [null, orderIdOf(call, one)].includes(call.text('trade_order_id')) &&
    within('ReverseOrderLineTimeRange', [one.createdAt]) &&
    within('ReverseOrderLineModifiedTimeRange', lines.map(({ updatedAt }) => updatedAt)) &&
    within('TradeOrderLineCreatedTimeRange', [call.shop.orders.get(one.order)?.createdAt ?? 0])
  );
} // oxfmt-ignore

/** `/order/reverse/return/detail/list`: the same in names of its own. */
export function readReverseOrder(call: ShopCall): object {
  const one = ownReverse(call);
  return {
    ...head(call, one),
    reverseOrderLineDTOList: rowsOf(call, one).map(({ line, unit, order }) => ({
      ...lineFields(one, line, unit, order),
      productDTO: { product_id: unit.line.itemId, sku: unit.line.sku },
      buyer: { user_id: 900_000 + order.buyer },
    })),
  };
}

/** `/order/reverse/return/history/list`. A buyer who wants to give something back shows it. */
export function listHistory(call: ShopCall): object {
  const one = reverseOfLine(call);
  const pageSize = call.whole('page_size', usualPage, 1, mostPage, 'InvalidParameter');
  const pageNumber = call.whole('page_number', 1, 1, 100_000, 'InvalidParameter');
  return {
    list: one.history
      .slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
      .map(({ at, operator, pictures = [] }) => {
        const isAsking = at === one.createdAt && one.type !== 'CANCEL';
        return { operator, picture: isAsking ? picturesOf(call, one) : pictures, time: at };
      }),
    page_info: { page_size: pageSize, current_page_number: pageNumber, total: one.history.length },
  };
}

function picturesOf(call: ShopCall, one: ReverseOrder): string[] {
  const names = rowsOf(call, one).map(
    ({ unit }) => call.shop.items.get(unit.line.itemId)?.picture ?? 'parcel',
  );
  return [...new Set(names)].map((name) => call.core.pictureUrl(name));
}

/** `/order/reverse/reason/list`: why a seller may refuse. */
export function listRefusalReasons(call: ShopCall): object[] {
  reverseOfLine(call);
  return returnReasons.map(({ id, text }) => ({ reason_id: Number(id), text, muti_language_text: text }));
}

/** The reverse order that a call names. */
export function ownReverse(call: ShopCall): ReverseOrder {
  const found = call.reverse.get(call.needed('reverse_order_id'));
  if (found?.shop !== call.shop.id) throw new Failure('112', 'The reverse order is not found');
  return found;
}

function reverseOfLine(call: ShopCall): ReverseOrder {
  const id = call.needed('reverse_order_line_id');
  const found = [...call.reverse.values()].find(
    (one) => one.shop === call.shop.id && one.lines.some((line) => line.id === id),
  );
  if (found === undefined) throw new Failure('112', 'The reverse order is not found');
  return found;
}

function orderIdOf(call: ShopCall, one: ReverseOrder): string {
  return call.shop.orders.get(one.order)?.id ?? '';
}

function head(call: ShopCall, one: ReverseOrder): object {
  return {
    reverse_order_id: Number(one.id),
    trade_order_id: Number(orderIdOf(call, one)),
    request_type: one.type,
    is_rtm: true,
    shipping_type: one.type === 'RETURN' ? 'PICK_UP' : 'DEFAULT',
  };
}

type Line = ReverseOrder['lines'][number];

function rowsOf(call: ShopCall, one: ReverseOrder): { line: Line; unit: Unit; order: Order }[] {
  const order = call.shop.orders.get(one.order);
  if (order === undefined) return [];
  const units = unitsOf(order, call.marks(order));
  return one.lines.flatMap((line) => {
    const unit = units.find(({ id }) => id === line.unit);
    return unit === undefined ? [] : [{ line, unit, order }];
  });
}

function lineFields(one: ReverseOrder, line: Line, unit: Unit, order: Order): object {
  const reason = returnReasons.find(({ text }) => text === one.reason);
  return {
    reverse_order_line_id: Number(line.id),
    trade_order_line_id: Number(line.unit),
    reverse_status: line.status,
    ofc_status: ofcStatus(line.status),
    reason_code: reason?.id ?? '20000001',
    reason_text: one.reason,
    refund_amount: unit.line.unitPrice,
    item_unit_price: unit.line.originalPrice,
    refund_payment_method: 'Original payment method',
    is_need_refund: one.type !== 'CANCEL',
    is_dispute: line.disputed,
    seller_sku_id: unit.line.sku,
    platform_sku_id: shopSku(unit.line.itemId, unit.line.variantId),
    tracking_number:
      line.status === 'RTM_SHIPPING_BACK' || line.status === 'RTM_RECEIVE_ITEM'
        ? `LEXRT${line.id.slice(-8)}`
        : '',
    receiver_address: '1 Example Road, Singapore',
    whqc_decision: '',
    sla: one.createdAt + 48 * 3_600_000,
    return_order_line_gmt_create: one.createdAt,
    return_order_line_gmt_modified: line.updatedAt,
    trade_order_gmt_create: order.createdAt,
  };
}

function ofcStatus(status: Line['status']): string {
  if (status === 'RTM_SHIPPING_BACK') return 'RETURN_PICKUP_PENDING';
  return status === 'RTM_RECEIVE_ITEM' ? 'RETURN_DELIVERED' : '';
}
