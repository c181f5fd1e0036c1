import { message } from '@evenstock/contract/messages/message';
import type { LabelForm, LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { isPassing, rejectionOf } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { mapConcurrent } from '../kit/batches.ts';
import { callShop, dataOf } from './client.ts';
import { isCancelled } from './order-statuses.ts';
import { packagesOf, readOrderNow } from './packages.ts';
import { shippingDocument } from './wire.ts';
import type { Order } from './wire.ts';
import { channel } from './channel.ts';

/** Shipping labels (tiktok.md 5): a PDF or ZPL at an address that holds for 24 hours, there once the package is shipped. */
export const labels: Labels = {
  print: (access, orders, form = 'page') =>
    mapConcurrent(orders, labelConcurrency, (order) => printOne(access, order, form)),
};

const labelConcurrency = 5;
const formats = { page: 'PDF', printer: 'ZPL' } as const satisfies Record<LabelForm, string>;
const makingSeconds = 5;
const unansweredSeconds = 10;

/** One order's label. Its fault does not cost the others theirs, except a fault of the token. */
async function printOne(access: Access, ref: OrderRef, form: LabelForm): Promise<LabelResult> {
  try {
    const order = await readOrderNow(access, ref);
    return await readLabel(access, printablePackage(order), form);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { fault } = error;
    switch (fault.kind) {
      case 'unauthorised':
        throw error;
      case 'throttled':
        return { outcome: 'retry', afterSeconds: fault.afterSeconds, because: fault.reason };
      case 'unavailable':
        return { outcome: 'retry', afterSeconds: unansweredSeconds, because: fault.reason };
      case 'unexpected':
        return { outcome: 'rejected', code: fault.kind, reason: fault.reason };
      case 'rejected': {
        if (isPassing(fault)) return { outcome: 'retry', afterSeconds: makingSeconds };
        const { code, reason } = rejectionOf(knownRejections, fault.code, fault.reason);
        return { outcome: 'rejected', code, reason };
      }
    }
  }
}

/** The one package whose label is to be printed. Throws `rejected` where there is no such label. */
function printablePackage(order: Order): string {
  if (isCancelled(order.status)) throw rejected('order_cancelled', cancelledWords);
  if (order.shipping_type === 'SELLER') throw rejected('own_carrier', ownCarrierWords);
  const packages = packagesOf(order);
  const [only, ...others] = packages;
  if (only === undefined || packages.some((each) => !each.isArranged)) {
    throw rejected('not_shipped', shipFirstWords);
  }
  if (others.length > 0) throw rejected('several_packages', severalWords);
  return only.id;
}

async function readLabel(access: Access, packageId: string, form: LabelForm): Promise<LabelResult> {
  const path = `/fulfillment/202309/packages/${encodeURIComponent(packageId)}/shipping_documents`;
  const query = { document_type: 'SHIPPING_LABEL', document_size: 'A6', document_format: formats[form] };
  const answer = await callShop(access, { method: 'GET', path, query, group: 'fulfilment' });
  const { doc_url: url } = dataOf(shippingDocument, answer, path);
  return url === null
    ? { outcome: 'retry', afterSeconds: makingSeconds }
    : { outcome: 'ready', label: { url } };
}

const shipFirstWords = message('refusals.label_after_shipping', { channel });
const cancelledWords = message('refusals.cancelled_no_label', { channel });
const ownCarrierWords = message('refusals.own_carrier_no_label');
const severalWords = message('refusals.several_labels', { channel });

const knownRejections: readonly KnownRejection[] = [
  { when: /not (been )?shipped|to_fulfill|package status/i, reason: shipFirstWords, mayPass: true },
];
