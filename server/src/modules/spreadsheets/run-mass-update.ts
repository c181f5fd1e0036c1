import { english } from '@evenstock/contract/messages/english';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { problemColumn, productColumns } from '@evenstock/contract/spreadsheets/spreadsheets';
import { z } from 'zod';
import { Refusal } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { dayOf } from '../../platform/time/days.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type Progress,
  type RowOutcome,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import { adjustQuantities, type BatchedAdjustment } from '../stock/changes/adjust-quantities.ts';
import { adjustQuantity, isMovedSinceSeen } from '../stock/changes/adjust-quantity.ts';
import { saveBarcodes } from '../catalog/pages/save-barcodes.ts';
import { checkAgain, type CheckedRow, type SeenRow, type StagedRow } from './check-sheet.ts';
import { productSheetColumns } from './export-products.ts';
import { keepFile, RESULT_KEPT_MS } from './keep-file.ts';
import { notifyOfImport } from './notify-of-end.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import { sinceSeen } from './sheet-previews.ts';
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
  /** The rows that failed in the last batch: they are in no part yet. */
  failed: z.array(z.object({ row: z.number().int(), problem: z.string() })).default([]),
  isRead: z.boolean(),
  isWritten: z.boolean(),
});
type Cursor = z.output<typeof cursor>;

const nothingStaged = { layout: [], parts: [], lastRow: 0, isWhole: false };
const beginning: Cursor = {
  sheet: null,
  part: 0,
  row: 0,
  parts: 0,
  failed: [],
  isRead: false,
  isWritten: false,
};

/**
 * Changes quantities by the rows of a sheet, one import of a store at a time, some rows in a transaction. A row's change is an adjustment
 * with a key of the sheet and the row, so it is made once. Failed rows become a file that can be corrected and imported.
 */
export const massUpdateOperation = defineOperation({
  kind: 'variant.mass_update',
  topics: ['variants'],
  hotPath: true,
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

/** Does the rows of a part, a batch of them after the other, each with the cursor that moves past it. */
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
  const only = asked.only === null ? null : new Set(asked.only);
  const staged = key === undefined ? [] : await readStaged(ctx, key);
  const rows = staged.filter(({ row: { number } }) => number > state.row && (only?.has(number) ?? true));
  const run = {
    ctx,
    operation,
    asked,
    layout,
    staged: new Map(staged.map((each) => [each.row.number, each])),
  };
  let now = state;
  for await (const batch of checkAgain(ctx.db, operation.storeId, layout, rows)) {
    const { next, mayGoOn } = await doBatch(run, batch, now, commit);
    if (!mayGoOn) return 'more';
    now = next;
  }
  const part = state.part + 1;
  await moveWith(run, now, commit, () =>
    Promise.resolve({ rows: [], cursor: { part, isRead: part >= parts.length, failed: [] } }),
  );
  return 'more';
}

interface Import {
  readonly ctx: Context;
  readonly operation: OperationRecord;
  readonly asked: Params;
  readonly layout: Layout;
  /** The rows of the part, by their numbers. */
  readonly staged: ReadonlyMap<number, StagedRow>;
}

interface Moved {
  readonly next: Cursor;
  readonly mayGoOn: boolean;
}

/**
 * Commits work with its cursor. The rows that failed in the batch before it are kept for their sheet first: their file is written outside
 * of any transaction.
 */
async function moveWith(
  run: Import,
  before: Cursor,
  commit: Commit<Cursor>,
  work: (
    tx: Tx,
  ) => Promise<
    Omit<Progress<Cursor>, 'cursor'> & { readonly cursor: Partial<Cursor> & Pick<Cursor, 'failed'> }
  >,
): Promise<Moved> {
  const { ctx, operation, layout, staged } = run;
  const rows = before.failed.map(({ row, problem }) =>
    toMend(staged.get(row)?.row.cells ?? [], layout, problem),
  );
  const key = rows.length === 0 ? null : await keepPart(ctx, operation.storeId, rows);
  let next = before;
  const mayGoOn = await commit(async (tx) => {
    const progress = await work(tx);
    if (key !== null) await insertPart(tx, { operationId: operation.id, position: before.parts, key });
    next = { ...before, ...progress.cursor, parts: before.parts + (key === null ? 0 : 1) };
    return { ...progress, cursor: next };
  });
  return { next, mayGoOn };
}

/** Does some rows and moves past them in one transaction: killed at any moment, all of them are done or none. */
async function doBatch(
  run: Import,
  rows: readonly CheckedRow[],
  before: Cursor,
  commit: Commit<Cursor>,
): Promise<Moved> {
  const { ctx, operation, asked, staged } = run;
  const { id: operationId, storeId, userId } = operation;
  const early = new Map<number, MessageOnWire>();
  const together: (BatchedAdjustment & { readonly row: number })[] = [];
  for (const checked of rows) {
    const planned = plan(asked, checked, staged.get(checked.row.number)?.seen ?? null);
    const reason =
      'reason' in planned
        ? planned.reason
        : checked.barcodes === null
          ? null
          : await changeAlone(ctx, operation, checked, planned.adjustment);
    if (reason !== null) early.set(checked.row.number, reason);
    else if ('adjustment' in planned && planned.adjustment !== null && checked.barcodes === null) {
      together.push({ ...planned.adjustment, row: checked.row.number });
    }
  }
  return moveWith(run, before, commit, async (tx) => {
    const refused = await adjustQuantities(tx, ctx, {
      storeId,
      userId,
      operationId,
      adjustments: together,
      ...refusing,
    });
    const late = new Map(
      together.flatMap(({ row, seen }, index) => {
        const reason = refused[index] ?? null;
        return reason === null ? [] : [[row, reasonOf(reason, seen)] as const];
      }),
    );
    const failed = rows.flatMap((checked) => {
      const reason = early.get(checked.row.number) ?? late.get(checked.row.number);
      return reason === undefined ? [] : [{ checked, reason }];
    });
    return {
      rows: failed.map(({ checked, reason }) => failedRow(checked, reason)),
      doneWithoutRow: rows.length - failed.length,
      cursor: {
        row: rows.at(-1)?.row.number ?? before.row,
        failed: failed.map(({ checked, reason }) => ({
          row: checked.row.number,
          problem: problemText(checked, reason),
        })),
      },
    };
  });
}

const refusing = { refuseBelowZero: true, refuseWithoutSync: true } as const;

/** What a row changes of a quantity, or why it is not done. */
function plan(
  { key, preview }: Params,
  checked: CheckedRow,
  shown: SeenRow | null,
): { readonly adjustment: BatchedAdjustment | null } | { readonly reason: MessageOnWire } {
  const { row, variantId, problem } = checked;
  if (problem !== null) return { reason: problem.reason };
  const held = preview === null ? { units: checked.units, seen: undefined } : sinceSeen(checked, shown);
  if ('reason' in held) return held;
  const { units, seen } = held;
  if (variantId === null || units === null) return { adjustment: null };
  return { adjustment: { variantId, units, seen, key: sheetKey(key, row.number) } };
}

/** Why a quantity was not changed, in the words of a sheet. */
function reasonOf(reason: MessageOnWire, seen: number | undefined): MessageOnWire {
  return seen === undefined || !isMovedSinceSeen(reason)
    ? reason
    : message('spreadsheets.changed_since_preview', { seen, quantity: Number(reason.values['quantity']) });
}

/**
 * Makes the change of a row that changes barcodes. It is idempotent: after a kill it is made once more without an effect.
 * @returns why it cannot be made; null where it is made, was made before, or changes nothing
 */
async function changeAlone(
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  { variantId, barcodes }: CheckedRow,
  adjustment: BatchedAdjustment | null,
): Promise<MessageOnWire | null> {
  if (variantId === null) return null;
  const of = { storeId, variantId, userId, operationId };
  try {
    if (adjustment !== null) await adjustQuantity(ctx, { ...of, ...adjustment, ...refusing });
    if (barcodes !== null) await saveBarcodes(ctx, { ...of, ...barcodes });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return reasonOf(error.reason, adjustment?.seen);
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

const problemText = ({ problem }: CheckedRow, reason: MessageOnWire): string =>
  problem === null ? english(reason) : `${problem.column}: ${english(reason)}`;

/** The columns of the sheet of failed rows: its own, and why each failed. */
const columnsOf = (layout: Layout) => [
  ...productSheetColumns.filter(({ title }) => layout.has(title)),
  { title: problemColumn, width: 60 },
];

function toMend(cells: readonly string[], layout: Layout, problem: string): readonly Cell[] {
  const own = productColumns.filter((column) => layout.has(column));
  return [
    ...own.map((column) => {
      const text = cellOf(cells, layout, column);
      const isNumber = column === 'Quantity' || column === 'Exported quantity';
      return isNumber && /^-?\d{1,9}$/.test(text) ? Number(text) : text;
    }),
    problem,
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
