import { Buffer } from 'node:buffer';
import type { Shop } from '../core/shop.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { packingNo } from './order-rows.ts';
import { orderCodes, rowOf } from './orders.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';
import { usualCompany, type OrderRow } from './shipment-records.ts';

const companies = ['Qxpress', 'Qprime', 'SingPost', 'Ninja Van', 'J&T Express', 'Seller Delivery'];
const labelPath = /^\/qxpress\/(?<shop>[A-Za-z0-9]+)\/(?<order>\d+)\.pdf$/;

/** `ShippingBasic.GetDeliveryCompanyInfo`: couriers for an order (qoo10.md 5; the shape is not known). */
export function listCompanies(call: QapiCall): object[] {
  rowReferred(call);
  return companies.map((name) => ({ DeliveryCompany: name }));
}

/** `ShippingBasic.PrintQxpressInvoice`: the address of the label (qoo10.md 5; the shape is not known). */
export function printLabel(call: QapiCall): string {
  const row = rowReferred(call);
  if (call.text('file_type') !== 'pdf') throw new QapiError(orderCodes.malformed, 'file_type must be pdf.');
  const status = call.shipments.status(call.shop, row);
  if (status !== 2 && status !== 3 && status !== 4)
    throw new QapiError(
      orderCodes.notNow,
      'There is a label only for an order that is paid and on its way at most.',
    );
  if (call.shipments.company(call.shop, row) !== usualCompany)
    throw new QapiError(orderCodes.notNow, 'The order is not sent by Qxpress.');
  return `${call.core.address('qoo10')}/qxpress/${call.shop.id}/${row.line.id}.pdf`;
}

/** The row that `ref_value` names: by orderNo (`ref_type` C) or by packing number (B), of its first row then. */
function rowReferred(call: QapiCall): OrderRow {
  const value = call.needed('ref_value', orderCodes.missing);
  for (const [name, allowed] of [
    ['invoice_type', ['ST', 'CP']],
    ['svc_nation_cd', ['SG', 'MY']],
  ] as const)
    if (!allowed.some((word) => word === call.text(name)))
      throw new QapiError(orderCodes.malformed, `${name} must be one of ${allowed.join(', ')}.`);
  if (call.text('ref_type') === 'C') return rowOf(call, value);
  if (call.text('ref_type') !== 'B') throw new QapiError(orderCodes.malformed, 'ref_type must be C or B.');
  for (const order of call.shop.orders.values()) {
    const [line] = order.lines;
    if (line !== undefined && packingNo({ order, line }) === value) return rowOf(call, line.id);
  }
  throw new QapiError(orderCodes.notFound, 'The order was not found.');
}

/** Whether a path is that of a label, which a browser opens. */
export function isLabelPath(path: string): boolean {
  return labelPath.test(path);
}

/** The label itself. */
export function answerLabel(
  request: SandboxRequest,
  find: (shop: string, orderNo: string) => { shop: Shop; row: OrderRow } | null,
): SandboxReply {
  const { shop = '', order = '' } = labelPath.exec(request.url.pathname)?.groups ?? {};
  const found = find(shop, order);
  if (found === null)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'No such label' };
  const lines = [
    'Qxpress',
    packingNo(found.row),
    `Order ${found.row.line.id}, cart ${found.row.order.number}`,
    found.shop.record.name,
    `${found.row.line.sku} x ${String(found.row.line.quantity)}`,
  ];
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: onePage(lines) };
}

/** A PDF of one A6 page with these lines. */
function onePage(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 16 TL 24 380 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 298 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(Buffer.byteLength(content, 'latin1'))} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, index) => {
    offsets.push(body.length);
    body += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${String(objects.length + 1)} /Root 1 0 R >>\nstartxref\n${String(body.length)}\n%%EOF\n`;
  return Buffer.from(`${body}${table}${trailer}`, 'latin1');
}
