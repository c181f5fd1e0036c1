import { message, type Message } from '@evenstock/contract/messages/message';
import type { ProductColumn } from '@evenstock/contract/spreadsheets/spreadsheets';
import type { Handle } from '../../platform/database/database.ts';
import { reasonBelowZero } from '../stock/changes/adjust-quantity.ts';
import { codeKey } from '../../platform/text/code-key.ts';
import { variantsOfSheet, type ExportedVariant } from '../catalog/pages/export-variants.ts';
import { isWorkbook } from './file-kind.rules.ts';
import { readSheet, requireReadable, type SheetRow } from './read-sheet.ts';
import { refusedSheet } from './refused-sheet.ts';
import { barcodesToChange, type BarcodeEdit } from './sheet-barcodes.rules.ts';
import { visibleTabs, zeroFilled } from './sheet-tabs.ts';
import {
  barcodesRefused,
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
  /** The SKU that it was merged into, or itself; null where the row names none. */
  readonly currentId: number | null;
  /** The units to add, or the quantity to set; null: the row changes nothing. */
  readonly units: number | { readonly to: number } | null;
  /** The barcodes to add and to take away; null: the row changes none. */
  readonly barcodes: BarcodeEdit | null;
  /** The quantity now; null where the row names no SKU. */
  readonly now: number | null;
  readonly problem: CellProblem | null;
  /** Columns with other values than ours, which are ignored. */
  readonly differs: readonly ProductColumn[];
}

/** A sheet of quantities, whose heading was read. */
export interface OpenSheet {
  readonly layout: Layout;
  /** The tab that is read; null: the file is a text. */
  readonly tab: string | null;
  /** All visible tabs that have the columns. */
  readonly tabs: readonly string[];
  /** Titles of columns that we do not know. */
  readonly foreign: readonly string[];
  /** Yields the rows in their order, some at a time, each looked up in the store's current state. */
  readonly rows: (db: Handle, storeId: number) => AsyncGenerator<readonly CheckedRow[]>;
}

/** Tabs beyond this many are not looked at. */
const MOST_TABS = 30;

/**
 * Opens a sheet of quantities: of a workbook, the tab that is asked for, else the one that has the columns; of several, the open one.
 * @throws Refusal 422 under 'product' for a file that is no such sheet, also while its rows are read if its end is damaged
 */
export async function openSheet(bytes: Buffer, asked: string | null = null): Promise<OpenSheet> {
  requireReadable(bytes);
  if (!isWorkbook(bytes)) return openTab(bytes, null, []);
  const seen = (await visibleTabs(bytes)).slice(0, MOST_TABS);
  const [open] = [...seen].sort((one, other) => Number(other.isActive) - Number(one.isActive));
  const fitting: (typeof seen)[number][] = [];
  for (const tab of seen) if (faultOf(await headingOf(bytes, tab.name)) === null) fitting.push(tab);
  const tabs = fitting.map(({ name }) => name);
  if (asked !== null && !tabs.includes(asked))
    throw refusedSheet(message('spreadsheets.unknown_tab', { tab: asked }));
  const chosen = asked ?? fitting.find(({ isActive }) => isActive)?.name ?? tabs[0] ?? open?.name ?? null;
  return openTab(bytes, chosen, tabs);
}

async function headingOf(bytes: Buffer, tab: string): Promise<readonly string[]> {
  for await (const { cells } of readSheet(bytes, tab)) return cells;
  return [];
}

async function openTab(bytes: Buffer, tab: string | null, tabs: readonly string[]): Promise<OpenSheet> {
  const rows = readSheet(bytes, tab);
  const first = await rows.next();
  const heading = first.done === true ? [] : first.value.cells;
  const fault = faultOf(heading);
  if (fault !== null) {
    await rows.return(undefined);
    throw refusedSheet(fault);
  }
  const layout = layoutOf(heading);
  const shown = tab === null ? rows : withShownCodes(bytes, tab, layout, rows);
  return {
    layout,
    tab,
    tabs,
    foreign: foreignColumns(heading),
    rows: (db, storeId) => checkedRows(db, storeId, layout, shown),
  };
}

/** The rows with each code as its reader sees it. The formats are read once a code of digits alone is there. */
async function* withShownCodes(
  bytes: Buffer,
  tab: string,
  layout: Layout,
  rows: AsyncIterable<SheetRow>,
): AsyncGenerator<SheetRow> {
  const column = layout.get('SKU');
  let shown: ReadonlyMap<number, string> | null = null;
  for await (const row of rows) {
    const code = column === undefined ? '' : (row.cells[column] ?? '');
    if (column === undefined || !/^\d+$/.test(code)) {
      yield row;
      continue;
    }
    shown ??= await zeroFilled(bytes, tab, column);
    const text = shown.get(row.number - 1);
    const seen = (cell: string, place: number): string => (place === column ? (text ?? cell) : cell);
    yield { ...row, cells: row.cells.map(seen) };
  }
}

/** What is wrong with a heading; null where nothing is. */
function faultOf(heading: readonly string[]): Message | null {
  const missing = missingColumn(layoutOf(heading));
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
  const read = batch.map((row) => ({ row, asked: readRow(row.cells, layout) }));
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
      const nothing = {
        variantId: null,
        currentId: null,
        units: null,
        barcodes: null,
        now: null,
        differs: [],
      };
      return { row, before: null, label, problem, ...nothing };
    }
    const before = earlier(row, found.id);
    const units = before === null ? unitsOf(each, found) : null;
    const changed =
      before === null && each.barcodes !== null ? barcodesToChange(each.barcodes, found.barcodes) : null;
    const barcodes = changed !== null && 'add' in changed ? changed : null;
    const refused = changed !== null && 'code' in changed ? changed : null;
    const fault =
      problemOf(row, layout, found, units) ??
      (refused === null ? null : barcodesRefused(row.cells, layout, refused));
    return {
      row,
      before,
      label,
      variantId: found.id,
      currentId: found.currentId,
      units,
      barcodes,
      now: found.quantity,
      problem: before === null ? fault : repeated(row, layout, before),
      differs: differing(row, layout, found),
    };
  });
}

/** What a preview showed of a row. */
export interface SeenRow {
  /** The SKU, or the one that it was merged into. */
  readonly variantId: number;
  /** Its units then. */
  readonly quantity: number;
}

/** A row that was checked once, and the result that needed all rows before it. */
export interface StagedRow extends Pick<CheckedRow, 'row' | 'before'> {
  /** What the preview showed of it; null where there is no preview, or it could not do the row. */
  readonly seen: SeenRow | null;
}

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

function variantOf({ id, sku }: AskedRow, { byId, byCode }: Ours): ExportedVariant | CellProblem {
  const refused = (reason: Message): CellProblem => ({ column: 'SKU', value: sku, reason });
  const key = codeKey(sku);
  if (id !== null) {
    const found = byId.get(id);
    if (found === undefined) return unknownId(String(id));
    return key === '' || codeKey(found.sku ?? '') === key
      ? found
      : refused(message('spreadsheets.id_and_sku', { sku: found.sku ?? '', value: sku.trim() }));
  }
  const alike = byCode.get(key) ?? [];
  const [found, ...others] = alike;
  if (found === undefined) return refused(message('spreadsheets.unknown_sku', { value: sku.trim() }));
  if (others.length === 0) return found;
  const codes = [...new Set(alike.map((variant) => variant.sku ?? ''))];
  if (codes.length === 1) return refused(message('spreadsheets.shared_sku', { value: sku.trim() }));
  // Blanks at the ends are seen between quotes alone.
  const skus = codes.map((code) => `“${code}”`).join(', ');
  return refused(message('spreadsheets.sku_alike', { value: sku, skus }));
}

function repeated(row: SheetRow, layout: Layout, before: number): CellProblem {
  const column = cellOf(row.cells, layout, 'Variant Id') === '' ? 'SKU' : 'Variant Id';
  const value = cellOf(row.cells, layout, column);
  return { column, value, reason: message('spreadsheets.repeated', { row: before }) };
}

/**
 * Why a row's change cannot be made; null where it can. The quantity of a set follows from its parts, and no change takes more than there
 * is.
 */
function problemOf(
  row: SheetRow,
  layout: Layout,
  { isSet, quantity }: ExportedVariant,
  units: CheckedRow['units'],
): CellProblem | null {
  if (units === null) return null;
  const refused = (reason: Message): CellProblem => {
    const column = 'Quantity';
    return { column, value: cellOf(row.cells, layout, column), reason };
  };
  if (isSet) return refused(message('stock.set_has_no_quantity'));
  const then = quantityAfter(units, quantity);
  return then < 0 && then < quantity ? refused(reasonBelowZero(quantity)) : null;
}

/** The quantity that a change leads to. */
export const quantityAfter = (units: NonNullable<CheckedRow['units']>, now: number): number =>
  typeof units === 'number' ? now + units : units.to;

/** A change is the new quantity less the exported one: changes since the export are kept. */
function unitsOf({ quantity, exported }: AskedRow, { quantity: now }: ExportedVariant): CheckedRow['units'] {
  if (quantity === null) return null;
  if (exported === null) return quantity === now ? null : { to: quantity };
  return quantity === exported ? null : quantity - exported;
}

function differing(row: SheetRow, layout: Layout, ours: ExportedVariant): readonly ProductColumn[] {
  const kept: readonly (readonly [ProductColumn, string])[] = [
    ['Product', ours.product],
    ['Variant', ours.variant],
    ['Marketplaces', ours.marketplaces],
  ];
  return kept.flatMap(([column, value]) =>
    layout.has(column) && cellOf(row.cells, layout, column) !== value.trim() ? [column] : [],
  );
}
