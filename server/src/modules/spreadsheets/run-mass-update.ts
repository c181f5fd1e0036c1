import { english } from '@evenstock/contract/messages/english';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { productColumns } from '@evenstock/contract/spreadsheets';
import { z } from 'zod';
import { Refusal } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type RowOutcome,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import { adjustQuantity } from '../stock/adjust-quantity.ts';
import { openSheet, type CheckedRow } from './check-sheet.ts';
import { productSheetColumns } from './export-products.ts';
import { keepFile, RESULT_KEPT_MS } from './keep-file.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import { mailMassUpdateJob } from './spreadsheets.jobs.ts';
import { insertPart, insertResult, partsOf, takeTurn } from './spreadsheets.queries.ts';
import { cellOf, type Layout } from './update-sheet.rules.ts';
import { writeSheet, type Cell } from './write-sheet.ts';

/** Seconds until the turn is asked for again. */
const TURN_REST = 5;
/** How long one step goes on; the sheet is read again from its beginning by the next. */
const STEP_MS = 15_000;

const params = z.object({
  /** The key of the uploaded file. */
  file: z.uuid(),
  /** The fingerprint of its bytes. */
  content: z.string(),
  /** What makes a row's change happen once, with its number. */
  key: z.string(),
  /** The numbers of the rows to do; null: all. */
  only: z.array(z.number().int()).nullable(),
  was_imported: z.boolean(),
});
type Params = z.infer<typeof params>;

const cursor = z.object({
  /** The number of the last row that was tried. */
  row: z.number().int(),
  parts: z.number().int(),
  isRead: z.boolean(),
  isWritten: z.boolean(),
});
type Cursor = z.infer<typeof cursor>;

const beginning: Cursor = { row: 0, parts: 0, isRead: false, isWritten: false };

/**
 * Changes quantities by the rows of a sheet, one import of a store at a time. A row's change is an adjustment with a key of the sheet
 * and the row: done once, also after a kill. Rows that fail become a file that can be mended and imported.
 */
export const massUpdateOperation = defineOperation({
  kind: 'variant.mass_update',
  topics: ['variants'],
  params,
  cursor,
  async step(ctx, operation, { params: asked, cursor: kept }, commit) {
    const state = kept ?? beginning;
    if (state.isWritten) return 'done';
    if (!(await takeTurn(ctx.db, operation.storeId, operation.id))) return { rest: TURN_REST };
    if (state.isRead) return writeFailed(ctx, operation, asked, state, commit);
    return doRows(ctx, operation, asked, state, commit);
  },
  async finish(tx, _ctx, { id }) {
    await enqueue(tx, mailMassUpdateJob, { operationId: id });
  },
  retry: (asked, failed) => ({ ...asked, only: failed.map(Number) }),
});

async function doRows(
  ctx: Context,
  operation: OperationRecord,
  asked: Params,
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const bytes = await ctx.files.read(asked.file);
  if (bytes === null) throw new Error(`The sheet ${asked.file} is gone.`);
  const sheet = await openSheet(bytes);
  const only = asked.only === null ? null : new Set(asked.only);
  const until = ctx.clock.now().getTime() + STEP_MS;
  let now = state;
  for await (const batch of sheet.rows(ctx.db, operation.storeId)) {
    const rows = batch.filter(({ row: { number } }) => number > now.row && (only?.has(number) ?? true));
    if (rows.length === 0) continue;
    const { next, mayGoOn } = await doBatch(
      { ctx, operation, asked, layout: sheet.layout },
      rows,
      now,
      commit,
    );
    if (!mayGoOn || ctx.clock.now().getTime() >= until) return 'more';
    now = next;
  }
  await commit(() => Promise.resolve({ rows: [], cursor: { ...now, isRead: true } }));
  return 'more';
}

interface Import {
  readonly ctx: Context;
  readonly operation: OperationRecord;
  readonly asked: Params;
  readonly layout: Layout;
}

async function doBatch(
  { ctx, operation, asked, layout }: Import,
  rows: readonly CheckedRow[],
  before: Cursor,
  commit: Commit<Cursor>,
): Promise<{ readonly next: Cursor; readonly mayGoOn: boolean }> {
  const failed: { readonly checked: CheckedRow; readonly reason: MessageOnWire }[] = [];
  for (const checked of rows) {
    const reason = checked.problem?.reason ?? (await adjust(ctx, operation, asked, checked));
    if (reason !== null) failed.push({ checked, reason });
  }
  const key =
    failed.length === 0
      ? null
      : await keepPart(
          ctx,
          operation.storeId,
          failed.map(({ checked, reason }) => toMend(checked, layout, reason)),
        );
  const next: Cursor = {
    ...before,
    row: rows.at(-1)?.row.number ?? before.row,
    parts: before.parts + (key === null ? 0 : 1),
  };
  const mayGoOn = await commit(async (tx) => {
    if (key !== null) await insertPart(tx, { operationId: operation.id, position: before.parts, key });
    return {
      rows: failed.map(({ checked, reason }) => failedRow(checked, reason)),
      doneWithoutRow: rows.length - failed.length,
      cursor: next,
    };
  });
  return { next, mayGoOn };
}

/** Does the change of a row. @returns why it cannot be done; null where it is done, was done, or there is nothing to do */
async function adjust(
  ctx: Context,
  { storeId, userId }: OperationRecord,
  { key }: Params,
  { row, variantId, units }: CheckedRow,
): Promise<MessageOnWire | null> {
  if (variantId === null || units === null) return null;
  try {
    await adjustQuantity(ctx, {
      storeId,
      variantId,
      userId,
      units,
      key: `sheet:${key}:${String(row.number)}`,
      refuseBelowZero: true,
      refuseWithoutSync: true,
    });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

const failedRow = ({ row, label, variantId }: CheckedRow, reason: MessageOnWire): RowOutcome => ({
  key: String(row.number),
  label: `${String(row.number)} · ${label}`,
  subject: variantId === null ? null : { type: 'Variant', id: variantId },
  state: 'failed',
  reason,
});

/** The columns of a sheet that holds rows to mend: its own, and why each failed. */
const columnsOf = (layout: Layout) => [
  ...productSheetColumns.filter(({ title }) => layout.has(title)),
  { title: 'Problem', width: 60 },
];

function toMend({ row, problem }: CheckedRow, layout: Layout, reason: MessageOnWire): readonly Cell[] {
  const own = productColumns.filter((column) => layout.has(column));
  return [
    ...own.map((column) => {
      const text = cellOf(row.cells, layout, column);
      const isNumber = column === 'Quantity' || column === 'Exported quantity';
      return isNumber && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
    }),
    problem === null ? english(reason) : `${problem.column}: ${english(reason)}`,
  ];
}

async function writeFailed(
  ctx: Context,
  { id: operationId, storeId }: OperationRecord,
  asked: Params,
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const written = { ...state, isWritten: true };
  const parts = await partsOf(ctx.db, operationId);
  const bytes = await ctx.files.read(asked.file);
  if (parts.length === 0 || bytes === null) {
    await commit(() => Promise.resolve({ rows: [], cursor: written }));
    return 'more';
  }
  const { layout } = await openSheet(bytes);
  const sheet = await writeSheet('Products', columnsOf(layout), rowsOfParts(ctx, parts));
  const key = await keepFile(ctx, storeId, sheet, RESULT_KEPT_MS);
  const at = ctx.clock.now();
  const name = english(message('spreadsheets.rows_to_mend', { day: at.toISOString().slice(0, 10) }));
  await commit(async (tx) => {
    await insertResult(tx, { operationId, key, name, at }, parts);
    return { rows: [], cursor: written };
  });
  return 'more';
}
