import { english } from '@evenstock/contract/messages/english';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { problemColumn, productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import { z } from 'zod';
import { Refusal } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { dayOf } from '../../platform/time/days.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type RowOutcome,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import { adjustQuantity, movedSinceSeen } from '../stock/changes/adjust-quantity.ts';
import { saveBarcodes } from '../catalog/pages/save-barcodes.ts';
import { checkAgain, type CheckedRow, type SeenRow } from './check-sheet.ts';
import { productSheetColumns } from './export-products.ts';
import { keepFile, RESULT_KEPT_MS } from './keep-file.ts';
import { notifyOfImport } from './notify-of-end.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import { sinceSeen, type SeenRows } from './sheet-previews.ts';
import { readStaged, stageRows } from './staged-rows.ts';
import { mailMassUpdateJob } from './spreadsheets.jobs.ts';
import { insertPart, insertResult, partsOf, takeTurn, zoneOfStore } from './spreadsheets.queries.ts';
import { cellOf, sheetKey, type Layout } from './update-sheet.rules.ts';
import { writeSheet, type Cell } from './write-sheet.ts';

/** Seconds until the store's lock is requested again. */
const TURN_REST = 5;

const params = z.object({
  /** The key of the uploaded file. */
  file: z.uuid(),
  /** Its tab; null: it has none. */
  tab: z.string().nullable().default(null),
  /** The preview that its absolute quantities are held to; null: to none. */
  preview: z.uuid().nullable().default(null),
  /** The fingerprint of its bytes. */
  content: z.string(),
  /** The idempotency key of a row's change, together with its number. */
  key: z.string(),
  /** The numbers of the rows to process; null: all. */
  only: z.array(z.number().int()).nullable(),
  was_imported: z.boolean(),
});
type Params = z.infer<typeof params>;

const stagedSheet = z.object({
  /** The index of each column. */
  layout: z.array(z.tuple([z.enum(productColumns), z.number().int()])),
  /** The keys of its rows' parts. */
  parts: z.array(z.uuid()),
  /** The number of the last row that is in a part. */
  lastRow: z.number().int(),
  isWhole: z.boolean(),
});

const cursor = z.object({
  /** The part of the sheet whose rows are in parts; null: there is none. */
  sheet: stagedSheet.nullable().default(null),
  /** The part whose rows are processed now. */
  part: z.number().int().default(0),
  /** The number of the last row that was tried. */
  row: z.number().int(),
  /** The number of parts of rows that failed. */
  parts: z.number().int(),
  isRead: z.boolean(),
  isWritten: z.boolean(),
});
type Cursor = z.infer<typeof cursor>;

const nothingStaged = { layout: [], parts: [], lastRow: 0, isWhole: false };
const beginning: Cursor = { sheet: null, part: 0, row: 0, parts: 0, isRead: false, isWritten: false };

/**
 * Changes quantities by the rows of a sheet, one import of a store at a time. It is idempotent: a row's change is an adjustment with a
 * key of the sheet and the row. Failed rows become a file that can be corrected and imported.
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
    if (state.sheet?.isWhole !== true) return stage(ctx, operation, asked, state, commit);
    if (state.isRead) return writeFailed(ctx, operation, state, commit);
    return doPart(ctx, operation, asked, state, commit);
  },
  async finish(tx, ctx, operation, end) {
    await enqueue(tx, mailMassUpdateJob, { operationId: operation.id });
    await notifyOfImport(tx, ctx, operation, end);
  },
  retry: (asked, failed) => ({ ...asked, only: failed.map(Number) }),
});

/** Stores the rows of the sheet in parts. It is idempotent: after a kill it resumes after the last part. */
async function stage(
  ctx: Context,
  { storeId }: OperationRecord,
  asked: Params,
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  let sheet = state.sheet ?? nothingStaged;
  for await (const { layout, key, lastRow } of stageRows(ctx, storeId, asked, sheet.lastRow)) {
    sheet = { layout: [...layout], parts: [...sheet.parts, key], lastRow, isWhole: false };
    const now = { ...state, sheet };
    if (!(await commit(() => Promise.resolve({ rows: [], cursor: now })))) return 'more';
  }
  await commit(() => Promise.resolve({ rows: [], cursor: { ...state, sheet: { ...sheet, isWhole: true } } }));
  return 'more';
}

async function doPart(
  ctx: Context,
  operation: OperationRecord,
  asked: Params,
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const { layout: columns, parts } = state.sheet ?? nothingStaged;
  const key = parts[state.part];
  const layout: Layout = new Map(columns);
  const seen = new Map<number, SeenRow>();
  const only = asked.only === null ? null : new Set(asked.only);
  let now = state;
  if (key !== undefined) {
    const rows = (await readStaged(ctx, key)).filter(
      ({ row: { number } }) => number > state.row && (only?.has(number) ?? true),
    );
    for (const { row, seen: shown } of rows) if (shown !== null) seen.set(row.number, shown);
    for await (const batch of checkAgain(ctx.db, operation.storeId, layout, rows)) {
      const { next, mayGoOn } = await doBatch({ ctx, operation, asked, layout, seen }, batch, now, commit);
      if (!mayGoOn) return 'more';
      now = next;
    }
  }
  const part = state.part + 1;
  await commit(() => Promise.resolve({ rows: [], cursor: { ...now, part, isRead: part >= parts.length } }));
  return 'more';
}

interface Import {
  readonly ctx: Context;
  readonly operation: OperationRecord;
  readonly asked: Params;
  readonly layout: Layout;
  /** What the preview showed of the rows, by their numbers. */
  readonly seen: SeenRows;
}

async function doBatch(
  { ctx, operation, asked, layout, seen }: Import,
  rows: readonly CheckedRow[],
  before: Cursor,
  commit: Commit<Cursor>,
): Promise<{ readonly next: Cursor; readonly mayGoOn: boolean }> {
  const failed: { readonly checked: CheckedRow; readonly reason: MessageOnWire }[] = [];
  for (const checked of rows) {
    const reason = checked.problem?.reason ?? (await adjust(ctx, operation, asked, checked, seen));
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

/**
 * Makes the change of a row.
 * @returns why it cannot be made; null where it is made, was made before, or changes nothing
 */
async function adjust(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  { key, preview }: Params,
  checked: CheckedRow,
  shown: SeenRows,
): Promise<MessageOnWire | null> {
  const { row, variantId, barcodes } = checked;
  if (variantId === null) return null;
  const held =
    preview === null ? { units: checked.units, seen: undefined } : sinceSeen(checked, shown.get(row.number));
  if ('reason' in held) return held.reason;
  const { units, seen } = held;
  try {
    if (units !== null)
      await adjustQuantity(ctx, {
        storeId,
        variantId,
        userId,
        units,
        operationId,
        seen,
        key: sheetKey(key, row.number),
        refuseBelowZero: true,
        refuseWithoutSync: true,
      });
    if (barcodes !== null) await saveBarcodes(ctx, { storeId, variantId, userId, operationId, ...barcodes });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { quantity } = error.reason.values;
    return seen !== undefined && error.reason.code === movedSinceSeen
      ? message('spreadsheets.changed_since_preview', { seen, quantity: Number(quantity) })
      : error.reason;
  }
}

const failedRow = ({ row, label, variantId }: CheckedRow, reason: MessageOnWire): RowOutcome => ({
  key: String(row.number),
  label: `${String(row.number)} · ${label}`,
  subject: variantId === null ? null : { type: 'Variant', id: variantId },
  state: 'failed',
  reason,
});

/** The columns of the sheet of failed rows: its own, and why each failed. */
const columnsOf = (layout: Layout) => [
  ...productSheetColumns.filter(({ title }) => layout.has(title)),
  { title: problemColumn, width: 60 },
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
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const written = { ...state, isWritten: true };
  const parts = await partsOf(ctx.db, operationId);
  if (parts.length === 0) {
    await commit(() => Promise.resolve({ rows: [], cursor: written }));
    return 'more';
  }
  const layout: Layout = new Map(state.sheet?.layout);
  const sheet = await writeSheet('Products', columnsOf(layout), rowsOfParts(ctx, parts));
  const key = await keepFile(ctx, storeId, sheet, RESULT_KEPT_MS);
  const at = ctx.clock.now();
  const day = dayOf(at, await zoneOfStore(ctx.db, storeId));
  const name = english(message('spreadsheets.rows_to_mend', { day }));
  await commit(async (tx) => {
    await insertResult(tx, { operationId, key, name, at }, parts);
    return { rows: [], cursor: written };
  });
  return 'more';
}
