import type { Order, OrderEvent, OrderLine } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import { flatFile } from '../protocol/flat-file.ts';
import { totalOf } from '../orders/order-views.ts';
import type { AmazonRecords, ReportRecord } from '../protocol/records.ts';
import { decimal, isoTime, site } from '../protocol/site.ts';
import { escaped } from '../protocol/xml.ts';

export const returnReports: readonly string[] = [
  'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE',
  'GET_XML_RETURNS_DATA_BY_RETURN_DATE',
];
/** Longest period of a returns report, in milliseconds (amazon-sg.md 6). */
export const longestReturns = 60 * 86_400_000;

const columns = [
  'Order ID', 'Order date', 'Return request date', 'Return request status', 'Amazon RMA ID', 'Merchant RMA ID', 'Label type', 'Label cost',
  'Currency code', 'Return carrier', 'Tracking ID', 'Label to be paid by', 'A-to-Z Claim', 'Is prime', 'ASIN', 'Merchant SKU', 'Item Name',
  'Return quantity', 'Return Reason', 'In policy', 'Return type', 'Resolution', 'Invoice number', 'Return delivery date', 'Order Amount',
  'Order quantity', 'SafeT Action reason', 'SafeT claim id', 'SafeT claim state', 'SafeT claim creation time', 'SafeT claim reimbursement amount',
  'Refunded Amount',
] as const; // oxfmt-ignore
type Row = Record<(typeof columns)[number], string>;

/** Returns that buyers asked for in [from, to], one row for each item; null if there are none. */
export function returnsReport(
  { type, leftOut }: Pick<ReportRecord, 'type' | 'leftOut'>,
  records: AmazonRecords,
  shop: Shop,
  from: number,
  to: number,
): string | null {
  const asked = [...shop.orders.values()]
    .filter((order) => !shop.isHidden(order))
    .flatMap((order) => rowsOf(records, shop, order, from, to));
  const rows = listed(asked, leftOut);
  if (rows.length === 0) return null;
  return type.startsWith('GET_XML') ? xmlOf(rows) : flatFile(columns, rows);
}

function rowsOf(records: AmazonRecords, shop: Shop, order: Order, from: number, to: number): Row[] {
  const notes = records.notesOf(shop, order);
  return order.events.flatMap((request, index) => {
    if (request.name !== 'request_return' || request.at < from || request.at > to) return [];
    const end = order.events
      .slice(index + 1)
      .find(({ name }) => name === 'return' || name === 'withdraw_return' || name === 'reject_return');
    return order.lines.flatMap((line) => {
      const units =
        request.units === undefined ? line.quantity - line.cancelled : (request.units[line.id] ?? 0);
      return units === 0 ? [] : [rowOf(order, line, units, request, end, notes.refunded[line.id] ?? 0)];
    });
  });
}

const statusAfter = { return: 'Completed', withdraw_return: 'Cancelled', reject_return: 'Closed' } as const;

function rowOf(
  order: Order,
  line: OrderLine,
  units: number,
  request: OrderEvent,
  end: OrderEvent | undefined,
  refunded: number,
): Row {
  const status =
    end?.name === 'return' || end?.name === 'withdraw_return' || end?.name === 'reject_return'
      ? statusAfter[end.name]
      : 'Pending';
  return {
    'Order ID': order.number,
    'Order date': isoTime(order.createdAt),
    'Return request date': isoTime(request.at),
    'Return request status': status,
    'Amazon RMA ID': `D${order.number.replaceAll('-', '').slice(-8)}RRMA`,
    'Merchant RMA ID': '',
    'Label type': 'MerchantUnpaidLabel',
    'Label cost': '0.00',
    'Currency code': site.currency,
    'Return carrier': '',
    'Tracking ID': '',
    'Label to be paid by': 'Customer',
    'A-to-Z Claim': 'N',
    'Is prime': 'N',
    ASIN: line.variantId,
    'Merchant SKU': line.sku,
    'Item Name': line.name,
    'Return quantity': String(units),
    'Return Reason': request.reason ?? 'CR-UNWANTED_ITEM',
    'In policy': 'Y',
    'Return type': 'C-Returns',
    Resolution: 'StandardRefund',
    'Invoice number': '',
    'Return delivery date': end?.name === 'return' ? isoTime(end.at) : '',
    'Order Amount': decimal(totalOf(order)),
    'Order quantity': String(line.quantity),
    'SafeT Action reason': '',
    'SafeT claim id': '',
    'SafeT claim state': '',
    'SafeT claim creation time': '',
    'SafeT claim reimbursement amount': '',
    'Refunded Amount': refunded === 0 ? '' : decimal(refunded),
  };
}

function xmlOf(rows: readonly Row[]): string {
  const details = rows.map((row) => {
    const fields = columns.map((column) => {
      const name = column.toLowerCase().replace(/[^a-z]+/g, '_');
      return `<${name}>${escaped(row[column])}</${name}>`;
    });
    return `<return_details>${fields.join('')}</return_details>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Message>${details.join('')}</Message>\n`;
}
import { listed } from '../../core/left-out.ts';
