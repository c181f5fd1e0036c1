import { message, type Message } from '@evenstock/contract/messages/message';
import type { ProductColumn } from '@evenstock/contract/spreadsheets/spreadsheets';
import type { Handle } from '../../platform/database/database.ts';
import { variantsOfSheet, type ExportedVariant } from '../catalog/pages/export-variants.ts';
import { readSheet, refusedSheet, type SheetRow } from './read-sheet.ts';
import {
  cellOf,
  foreignColumns,
  layoutOf,
  missingColumn,
  readRow,
  repeatedColumn,
  unknownId,
  type AskedRow,
  type CellProblem,
  type Layout,
} from './update-sheet.rules.ts';

/** Number of rows that are looked up and changed at once. */
const AT_ONCE = 200;

/** A row of a mass update, and the change that it makes. */
export interface CheckedRow {
  readonly row: SheetRow;
  /** The number of the first row of the same SKU; null where it is the first one. */
  readonly before: number | null;
  /** The name of the row for people: its SKU, else its id. */
  readonly label: string;
  readonly variantId: number | null;
  /** The units to add, or the quantity to set; null: the row changes nothing. */
  readonly units: number | { readonly to: number } | null;
  readonly problem: CellProblem | null;
  /** Columns with other values than ours, which are ignored. */
  readonly differs: readonly ProductColumn[];
}

/** A sheet of quantities, whose heading was read. */
export interface OpenSheet {
  readonly layout: Layout;
  /** Titles of columns that we do not know. */
  readonly foreign: readonly string[];
  /** Yields the rows in their order, some at a time, each looked up in the store's current state. */
  readonly rows: (db: Handle, storeId: number) => AsyncGenerator<readonly CheckedRow[]>;
}

/**
 * Opens a sheet of quantities.
 * @throws Refusal 422 under 'product' for a file that is no such sheet, also while its rows are read if its end is damaged
 */
export async function openSheet(bytes: Buffer): Promise<OpenSheet> {
  const rows = readSheet(bytes);
  const first = await rows.next();
  const heading = first.done === true ? [] : first.value.cells;
  const layout = layoutOf(heading);
  const fault = faultOf(heading, layout);
  if (fault !== null) {
    await rows.return(undefined);
    throw refusedSheet(fault);
  }
  return {
    layout,
    foreign: foreignColumns(heading),
    rows: (db, storeId) => checkedRows(db, storeId, layout, rows),
  };
}

/** What is wrong with a heading; null where nothing is. */
function faultOf(heading: readonly string[], layout: Layout): Message | null {
  const missing = missingColumn(layout);
  if (missing !== null) return message('spreadsheets.other_layout', { column: missing });
  const twice = repeatedColumn(heading);
  return twice === null ? null : message('spreadsheets.column_twice', { column: twice });
}

async function* checkedRows(
  db: Handle,
  storeId: number,
  layout: Layout,
  rows: AsyncIterable<SheetRow>,
): AsyncGenerator<readonly CheckedRow[]> {
  /** The rows of the SKUs so far. */
  const seen = new Map<number, number>();
  const earlier = ({ number }: SheetRow, variantId: number): number | null => {
    const before = seen.get(variantId);
    if (before === undefined) seen.set(variantId, number);
    return before ?? null;
  };
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < AT_ONCE) continue;
    yield await check(db, storeId, layout, batch, earlier);
    batch = [];
  }
  if (batch.length > 0) yield await check(db, storeId, layout, batch, earlier);
}

/** @param earlier the number of the first row of a row's SKU; null where it is the first one */
async function check(
  db: Handle,
  storeId: number,
  layout: Layout,
  batch: readonly SheetRow[],
  earlier: (row: SheetRow, variantId: number) => number | null,
): Promise<readonly CheckedRow[]> {
  const isAbsolute = !layout.has('Exported quantity');
  const read = batch.map((row) => ({ row, asked: readRow(row.cells, layout, isAbsolute) }));
  const asked = read.flatMap(({ asked: each }) => ('reason' in each ? [] : [each]));
  const ours = await variantsOfSheet(db, storeId, {
    ids: asked.flatMap(({ id }) => id ?? []),
    skus: asked.flatMap(({ id, sku }) => (id === null ? [sku] : [])),
  });
  return read.map(({ row, asked: each }) => {
    const label = cellOf(row.cells, layout, 'SKU') || cellOf(row.cells, layout, 'Variant Id');
    const found = 'reason' in each ? each : variantOf(each, ours);
    if ('reason' in each || 'reason' in found) {
      const problem = 'reason' in found ? found : null;
      return { row, before: null, label, variantId: null, units: null, problem, differs: [] };
    }
    const before = earlier(row, found.id);
    const units = before === null ? unitsOf(each, found) : null;
    return {
      row,
      before,
      label,
      variantId: found.id,
      units,
      problem:
        before === null ? (units === null ? null : ofSet(row, layout, found)) : repeated(row, layout, before),
      differs: differing(row, layout, found),
    };
  });
}

/** A row that was checked once, and the result that needed all rows before it. */
export type StagedRow = Pick<CheckedRow, 'row' | 'before'>;

/** Checks rows again, some at a time, each looked up in the store's current state. */
export async function* checkAgain(
  db: Handle,
  storeId: number,
  layout: Layout,
  staged: readonly StagedRow[],
): AsyncGenerator<readonly CheckedRow[]> {
  const beforeOf = new Map(staged.map(({ row, before }) => [row.number, before]));
  for (let at = 0; at < staged.length; at += AT_ONCE) {
    const batch = staged.slice(at, at + AT_ONCE).map(({ row }) => row);
    yield await check(db, storeId, layout, batch, ({ number }) => beforeOf.get(number) ?? null);
  }
}

type Ours = Awaited<ReturnType<typeof variantsOfSheet>>;

function variantOf({ id, sku }: AskedRow, { byId, bySku }: Ours): ExportedVariant | CellProblem {
  if (id !== null) return byId.get(id) ?? unknownId(String(id));
  const [found, ...others] = bySku.get(sku) ?? [];
  if (found === undefined) {
    return { column: 'SKU', value: sku, reason: message('spreadsheets.unknown_sku', { value: sku }) };
  }
  return others.length === 0
    ? found
    : { column: 'SKU', value: sku, reason: message('spreadsheets.shared_sku', { value: sku }) };
}

function repeated(row: SheetRow, layout: Layout, before: number): CellProblem {
  const column = cellOf(row.cells, layout, 'Variant Id') === '' ? 'SKU' : 'Variant Id';
  const value = cellOf(row.cells, layout, column);
  return { column, value, reason: message('spreadsheets.repeated', { row: before }) };
}

/** The quantity of a set follows from its parts: no sheet changes it. */
function ofSet(row: SheetRow, layout: Layout, { isSet }: ExportedVariant): CellProblem | null {
  if (!isSet) return null;
  const column = 'Quantity';
  return { column, value: cellOf(row.cells, layout, column), reason: message('stock.set_has_no_quantity') };
}

/** A change is the new quantity less the exported one: changes since the export are kept. */
function unitsOf({ quantity, exported }: AskedRow, { quantity: now }: ExportedVariant): CheckedRow['units'] {
  if (exported === null) return quantity === now ? null : { to: quantity };
  return quantity === exported ? null : quantity - exported;
}

function differing(row: SheetRow, layout: Layout, ours: ExportedVariant): readonly ProductColumn[] {
  const kept: readonly (readonly [ProductColumn, string])[] = [
    ['SKU', ours.sku ?? ''],
    ['Product', ours.product],
    ['Variant', ours.variant],
    ['Marketplaces', ours.marketplaces],
  ];
  return kept.flatMap(([column, value]) =>
    layout.has(column) && cellOf(row.cells, layout, column) !== value.trim() ? [column] : [],
  );
}
