import { message } from '@evenstock/contract/messages/message';
import type { LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { isPassing, rejectionOf } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { mapConcurrent } from '../kit/batches.ts';
import { bareCode, callShop, downloadShop, faultOf, kindOf, responseOf, wordsOfRow } from './client.ts';
import { readOrderNow, readParcels } from './parcels.ts';
import { documentRows, trackingNumber } from './wire-actions.ts';
import type { DocumentRow } from './wire-actions.ts';
import { channel } from './channel.ts';

const orderConcurrency = 5;

/** Shipping documents (shopee.md 5.3): created on request, then polled until they are ready. */
export const labels: Labels = {
  print: (access, orders) => mapConcurrent(orders, orderConcurrency, (order) => printOne(access, order)),
};

/** A tracking number may be asked for every five minutes (shopee.md 5.2). */
const trackingSeconds = 300;
const makingSeconds = 3;
const arrangingSeconds = 30;

/** One order's document; all parcels of an order that was split come in one file. */
async function printOne(access: Access, order: OrderRef): Promise<LabelResult> {
  try {
    const parcels = await readPrintable(access, order);
    const state = await documentState(access, parcels, false);
    if (state === 'ready') return await download(access, parcels);
    if (state === 'making') return { outcome: 'retry', afterSeconds: makingSeconds };
    return await create(access, parcels);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    // An answer that cannot be read costs this order's document alone.
    if (error.fault.kind === 'unexpected') {
      return { outcome: 'rejected', code: 'unexpected', reason: error.fault.reason };
    }
    const mayPass = ['rejected', 'unavailable'].includes(error.fault.kind) && isPassing(error.fault);
    if (mayPass) return { outcome: 'retry', afterSeconds: arrangingSeconds };
    if (error.fault.kind !== 'rejected') throw error;
    if (error.fault.code === 'shipping_document_should_print_first') {
      return { outcome: 'retry', afterSeconds: makingSeconds };
    }
    if (error.fault.code === 'package_can_not_print' && (await awaitsNumber(access, order))) {
      return { outcome: 'retry', afterSeconds: arrangingSeconds };
    }
    const { code, reason } = rejectionOf(knownRejections, error.fault.code, error.fault.reason);
    return { outcome: 'rejected', code, reason };
  }
}

/** Just shipped: Shopee prints nothing until the parcel has its number (shopee.md 5.2). */
async function awaitsNumber(access: Access, order: OrderRef): Promise<boolean> {
  const parcels = await readParcels(access, await readOrderNow(access, order.number));
  return parcels.some((parcel) => parcel.awaitsNumber);
}

/** A parcel as the four calls name it. */
interface Printable {
  readonly order_sn: string;
  readonly package_number?: string;
  readonly shipping_document_type: string;
}

/** get_shipping_document_parameter: which kinds of document each parcel has. Normal paper is a PDF, thermal may be a zip. */
async function readPrintable(access: Access, order: OrderRef): Promise<Printable[]> {
  const parcels = await printableParcels(access, order);
  const path = '/api/v2/logistics/get_shipping_document_parameter';
  const rows = succeeded(await askRows(access, path, parcels));
  return parcels.map((parcel, index) => {
    const row = rows.find((each) => each.package_number === parcel.package_number) ?? rows[index];
    const kinds = row?.selectable_shipping_document_type ?? [];
    const chosen = kinds.includes(paper) ? paper : (row?.suggest_shipping_document_type ?? kinds[0] ?? paper);
    return { ...parcel, shipping_document_type: chosen };
  });
}

const paper = 'NORMAL_AIR_WAYBILL';

/** The parcels of an order; of one that was split, those whose shipment is arranged, if any. */
async function printableParcels(
  access: Access,
  order: OrderRef,
): Promise<readonly Pick<Printable, 'order_sn' | 'package_number'>[]> {
  const now = await readOrderNow(access, order.number);
  const named = (number: string) => ({ order_sn: order.number, package_number: number });
  if (now.packageNumbers.length === 0) return [{ order_sn: order.number }];
  if (now.packageNumbers.length === 1) return now.packageNumbers.map(named);
  const arranged = (await readParcels(access, now)).filter(({ stage }) => stage === 'arranged');
  const numbers = arranged.flatMap(({ packageNumber }) => packageNumber ?? []);
  return (numbers.length > 0 ? numbers : now.packageNumbers).map(named);
}

/** get_shipping_document_result: the state of the documents of these parcels; `none` before Shopee was asked for them. */
async function documentState(
  access: Access,
  parcels: readonly Printable[],
  isMade: boolean,
): Promise<'ready' | 'making' | 'none'> {
  const { rows } = await askRows(access, '/api/v2/logistics/get_shipping_document_result', parcels);
  // FAILED is final, and has words (shopee.md 5.3). Without them it is an earlier try's, before this one asked for the document.
  const failed = rows.find((row) => row.status === 'FAILED');
  const hasWords = failed !== undefined && (failed.fail_error ?? failed.fail_message) !== null;
  if (failed !== undefined && (hasWords || isMade))
    throw rejected(bareCode(failed.fail_error ?? 'FAILED'), wordsOfRow(failed.fail_message));
  if (rows.length > 0 && rows.every((row) => row.status === 'READY')) return 'ready';
  return rows.some((row) => row.status === 'PROCESSING') ? 'making' : 'none';
}

/** create_shipping_document. In practice it needs the tracking number. */
async function create(access: Access, parcels: readonly Printable[]): Promise<LabelResult> {
  const numbered: unknown[] = [];
  for (const parcel of parcels) {
    const number = await readTracking(access, parcel);
    if (number === null) return { outcome: 'retry', afterSeconds: trackingSeconds };
    numbered.push({ ...parcel, tracking_number: number });
  }
  succeeded(await askRows(access, '/api/v2/logistics/create_shipping_document', numbered));
  if ((await documentState(access, parcels, true)) === 'ready') return download(access, parcels);
  return { outcome: 'retry', afterSeconds: makingSeconds };
}

async function readTracking(access: Access, parcel: Printable): Promise<string | null> {
  const path = '/api/v2/logistics/get_tracking_number';
  const { order_sn, package_number } = parcel;
  const query = { order_sn, ...(package_number === undefined ? {} : { package_number }) };
  return responseOf(trackingNumber, await callShop(access, { method: 'GET', path, query }), path)
    .tracking_number;
}

async function download(access: Access, parcels: readonly Printable[]): Promise<LabelResult> {
  const reply = await downloadShop(access, {
    method: 'POST',
    path: '/api/v2/logistics/download_shipping_document',
    body: { shipping_document_type: parcels[0]?.shipping_document_type, order_list: parcels },
  });
  const named = (reply.headers['content-type'] ?? 'application/pdf').replace(/;.*/s, '').trim();
  return { outcome: 'ready', label: { mediaType: kindOf(reply.bytes) ?? named, bytes: reply.bytes } };
}

interface Rows {
  readonly rows: readonly DocumentRow[];
  /** The refusal of the whole call; it comes with the rows when all of them failed (shopee.md 2.5). */
  readonly refusal: ChannelError | null;
}

async function askRows(access: Access, path: string, list: readonly unknown[]): Promise<Rows> {
  const answer = await callShop(access, { method: 'POST', path, body: { order_list: list } }, true);
  const refusal = faultOf(answer, access.http.now());
  if (refusal === null) return { rows: responseOf(documentRows, answer, path).result_list, refusal };
  if (refusal.fault.kind !== 'rejected') throw refusal;
  const parsed = documentRows.safeParse(answer.envelope.response);
  return { rows: parsed.success ? parsed.data.result_list : [], refusal };
}

/** The rows. Throws `rejected` with the words of the first that failed, or of the whole call. */
function succeeded({ rows, refusal }: Rows): readonly DocumentRow[] {
  const failed = rows.find((row) => row.fail_error !== null);
  if (failed !== undefined) {
    throw rejected(
      bareCode(failed.fail_error ?? ''),
      `Shopee: ${failed.fail_message ?? failed.fail_error ?? ''}`,
    );
  }
  if (refusal !== null) throw refusal;
  return rows;
}

const knownRejections: readonly KnownRejection[] = [
  {
    when: /can_?not_print|cannot print|can not print/i,
    reason: message('refusals.label_outside_shipping', { channel }),
    mayPass: true,
  },
  {
    when: /should_print_first/,
    reason: message('refusals.label_not_made', { channel }),
    mayPass: true,
  },
  {
    when: /order_not_exist|order_not_found/,
    reason: message('refusals.order_gone', { channel }),
    mayPass: false,
  },
];
