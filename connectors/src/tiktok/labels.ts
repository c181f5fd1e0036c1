import type { LabelResult, Labels } from '../kit/capabilities.ts';
import type { Access } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import { refusalOf } from '../kit/refusals.ts';
import type { Refusal } from '../kit/refusals.ts';
import { abreast } from '../kit/spans.ts';
import { callShop, dataOf } from './client.ts';
import { isCancelled } from './order-statuses.ts';
import { readOrders } from './orders.ts';
import { noSuchOrderWords, packagesOf } from './packages.ts';
import { shippingDocument } from './wire.ts';
import type { Order } from './wire.ts';

/** Shipping labels (tiktok.md 5): a PDF at an address that holds for 24 hours, there once the package is shipped. */
export const labels: Labels = {
  async print(access, orders) {
    const found = await readOrders(
      access,
      orders.map(({ channelId }) => channelId),
    );
    return abreast(found, 5, (order) => printOne(access, order));
  },
};

const makingSeconds = 5;

async function printOne(access: Access, order: Order | null): Promise<LabelResult> {
  if (order === null) return refused('order_not_found', noSuchOrderWords);
  if (isCancelled(order.status)) return refused('order_cancelled', cancelledWords);
  if (order.shipping_type === 'SELLER') return refused('own_carrier', ownCarrierWords);
  const packages = packagesOf(order);
  const [only, ...others] = packages;
  if (only === undefined || packages.some((each) => !each.isArranged))
    return refused('not_shipped', shipFirst);
  if (others.length > 0) return refused('several_packages', severalWords);
  try {
    return await readLabel(access, only.id);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { fault } = error;
    if (fault.kind === 'throttled') return { outcome: 'retry', afterSeconds: fault.afterSeconds };
    if (fault.kind !== 'rejected') throw error;
    const { code, reason } = refusalOf(refusals, fault.code, fault.message);
    return refused(code, reason);
  }
}

async function readLabel(access: Access, packageId: string): Promise<LabelResult> {
  const path = `/fulfillment/202309/packages/${encodeURIComponent(packageId)}/shipping_documents`;
  const query = { document_type: 'SHIPPING_LABEL', document_size: 'A6', document_format: 'PDF' };
  const answer = await callShop(access, { method: 'GET', path, query, group: 'fulfilment' });
  const { doc_url: url } = dataOf(shippingDocument, answer, path);
  return url === null
    ? { outcome: 'retry', afterSeconds: makingSeconds }
    : { outcome: 'ready', label: { url } };
}

const refused = (code: string, reason: string): LabelResult => ({ outcome: 'rejected', code, reason });

const shipFirst = 'TikTok prints a label only after the shipment is arranged. Ship the order first.';
const cancelledWords = 'The order was cancelled on TikTok, so it has no label.';
const ownCarrierWords =
  'This order goes by a carrier of your own, so TikTok makes no label for it. Print that carrier’s label.';
const severalWords =
  'This order goes in several packages, each with a label of its own. Print them in TikTok’s Seller Center.';

const refusals: readonly Refusal[] = [
  { when: /not (been )?shipped|to_fulfill|package status/i, reason: shipFirst, mayPass: true },
];
