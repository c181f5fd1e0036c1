import { z } from 'zod';
import { buyerOf } from '../core/buyers.ts';
import { escapeMarkup } from '../core/markup.ts';
import { pdfOf } from '../core/pdf.ts';
import type { Order } from '../core/records.ts';
import type { Core, SandboxReply } from '../core/simulator.ts';
import { findPackage, rowErrors } from './fulfilment.ts';
import { shipmentProvider, type Package } from './packages.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import type { DocumentLinks } from './shop-records.ts';
import { unitsOf } from './units.ts';

export const documentPath = '/documents/';
/** How long the link to a PDF is good; milliseconds. */
const linkLife = 600_000;

const request = z.object({
  doc_type: z.enum(['PDF', 'HTML']),
  packages: z.array(z.object({ package_id: z.string() })).min(1).max(20),
  print_item_list: z.boolean().default(false),
}); // oxfmt-ignore

/** `/order/package/document/get`: the labels as HTML in base64, and for a while as a PDF at an address (lazada.md 5). */
export function readDocument(call: ShopCall): object {
  const { doc_type, packages, print_item_list } = call.json('getDocumentReq', request);
  const found = packages.map(({ package_id }) => {
    const one = findPackage(call, package_id);
    if (typeof one === 'string') throw new Failure(one, rowErrors[one]);
    mustHaveLabel(one.order);
    return one;
  });
  const pages = found.flatMap(({ order, parcel }) => {
    const label = labelLines(call, order, parcel);
    return print_item_list ? [label, ['Item list', ...itemLines(call, order, parcel)]] : [label];
  });
  const url = keepLink(call, pages);
  const html =
    doc_type === 'PDF' ? `<iframe src="${url}" width="100%" height="100%"></iframe>` : htmlOf(pages);
  return { doc_type, file: Buffer.from(html).toString('base64'), pdf_url: url };
}

/** `/order/document/get`: the older call, by order items. */
export function readOldDocument(call: ShopCall): object {
  const type = call.needed('doc_type');
  if (!['invoice', 'shippingLabel', 'carrierManifest'].includes(type))
    throw new Failure('32', 'Document type is not valid');
  const parcels = new Map<string, { order: Order; parcel: Package }>();
  for (const id of call.list('order_item_ids', '20')) {
    const order = call.findOrderOfUnit(id);
    if (order === null) throw new Failure('20', 'Invalid Order Item ID');
    const parcel = unitsOf(order, call.marks(order)).find((unit) => unit.id === id)?.parcel;
    if (parcel === undefined) throw new Failure('34', 'The order item must be packed first');
    if (type === 'shippingLabel') mustHaveLabel(order);
    parcels.set(parcel.id, { order, parcel });
  }
  const pages = [...parcels.values()].map(({ order, parcel }) => labelLines(call, order, parcel));
  return {
    document: {
      file: Buffer.from(htmlOf(pages)).toString('base64'),
      mime_type: 'text/html',
      document_type: type,
    },
  };
}

/** What the seller delivers has no label of Lazada's (lazada.md 5). */
function mustHaveLabel({ sellerDelivers }: Order): void {
  if (sellerDelivers) throw new Failure('50008', 'The order is delivered by the seller: it has no label');
}

function labelLines(call: ShopCall, order: Order, parcel: Package): string[] {
  const buyer = buyerOf(order.buyer);
  return [
    parcel.tracking,
    `${shipmentProvider.name}  ${parcel.id}`,
    `Order ${order.number}`,
    `From: ${call.shop.record.name}`,
    `To: ${buyer.name}`,
    `${buyer.street} ${buyer.unit}`,
    `Singapore ${buyer.postalCode}`,
    ...itemLines(call, order, parcel),
  ];
}

function itemLines(call: ShopCall, order: Order, parcel: Package): string[] {
  const units = unitsOf(order, call.marks(order)).filter(({ id }) => parcel.units.includes(id));
  return [...new Set(units.map(({ line }) => line))].map(
    (line) => `${String(units.filter((unit) => unit.line === line).length)} x ${line.sku} ${line.name}`,
  );
}

function htmlOf(pages: readonly (readonly string[])[]): string {
  const labels = pages.map(
    (lines) => `<section>${lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('')}</section>`,
  );
  return `<!doctype html><html><head><meta charset="utf-8"><title>Label</title></head><body>${labels.join('')}</body></html>`;
}

function keepLink(call: ShopCall, pages: string[][]): string {
  const name = `${String(call.shop.nextNumber('document'))}-${call.core.random(`lazada/document/${call.shop.id}/${String(call.core.clock.now())}`).hex(16)}.pdf`;
  call.links.put(name, { pages, expiresAt: call.core.clock.now() + linkLife });
  return `${call.core.address('lazada')}${documentPath}${name}`;
}

/** The PDF behind a link. */
export function answerDocument(core: Core, links: DocumentLinks, path: string): SandboxReply {
  const found = links.get(path.slice(documentPath.length));
  if (found === undefined || found.expiresAt <= core.clock.now())
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'The link has expired.' };
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdfOf(found.pages) };
}
