import { z } from 'zod';
import { pdfOf } from '../core/pdf.ts';
import type { Order } from '../core/records.ts';
import { channelOf } from './delivery.ts';
import { packageNumber, visibleOrder } from './orders.ts';
import { bodyAs } from './parameters.ts';
import { keyOf } from './records.ts';
import { ShopeeError, type Answer } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { maskedBuyer } from './words.ts';
import { buyerOf } from '../core/buyers.ts';

const types = ['NORMAL_AIR_WAYBILL', 'THERMAL_AIR_WAYBILL'] as const;
const documentType = z.enum([
  'NORMAL_AIR_WAYBILL',
  'THERMAL_AIR_WAYBILL',
  'NORMAL_JOB_AIR_WAYBILL',
  'THERMAL_JOB_AIR_WAYBILL',
  'THERMAL_UNPACKAGED_LABEL',
]);
/** How long a document is in the making, in milliseconds. */
const makingTakes = 2_000;

const wanted = z.object({
  order_sn: z.string().min(1),
  package_number: z.string().optional(),
  tracking_number: z.string().optional(),
  shipping_document_type: documentType.optional(),
});
const listBody = z.object({
  shipping_document_type: documentType.optional(),
  order_list: z.array(wanted).min(1).max(50),
});
type Wanted = z.output<typeof wanted>;

interface RowFailure {
  readonly fail_error: string;
  readonly fail_message: string;
}

const notFound: RowFailure = {
  fail_error: 'logistics.order_not_exist',
  fail_message: 'The order does not exist.',
};
const cannotPrint: RowFailure = {
  fail_error: 'logistics.package_can_not_print',
  fail_message: 'The package can not print now: it is not arranged yet, or picked up already.',
};
const printFirst: RowFailure = {
  fail_error: 'logistics.shipping_document_should_print_first',
  fail_message: 'The shipping document should be created first.',
};

/** What these documents are printed for: a parcel that is arranged, has its number, and is not picked up (5.3). */
function printable(call: ShopCall, row: Wanted): Order | RowFailure {
  const order = visibleOrder(call.shop, row.order_sn);
  if (order === null) return notFound;
  if ((row.package_number ?? '') !== '' && row.package_number !== packageNumber(order)) return notFound;
  return order.stage === 'packed' && order.tracking !== null && !order.cancellationRequested
    ? order
    : cannotPrint;
}

function isFailure(found: object): found is RowFailure {
  return 'fail_error' in found;
}

/** One row for each parcel asked for, in their order. The call fails where every row does (2.5). */
function rows(
  call: ShopCall,
  answer: (row: Wanted, order: Order) => Record<string, unknown> | RowFailure,
): Answer {
  const asked = bodyAs(listBody, call.body).order_list;
  const done = call.call.halfBatch ? asked.slice(0, Math.floor(asked.length / 2)) : asked;
  const failed: object[] = [];
  const list = done.map((row) => {
    const order = printable(call, row);
    const name = {
      order_sn: row.order_sn,
      package_number: row.package_number ?? `OFG${row.order_sn.slice(-10)}`,
    };
    const result = isFailure(order) ? order : answer(row, order);
    if (isFailure(result)) failed.push(name);
    return { ...name, ...result };
  });
  const response = { result_list: list };
  if (failed.length > 0 && failed.length === list.length)
    throw new ShopeeError('common.batch_api_all_failed', 'All of the batch failed.', { response });
  return { response, warning: failed };
}

function documentKey(call: ShopCall, order: string, type: string | undefined): string {
  return keyOf(call.shop, order, type ?? types[0]);
}

const getParameter: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/get_shipping_document_parameter',
  answer: (call) =>
    rows(call, () => ({
      suggest_shipping_document_type: types[0],
      selectable_shipping_document_type: types,
    })),
};

const createDocument: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/create_shipping_document',
  answer: (call) =>
    rows(call, (row, order) => {
      if (row.tracking_number !== order.tracking)
        return {
          ...cannotPrint,
          fail_message: 'The package can not print: tracking_number is missing or wrong.',
        };
      const key = documentKey(call, order.number, row.shipping_document_type);
      if (call.records.documents.has(key)) return {};
      const readyAt = call.core.clock.now() + makingTakes;
      call.records.documents.put(key, { readyAt, reported: false });
      call.core.schedule(call.shop, readyAt, 'document', order.number);
      return {};
    }),
};

const getResult: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/get_shipping_document_result',
  answer: (call) =>
    rows(call, (row, order) => {
      const document = call.records.documents.get(
        documentKey(call, order.number, row.shipping_document_type),
      );
      if (document === undefined) return printFirst;
      return { status: document.readyAt <= call.core.clock.now() ? 'READY' : 'PROCESSING' };
    }),
};

/** The labels of all parcels in one file, a page for each. */
const download: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/download_shipping_document',
  answer: (call) => {
    const { order_list, shipping_document_type } = bodyAs(listBody, call.body);
    const pages = order_list.map((row) => {
      const order = printable(call, row);
      if (isFailure(order)) throw new ShopeeError(order.fail_error, order.fail_message);
      const type = shipping_document_type ?? row.shipping_document_type;
      const document = call.records.documents.get(documentKey(call, order.number, type));
      if (document === undefined || document.readyAt > call.core.clock.now())
        throw new ShopeeError(printFirst.fail_error, printFirst.fail_message);
      return label(call, order);
    });
    return { file: pdfOf(pages), mediaType: 'application/pdf' };
  },
};

function label({ shop }: ShopCall, order: Order): string[] {
  const buyer = buyerOf(order.buyer);
  const masked = maskedBuyer(buyer);
  return [
    order.tracking ?? '',
    `${channelOf(order).name}  ${packageNumber(order)}`,
    `Order ${order.number}`,
    `From: ${shop.record.name}`,
    `To: ${masked.name}  ${masked.phone}`,
    `${masked.address}  Singapore ${buyer.postalCode}`,
    ...order.lines.map((line) => `${String(line.quantity - line.cancelled)} x ${line.sku} ${line.name}`),
  ];
}

export const documentEndpoints: readonly ShopEndpoint[] = [getParameter, createDocument, getResult, download];
