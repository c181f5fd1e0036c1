import { setImmediate as letOthersRun } from 'node:timers/promises';
import { drawTable, type TableColumn } from './documents/draw-table.ts';
import type { Invoice, InvoiceItem } from './invoice.rules.ts';
import { openPrintDocument, page, type PrintDocument } from './documents/print-document.ts';

const { margin, inner } = page;
const AMOUNTS = 230;

/** Invoices as one PDF of A4 pages, each from a page of its own. */
export async function drawInvoices(invoices: readonly Invoice[], at: Date): Promise<Buffer> {
  const document = openPrintDocument(
    invoices.length === 1 ? `Invoice ${invoices[0]?.reference ?? ''}` : 'Invoices',
    at,
  );
  for (const invoice of invoices) {
    document.addPage();
    drawInvoice(document, invoice);
    // Many invoices take seconds: requests are answered in between.
    await letOthersRun();
  }
  return document.finish();
}

function drawInvoice(document: PrintDocument, invoice: Invoice): void {
  const { items } = invoice;
  const end = drawTable(document, drawTop(document, invoice), columns, items);
  drawAmounts(document, end + 6, invoice);
}

/** Title, reference and date on the left, the barcode on the right; below it the seller and the buyer. */
function drawTop(document: PrintDocument, { reference, date, seller, buyer }: Invoice): number {
  const half = inner / 2;
  const left = { x: margin, width: half - 16 };
  const right = { x: margin + half, width: half };
  let y = margin;
  document.barcode(reference, { ...right, y });
  y += document.text('Invoice', { ...left, y }, { size: 20, isBold: true }) + 8;
  y += document.text(`Reference: ${reference}`, { ...left, y }, { size: 10 });
  y += document.text(`Date: ${date}`, { ...left, y }, { size: 10 }) + 14;
  const from = drawParty(document, 'From', [seller.name, seller.address ?? ''], { ...left, y });
  const to = drawParty(document, 'To', buyer, { ...right, y });
  return Math.max(from, to) + 18;
}

function drawParty(
  document: PrintDocument,
  title: string,
  lines: readonly string[],
  at: { x: number; y: number; width: number },
): number {
  let y = at.y + document.text(title, at, { size: 8.5, isBold: true, isQuiet: true }) + 2;
  for (const [place, line] of lines.filter((each) => each !== '').entries()) {
    y += document.text(line, { ...at, y }, { size: 10, isBold: place === 0 });
  }
  return y;
}

const columns: readonly TableColumn<InvoiceItem>[] = [
  { title: 'Item', width: inner - 110 - 45 - 90 - 90, text: ({ name }) => name },
  { title: 'SKU', width: 110, text: ({ sku }) => sku ?? '–' },
  { title: 'Qty', width: 45, align: 'right', text: ({ quantity }) => String(quantity) },
  { title: 'Unit price', width: 90, align: 'right', text: ({ unitPrice }) => unitPrice },
  { title: 'Total', width: 90, align: 'right', text: ({ total }) => total },
];

function drawAmounts(document: PrintDocument, from: number, { amounts, total }: Invoice): void {
  const x = margin + inner - AMOUNTS;
  const lines = [
    ...amounts.map((line) => ({ ...line, isBold: false })),
    { label: 'Total', amount: total, isBold: true },
  ];
  let y = from;
  if (y + lines.length * 16 > page.height - margin) {
    document.addPage();
    y = margin;
  }
  document.rule(y - 3);
  for (const { label, amount, isBold } of lines) {
    document.text(label, { x, y, width: AMOUNTS / 2 }, { size: 10, isBold });
    // As the column of totals above: it ends before the gap.
    const right = { x: x + AMOUNTS / 2, y, width: AMOUNTS / 2 - 10 };
    y += document.text(amount, right, { size: 10, isBold, align: 'right' }) + 2;
  }
}
