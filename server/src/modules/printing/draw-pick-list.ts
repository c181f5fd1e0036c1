import type { PickListGrouping, PickListRow } from '@evenstock/contract/printing/printing';
import { drawTable, type TableColumn } from './documents/draw-table.ts';
import { openPrintDocument, page, type PrintDocument } from './documents/print-document.ts';

const BARCODE = 28;

/** The pick list as a PDF of A4 pages, with a barcode under each order number. */
export async function drawPickList(
  rows: readonly PickListRow[],
  grouping: PickListGrouping,
  at: Date,
): Promise<Buffer> {
  const document = openPrintDocument('Pick List', at);
  document.addPage();
  const { margin, inner } = page;
  const height = document.text(
    'Pick List',
    { x: margin, y: margin, width: inner },
    { size: 20, isBold: true },
  );
  const y = margin + height + 10;
  if (rows.length === 0) document.text('No Item found', { x: margin, y, width: inner }, { size: 11 });
  else {
    drawTable(document, y, columnsOf(document, grouping), rows.flatMap(linesOf), ({ order_number: number }) =>
      grouping === 'sku' ? true : number !== null,
    );
  }
  return document.finish();
}

/** A line of the list: an item, or a part of the set above it. */
type Line = Omit<PickListRow, 'parts'>;

const linesOf = ({ parts, ...row }: PickListRow): Line[] => [
  row,
  ...parts.map(({ item, sku, quantity }) => ({ order_number: null, item: `– ${item}`, sku, quantity })),
];

function columnsOf(document: PrintDocument, grouping: PickListGrouping): readonly TableColumn<Line>[] {
  const numbers: TableColumn<Line> = {
    title: 'Order Number',
    width: 190,
    text: ({ order_number: number }) => number ?? '',
    below: ({ order_number: number }, place) => (number === null ? 0 : document.barcode(number, place)),
    belowHeight: ({ order_number: number }) => (number === null ? 0 : BARCODE),
  };
  const item = grouping === 'order' ? page.inner - 190 - 110 - 55 : page.inner - 150 - 55;
  return [
    ...(grouping === 'order' ? [numbers] : []),
    { title: 'Item', width: item, text: ({ item: name }) => name },
    { title: 'SKU', width: grouping === 'order' ? 110 : 150, text: ({ sku }) => sku ?? '–' },
    { title: 'Quantity', width: 55, align: 'right', text: ({ quantity }) => String(quantity) },
  ];
}
