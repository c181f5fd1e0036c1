import { message } from '@evenstock/contract/messages/message';
import type { LabelResult, Labels, OrderRef } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { isPassing, rejectionOf } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { mapConcurrent } from '../kit/batches.ts';
import { callSeller, resultOf } from './client.ts';
import { readUnits } from './units.ts';
import { packageDocument } from './wire-actions.ts';
import { channel } from './channel.ts';

const orderConcurrency = 5;

/** Shipping labels (lazada.md 5: /order/package/document/get), once an order is packed; the address of a PDF lives 10 minutes. */
export const labels: Labels = {
  print: (access, orders) => mapConcurrent(orders, orderConcurrency, (order) => printOne(access, order)),
};

async function printOne(access: Access, order: OrderRef): Promise<LabelResult> {
  try {
    return await readLabel(access, order);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    // An answer that cannot be read costs this order's label alone.
    if (error.fault.kind === 'unexpected') {
      return { outcome: 'rejected', code: 'unexpected', reason: error.fault.reason };
    }
    if (error.fault.kind === 'unavailable' && isPassing(error.fault)) {
      return { outcome: 'retry', afterSeconds: 30 };
    }
    if (error.fault.kind !== 'rejected') throw error;
    const { code, reason } = error.fault;
    if (code === '700024') return { outcome: 'retry', afterSeconds: 30 };
    return { outcome: 'rejected', code, reason: rejectionOf(knownRejections, code, reason).reason };
  }
}

async function readLabel(access: Access, order: OrderRef): Promise<LabelResult> {
  const units = (await readUnits(access, order)).filter(
    ({ stage, keptBy }) => stage !== 'off' && keptBy !== 'marketplace',
  );
  const packages = [...new Set(units.flatMap(({ packageId }) => packageId ?? []))];
  if (packages.length === 0) throw rejected('34', '');
  const path = '/order/package/document/get';
  const request = {
    doc_type: 'PDF',
    packages: packages.map((id) => ({ package_id: id })),
    print_item_list: false,
  };
  const parameters = { getDocumentReq: JSON.stringify(request) };
  const answer = await callSeller(access, { method: 'POST', path, parameters, group: 'orders' });
  const { pdf_url: url, file } = resultOf(packageDocument, answer, path);
  if (url !== null) return { outcome: 'ready', label: { url } };
  if (file === null) return { outcome: 'retry', afterSeconds: 10 };
  if (/^https?:/.test(file)) return { outcome: 'ready', label: { url: file } };
  const bytes = Buffer.from(file, 'base64');
  const text = bytes.toString('latin1');
  if (text.startsWith('%PDF')) return { outcome: 'ready', label: { mediaType: 'application/pdf', bytes } };
  // For a PDF Lazada sends a page whose frame points at it (lazada.md 5), else the label itself as a page.
  const framed = /<(?:iframe|embed|object)\b[^>]*?(?:src|data)\s*=\s*["']?(https?:[^"'\s>]+)/i.exec(
    text,
  )?.[1];
  if (framed !== undefined) return { outcome: 'ready', label: { url: framed.replaceAll('&amp;', '&') } };
  return { outcome: 'ready', label: { mediaType: 'text/html', bytes } };
}

const knownRejections: readonly KnownRejection[] = [
  {
    when: /^(34|700000|700031)\b/,
    reason: message('refusals.label_after_shipping', { channel }),
    mayPass: true,
  },
  {
    when: /^50008\b/,
    reason: message('refusals.own_carrier_no_label'),
    mayPass: false,
  },
  {
    when: /^(16|20|35|600001|600002|700021|700025)\b/,
    reason: message('refusals.order_gone', { channel }),
    mayPass: false,
  },
];
