import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import { toMajor } from '@evenstock/contract/values/money';
import { evenstockStates } from '@evenstock/contract/orders/order-states';
import { listOrders } from '@evenstock/contract/orders/orders';
import { z } from 'zod';
import {
  countOrdersToExport,
  ordersToExport,
  type AskedOrders,
  type ExportedOrder,
} from '../orders/pages/export-orders.ts';
import { defineSource, wallClock, type ExportSource } from './export-source.ts';
import type { Cell, SheetColumn } from './write-sheet.ts';

const params = z.object({
  query: listOrders.query.pick({ scope: true, q: true }),
  asked_at: z.iso.datetime(),
  zone: z.string(),
  unlimited: z.boolean(),
});

const askedOf = ({ query, asked_at: at, zone, unlimited }: z.output<typeof params>): AskedOrders => ({
  query,
  now: new Date(at),
  zone,
  unlimited,
});

const headColumns: readonly SheetColumn[] = [
  { title: 'Order Number', width: 22 },
  { title: 'Reference Number', width: 22 },
  { title: 'Marketplace', width: 20 },
  { title: 'Channel', width: 14 },
  { title: 'State', width: 20 },
  { title: 'Marketplace State', width: 20 },
  { title: 'Created At', width: 18 },
];

/** The columns of an order in both sheets; none of its buyer. */
const headCells = (order: ExportedOrder, zone: string): readonly Cell[] => [
  order.number,
  order.reference_number,
  order.marketplace,
  channels[channelKind.parse(order.channel)].label,
  evenstockStates[order.state],
  order.marketplace_state,
  wallClock(order.source_created_at, zone),
];

const amount = (minor: number | null, { currency }: ExportedOrder): Cell =>
  minor === null ? null : toMajor(minor, currency);

/** An export of orders, each as one row or as several. */
function ordersExport(
  declared: Pick<ExportSource<unknown>, 'kind' | 'name' | 'columns' | 'mail'>,
  rowsOf: (order: ExportedOrder, zone: string) => readonly (readonly Cell[])[],
) {
  return defineSource({
    ...declared,
    params,
    count: (reader, { storeId, params: asked }) => countOrdersToExport(reader, storeId, askedOf(asked)),
    async read(reader, { storeId, params: asked }, { last, limit }) {
      const orders = await ordersToExport(reader, storeId, askedOf(asked), { before: last, limit });
      return {
        rows: orders.flatMap((order) => rowsOf(order, asked.zone)),
        records: orders.length,
        last: orders.at(-1)?.id ?? null,
      };
    },
  });
}

/** The sum of the amounts that are reported; null: none is. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  const reported = amounts.filter((each) => each !== null);
  return reported.length === 0 ? null : reported.reduce((sum, each) => sum + each, 0);
}

/** The export of orders by the filters of their list, or by id. */
export const ordersSource = ordersExport(
  {
    kind: 'order.export',
    name: 'Orders',
    columns: [
      ...headColumns,
      { title: 'Paid At', width: 18 },
      { title: 'Units', width: 8 },
      { title: 'SKUs', width: 30 },
      { title: 'Currency', width: 10 },
      { title: 'Subtotal', width: 12 },
      { title: 'Shipping Fee', width: 12 },
      { title: 'Voucher', width: 12 },
      { title: 'Seller Discount', width: 14 },
      { title: 'Other Discounts', width: 14 },
      { title: 'Tax', width: 12 },
      { title: 'Fees', width: 12 },
      { title: 'Tip', width: 12 },
      { title: 'Other', width: 12 },
      { title: 'Total', width: 12 },
    ],
    mail: (store) => ({
      subject: message('mails.orders_exported_subject', { store }),
      text: message('mails.orders_exported', { store }),
    }),
  },
  (order, zone) => [
    [
      ...headCells(order, zone),
      order.paid_at === null ? '' : wallClock(order.paid_at, zone),
      order.items.reduce((units, { ordered, cancelled }) => units + ordered - cancelled, 0),
      order.items.map(({ sku, ordered }) => `${String(ordered)} × ${sku ?? '–'}`).join(', '),
      order.currency,
      amount(order.subtotal, order),
      amount(order.shipping_fee, order),
      amount(order.voucher, order),
      amount(order.seller_discount, order),
      amount(sumOf([order.coin, order.credit_card_promotion, order.cart_discount, order.discount]), order),
      amount(order.tax, order),
      amount(sumOf([order.service_fee, order.insurance, order.gift_wrap]), order),
      amount(order.tip, order),
      amount(order.other, order),
      amount(order.total, order),
    ],
  ],
);

/** The export of the items of orders, each a row. */
export const orderItemsSource = ordersExport(
  {
    kind: 'order_item.export',
    name: 'Order items',
    columns: [
      ...headColumns,
      { title: 'SKU', width: 20 },
      { title: 'Product', width: 40 },
      { title: 'Variant', width: 24 },
      { title: 'Quantity', width: 10 },
      { title: 'Cancelled', width: 10 },
      { title: 'Returned', width: 10 },
      { title: 'Currency', width: 10 },
      { title: 'Unit Price', width: 12 },
    ],
    mail: (store) => ({
      subject: message('mails.order_items_exported_subject', { store }),
      text: message('mails.order_items_exported', { store }),
    }),
  },
  (order, zone) =>
    order.items.map((item) => [
      ...headCells(order, zone),
      item.sku ?? '',
      item.name,
      item.variant_name ?? '',
      item.ordered,
      item.cancelled,
      item.returned,
      order.currency,
      order.total === null || item.unit_price === null ? null : amount(item.unit_price, order),
    ]),
);
