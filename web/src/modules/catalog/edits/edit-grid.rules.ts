import type { OddChange } from '@evenstock/contract/catalog/quantity-changes';
import { mostUnits } from '@evenstock/contract/catalog/quantity-changes';
import { leastPrice, type EditGrid } from '@evenstock/contract/listings/mass-edits';

/** A column of the grid: the quantity, or the price at the nth listing of a SKU at a marketplace. */
export type GridColumn =
  | { readonly kind: 'quantity' }
  | { readonly kind: 'price'; readonly marketplaceId: number; readonly nth: number };

/** An editable cell of the grid. */
export interface GridCell {
  /** Key of the cell in the drafts. */
  readonly key: string;
  readonly shown: string;
  readonly currency: string | null;
}

/** The grid by row and column; null if there is nothing to edit. */
export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly cells: readonly (readonly (GridCell | null)[])[];
}

/** Typed values by cell; a cell without an entry is unchanged. */
export type Drafts = ReadonlyMap<string, string>;

/** Builds the grid: one row for each SKU, with the quantity, which sets have not, and one column for each listing of a marketplace. */
export function layOut({ rows, marketplaces }: EditGrid): Grid {
  const pricesAt = (row: EditGrid['rows'][number], id: number) =>
    row.prices.filter(({ marketplace_id: at }) => at === id);
  const columns: GridColumn[] = [{ kind: 'quantity' }];
  for (const { id } of marketplaces) {
    const most = Math.max(0, ...rows.map((row) => pricesAt(row, id).length));
    for (let nth = 0; nth < most; nth += 1) columns.push({ kind: 'price', marketplaceId: id, nth });
  }
  const cells = rows.map((row) =>
    columns.map((column): GridCell | null => {
      if (column.kind === 'quantity') {
        if (row.variant.is_set) return null;
        return { key: `quantity:${String(row.variant.id)}`, shown: String(row.quantity), currency: null };
      }
      const price = pricesAt(row, column.marketplaceId)[column.nth];
      if (price === undefined) return null;
      const shown = price.price === null ? '' : String(price.price);
      return { key: `price:${String(price.variant_listing_id)}`, shown, currency: price.currency };
    }),
  );
  return { columns, cells };
}

/** The drafts after typing into a cell; a value equal to the shown one is no change. */
export function typed(drafts: Drafts, cell: GridCell, text: string): Drafts {
  const next = new Map(drafts);
  if (text.trim() === cell.shown) next.delete(cell.key);
  else next.set(cell.key, text);
  return next;
}

/**
 * The drafts after a block was pasted at a cell. Line breaks separate rows, tabs separate cells. Empty cells, and cells outside the
 * grid, are ignored.
 */
export function pasted(
  drafts: Drafts,
  { cells }: Grid,
  at: { readonly row: number; readonly column: number },
  text: string,
): Drafts {
  let next = drafts;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [down, line] of lines.entries()) {
    for (const [across, value] of line.split('\t').entries()) {
      const cell = cells[at.row + down]?.[at.column + across];
      if (cell != null && value.trim() !== '') next = typed(next, cell, numberIn(value));
    }
  }
  return next;
}

/** A currency before a number, as spreadsheets and marketplaces write it: `$`, `S$`, `SGD`, `RM`, `Rp`. */
const currency = /^(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3}|RM|Rp\.?)\s*/u;

/** Removes digit grouping and currencies, which spreadsheets copy along. Other words stay: the cell is refused with them. */
function numberIn(text: string): string {
  const bare = text.trim().replace(currency, '');
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
}

export type CellFault = 'whole' | 'price';

/** The error of a draft; null if it can be saved. */
export function faultOf(key: string, text: string): CellFault | null {
  const bare = text.trim();
  if (key.startsWith('quantity:')) {
    return /^\d{1,7}$/.test(bare) && Number(bare) <= mostUnits ? null : 'whole';
  }
  return /^\d{1,10}(\.\d{1,2})?$/.test(bare) && Number(bare) >= leastPrice ? null : 'price';
}

/** The changes in the format of the call. */
export interface Changes {
  readonly quantities: { variant_id: number; from: number; to: number }[];
  readonly prices: { variant_listing_id: number; from: number | null; price: number }[];
}

/** The changes that the drafts make. */
export function changesOf({ cells }: Grid, drafts: Drafts): Changes {
  const changed = cells
    .flat()
    .flatMap((cell) => {
      const text = cell === null ? undefined : drafts.get(cell.key);
      return cell === null || text === undefined ? [] : [{ cell, value: Number(text.trim()) }];
    })
    .map(({ cell, value }) => {
      const [kind, id] = cell.key.split(':');
      return { kind, id: Number(id), shown: cell.shown, value };
    });
  return {
    quantities: changed
      .filter(({ kind }) => kind === 'quantity')
      .map(({ id, shown, value }) => ({ variant_id: id, from: Number(shown), to: value })),
    prices: changed
      .filter(({ kind }) => kind === 'price')
      .map(({ id, shown, value }) => ({
        variant_listing_id: id,
        from: shown === '' ? null : Number(shown),
        price: value,
      })),
  };
}

/** A price that is to change. Prices are in the major unit of their currency. */
export interface PriceChange {
  readonly id: number;
  readonly sku: string | null;
  readonly name: string;
  readonly marketplaceId: number;
  readonly currency: string;
  readonly from: number | null;
  readonly to: number;
  readonly odd: OddChange | null;
}

/** The prices that change, unusual changes first. */
export function priceChanges({ rows }: EditGrid, { prices }: Changes): readonly PriceChange[] {
  const edits = new Map(prices.map((edit) => [edit.variant_listing_id, edit]));
  const changes = rows.flatMap(({ variant, prices: listed }) =>
    listed.flatMap(
      ({ variant_listing_id: id, marketplace_id: marketplaceId, currency: of }): PriceChange[] => {
        const edit = edits.get(id);
        if (edit === undefined) return [];
        const { from, price: to } = edit;
        const { sku, full_product_name: name } = variant;
        return [{ id, sku, name, marketplaceId, currency: of, from, to, odd: oddPrice(from, to) }];
      },
    ),
  );
  return changes.toSorted((a, b) => Number(a.odd === null) - Number(b.odd === null));
}

function oddPrice(from: number | null, to: number): OddChange | null {
  if (from === null || from <= 0) return null;
  if (to * 2 < from) return 'halved';
  return to > from * 2 ? 'doubled' : null;
}

/** The cell that a key moves to; null if the key types. Positions without a cell are skipped. */
export function neighbour(
  { cells }: Grid,
  { row, column }: { readonly row: number; readonly column: number },
  key: string,
): { readonly row: number; readonly column: number } | null {
  const step = key === 'ArrowDown' || key === 'Enter' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return null;
  for (let next = row + step; next >= 0 && next < cells.length; next += step) {
    if (cells[next]?.[column] != null) return { row: next, column };
  }
  return null;
}
