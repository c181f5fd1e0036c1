import type { Context } from '../../context.ts';
import { openSheet, type CheckedRow, type SeenRow, type StagedRow } from './check-sheet.ts';
import { readPreview, type SeenRows } from './sheet-previews.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import type { Layout } from './update-sheet.rules.ts';
import type { Cell } from './write-sheet.ts';

/** Number of rows of one part: the maximum in memory. */
const ROWS_OF_PART = 1_000;

/** Rows of a sheet that were stored in a part. */
export interface StagedPart {
  readonly layout: Layout;
  readonly key: string;
  /** The number of its last row. */
  readonly lastRow: number;
}

/**
 * Reads a sheet once and stores its rows in parts, so that a resumed import reads one part and not the sheet.
 * @param after the number of the last row that is in a part already
 * @throws Refusal 422 for a file that is no sheet of quantities, Error where its file is gone
 */
export async function* stageRows(
  ctx: Context,
  storeId: number,
  {
    file,
    tab,
    preview,
  }: { readonly file: string; readonly tab: string | null; readonly preview: string | null },
  after: number,
): AsyncGenerator<StagedPart> {
  const bytes = await ctx.files.read(file);
  if (bytes === null) throw new Error(`The sheet ${file} is gone.`);
  const { layout, rows } = await openSheet(bytes, tab);
  const seen: SeenRows = preview === null ? new Map() : await readPreview(ctx, preview);
  const keep = async (part: readonly CheckedRow[]): Promise<StagedPart> => ({
    layout,
    key: await keepPart(
      ctx,
      storeId,
      part.map((row) => staged(row, seen.get(row.row.number))),
    ),
    lastRow: part.at(-1)?.row.number ?? after,
  });
  let part: CheckedRow[] = [];
  for await (const batch of rows(ctx.db, storeId)) {
    part.push(...batch.filter(({ row }) => row.number > after));
    if (part.length < ROWS_OF_PART) continue;
    yield await keep(part);
    part = [];
  }
  if (part.length > 0) yield await keep(part);
}

const staged = (
  { row: { number, cells }, before }: CheckedRow,
  seen: SeenRow | undefined,
): readonly Cell[] => [number, before, seen?.variantId ?? null, seen?.quantity ?? null, ...cells];

const numberOf = (cell: Cell | undefined): number | null =>
  cell === null || cell === undefined ? null : Number(cell);

/**
 * The rows of a part.
 * @throws Error for a part whose file is gone
 */
export async function readStaged(ctx: Context, key: string): Promise<readonly StagedRow[]> {
  const rows: StagedRow[] = [];
  for await (const [number, before, seenId, seenQuantity, ...cells] of rowsOfParts(ctx, [key])) {
    const variantId = numberOf(seenId);
    const quantity = numberOf(seenQuantity);
    rows.push({
      row: { number: Number(number), cells: cells.map((cell) => String(cell ?? '')) },
      before: numberOf(before),
      seen: variantId === null || quantity === null ? null : { variantId, quantity },
    });
  }
  return rows;
}
