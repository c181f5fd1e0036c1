import { message, type Message } from '@evenstock/contract/messages/message';
import {
  problemColumn,
  productColumns,
  type ProductColumn,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { askedBarcodes, type BarcodeEdit } from './sheet-barcodes.rules.ts';
import { readCellNumber } from './cell-numbers.rules.ts';

/** The index of each column of a sheet. */
export type Layout = ReadonlyMap<ProductColumn, number>;

/** The columns of a heading; unknown ones are in `foreignColumns`. */
export function layoutOf(heading: readonly string[]): Layout {
  const titles = heading.map((title) => title.trim().toLowerCase());
  return new Map(
    productColumns.flatMap((column) => {
      const place = titles.indexOf(column.toLowerCase());
      return place === -1 ? [] : [[column, place] as const];
    }),
  );
}

/** The column of ours that a heading names more than once; null where there is none. */
export function repeatedColumn(heading: readonly string[]): ProductColumn | null {
  const titles = heading.map((title) => title.trim().toLowerCase());
  return (
    productColumns.find((column) => {
      const title = column.toLowerCase();
      return titles.indexOf(title) !== titles.lastIndexOf(title);
    }) ?? null
  );
}

const ours = new Set([...productColumns, problemColumn].map((column) => column.toLowerCase()));

/** The distinct unknown titles of a heading. */
export function foreignColumns(heading: readonly string[]): readonly string[] {
  const titles = heading.map((title) => title.trim());
  return [...new Set(titles.filter((title) => title !== '' && !ours.has(title.toLowerCase())))];
}

/** The missing column without which a sheet cannot update anything; null where none is missing. */
export function missingColumn(layout: Layout): ProductColumn | null {
  if (!layout.has('Quantity') && !layout.has('Barcodes')) return 'Quantity';
  return layout.has('Variant Id') || layout.has('SKU') ? null : 'Variant Id';
}

/** The cell of a column; empty where the sheet has none. */
export const cellOf = (cells: readonly string[], layout: Layout, column: ProductColumn): string =>
  cells[layout.get(column) ?? -1]?.trim() ?? '';

/** The error of a cell. */
export interface CellProblem {
  readonly column: ProductColumn;
  readonly value: string;
  readonly reason: Message;
}

/** The request of a row, before its SKU is looked up. */
export interface AskedRow {
  readonly id: number | null;
  readonly sku: string;
  /** Null: the sheet has barcodes alone. */
  readonly quantity: number | null;
  /** Null: the quantity is absolute. */
  readonly exported: number | null;
  readonly barcodes: BarcodeEdit | null;
}

/** Whether each quantity of a sheet is a change since its export: none is set whatever was sold since. */
export const hasExported = (layout: Layout): boolean =>
  layout.has('Exported quantity') || !layout.has('Quantity');

/** Reads a row. */
export function readRow(cells: readonly string[], layout: Layout): AskedRow | CellProblem {
  const quantity = layout.has('Quantity') ? readWhole(cells, layout, 'Quantity') : null;
  if (quantity !== null && typeof quantity !== 'number') return quantity;
  const isSince = quantity !== null && hasExported(layout);
  const exported = isSince ? readWhole(cells, layout, 'Exported quantity') : null;
  if (exported !== null && typeof exported !== 'number') return exported;
  const barcodes = readBarcodesOf(cells, layout);
  if (barcodes !== null && 'reason' in barcodes) return barcodes;
  const idText = cellOf(cells, layout, 'Variant Id');
  // With the blanks at its ends: they may tell two SKUs apart.
  const sku = cells[layout.get('SKU') ?? -1] ?? '';
  if (idText === '' && sku.trim() === '') {
    return { column: 'Variant Id', value: '', reason: message('spreadsheets.id_or_sku') };
  }
  if (idText !== '' && !/^\d{1,15}$/.test(idText)) return unknownId(idText);
  return { id: idText === '' ? null : Number(idText), sku, quantity, exported, barcodes };
}

function readBarcodesOf(cells: readonly string[], layout: Layout): BarcodeEdit | CellProblem | null {
  if (!layout.has('Barcodes')) return null;
  const exported = layout.has('Exported barcodes') ? cellOf(cells, layout, 'Exported barcodes') : null;
  const asked = askedBarcodes(cellOf(cells, layout, 'Barcodes'), exported);
  return asked !== null && 'code' in asked ? barcodesRefused(cells, layout, asked) : asked;
}

/** The error of the barcodes of a row. */
export const barcodesRefused = (cells: readonly string[], layout: Layout, reason: Message): CellProblem => ({
  column: 'Barcodes',
  value: cellOf(cells, layout, 'Barcodes'),
  reason,
});

/** The error for an id that the store does not have. */
export const unknownId = (value: string): CellProblem => ({
  column: 'Variant Id',
  value,
  reason: message('spreadsheets.unknown_id', { value }),
});

/** What the keys of all changes by sheets begin with. */
export const sheetKeyBeginning = 'sheet:';

/** The key of the change of a row. @param sheet stands for the sheet */
export const sheetKey = (sheet: string, row: number): string => `${sheetKeyBeginning}${sheet}:${String(row)}`;

const MOST = 1_000_000;

function readWhole(
  cells: readonly string[],
  layout: Layout,
  column: 'Quantity' | 'Exported quantity',
): number | CellProblem {
  const value = cellOf(cells, layout, column);
  if (value === '') return { column, value, reason: message('spreadsheets.quantity_required') };
  const read = readCellNumber(value);
  if ('fault' in read) return { column, value, reason: message('spreadsheets.not_whole', { value }) };
  if ('readings' in read) {
    const [one, other] = read.readings;
    return { column, value, reason: message('spreadsheets.read_in_two_ways', { value, one, other }) };
  }
  const { whole } = read;
  return Math.abs(whole) > MOST
    ? { column, value, reason: message('spreadsheets.out_of_range', { value }) }
    : whole;
}
