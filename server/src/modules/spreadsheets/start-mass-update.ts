import { createHash } from 'node:crypto';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { said } from '@evenstock/contract/messages/english';
import type { QuantityChange } from '@evenstock/contract/catalog/quantity-changes';
import { message } from '@evenstock/contract/messages/message';
import {
  problemsShown,
  type massUpdateVariants,
  type ProductColumn,
  type SheetProblem,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { invalid, type Call } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listQuantityChanges, type AskedQuantity } from '../catalog/pages/list-quantity-changes.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { showMassAction } from '../operations/show-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { countRepeatedAdjustments, type FutureAdjustment } from '../stock/changes/adjust-quantity.ts';
import { openSheet, quantityAfter, type CheckedRow } from './check-sheet.ts';
import { keepPreview, requirePreview, seenRow } from './sheet-previews.ts';
import type { Cell } from './write-sheet.ts';
import { keepFile, WORK_KEPT_MS } from './keep-file.ts';
import { refusedSheet } from './refused-sheet.ts';
import { massUpdateOperation } from './run-mass-update.ts';
import { isAnotherUnderWay, lastImport, syncsQuantities } from './spreadsheets.queries.ts';
import { hasExported, sheetKey, sheetKeyBeginning } from './update-sheet.rules.ts';

/** Changes that a dry run lists, at most; all are counted. */
const CHANGES_LISTED = 100;
/** How long after a change the same one by another sheet is asked about, in milliseconds. */
const REPEATED_WITHIN_MS = 24 * 60 * 60_000;

type MassCall = Call<typeof massUpdateVariants>;
type Reply = CallReply<typeof massUpdateVariants>;

/**
 * Checks a whole sheet of quantities, and starts its import unless it is a dry run. Invalid rows fail alone; a file that cannot be
 * read, or is no sheet of quantities, changes nothing.
 * @throws Refusal 422
 */
export async function startMassUpdate(call: MassCall): Promise<Reply> {
  const { ctx, store, file, body } = call;
  if (file === null) throw refusedSheet(message('spreadsheets.file_required'));
  const bytes = Buffer.from(file.bytes);
  const content = createHash('sha256').update(bytes).digest('hex');
  const checked = await checkSheet(call, bytes, content);
  const isDry = body.dry_run ?? false;
  const previewed = { content, tab: checked.tab };
  if (!isDry && body.preview !== undefined) await requirePreview(ctx, store.id, body.preview, previewed);
  const before = checked.hasExported ? await lastImport(ctx.db, store.id, content) : null;
  const id = isDry ? null : await start(call, bytes, { content, before, ...checked });
  const preview = isDry
    ? checked.hasExported
      ? null
      : await keepPreview(ctx, store.id, previewed, checked.seen)
    : heldTo(body.preview, checked);
  return {
    mass_update: {
      mass_action:
        id === null ? null : (await showMassAction(ctx, store.id, id, () => massUpdateOperation)).mass_action,
      waits: await isAnotherUnderWay(ctx.db, store.id, id),
      rows: checked.rows,
      changes: checked.changes,
      unchanged: checked.rows - checked.changes - checked.failed,
      failed: checked.failed,
      problems: checked.problems,
      ignored: [...checked.ignored].map(([column, rows]) => ({ column, rows })),
      foreign_columns: [...checked.foreign],
      tab: checked.tab,
      tabs: [...checked.tabs],
      listed: [...checked.listed],
      has_exported_quantity: checked.hasExported,
      repeated: checked.repeated,
      imported_before_at: before?.toISOString() ?? null,
      preview,
    },
  };
}

interface Checked {
  readonly rows: number;
  readonly changes: number;
  readonly failed: number;
  readonly problems: SheetProblem[];
  readonly ignored: ReadonlyMap<ProductColumn, number>;
  readonly foreign: readonly string[];
  readonly hasExported: boolean;
  /** Rows whose change was made by another sheet lately. */
  readonly repeated: number;
  readonly tab: string | null;
  readonly tabs: readonly string[];
  /** The rows that can be done, as a preview of absolute quantities keeps them. */
  readonly seen: readonly (readonly Cell[])[];
  /** The largest changes, odd ones first. */
  readonly listed: readonly QuantityChange[];
}

async function checkSheet({ ctx, store, body }: MassCall, bytes: Buffer, content: string): Promise<Checked> {
  const sheet = await openSheet(bytes, body.tab ?? null);
  const isSinceExport = hasExported(sheet.layout);
  const problems: SheetProblem[] = [];
  const ignored = new Map<ProductColumn, number>();
  const changed: AskedQuantity[] = [];
  const seen: (readonly Cell[])[] = [];
  const counts = { rows: 0, changes: 0, failed: 0, repeated: 0 };
  const since = new Date(ctx.clock.now().getTime() - REPEATED_WITHIN_MS);
  for await (const batch of sheet.rows(ctx.db, store.id)) {
    for (const row of batch) {
      counts.rows += 1;
      if (row.problem !== null) counts.failed += 1;
      else if (row.units !== null || row.barcodes !== null) counts.changes += 1;
      const change = changeOf(row);
      if (change !== null) changed.push(change);
      const kept = isSinceExport ? null : seenRow(row);
      if (kept !== null) seen.push(kept);
      if (row.problem !== null && problems.length < problemsShown) problems.push(describe(row, row.problem));
      for (const column of row.differs) ignored.set(column, (ignored.get(column) ?? 0) + 1);
    }
    const additions = batch.flatMap((row) => additionOf(row, content) ?? []);
    counts.repeated += await countRepeatedAdjustments(ctx.db, additions, {
      keyBeginning: sheetKeyBeginning,
      since,
    });
  }
  if (counts.rows === 0) throw refusedSheet(message('spreadsheets.no_rows'));
  if (!isSinceExport && body.set_absolute !== true && body.dry_run !== true) {
    throw refusedSheet(message('spreadsheets.absolute_or_not'));
  }
  if (sheet.tabs.length > 1 && body.tab === undefined && body.dry_run !== true) {
    throw refusedSheet(
      message('spreadsheets.choose_tab', { tabs: sheet.tabs.map((tab) => `“${tab}”`).join(', ') }),
    );
  }
  return {
    ...counts,
    problems,
    ignored,
    seen,
    foreign: sheet.foreign,
    hasExported: isSinceExport,
    tab: sheet.tab,
    tabs: sheet.tabs,
    listed: await listQuantityChanges(ctx, changed, CHANGES_LISTED),
  };
}

/** The change of a row; null where it makes none. */
function changeOf({ row, variantId, units, barcodes, now, problem }: CheckedRow): AskedQuantity | null {
  if (problem !== null || variantId === null || now === null) return null;
  if (units === null && barcodes === null) return null;
  return {
    row: row.number,
    variantId,
    now,
    then: units === null ? now : quantityAfter(units, now),
    barcodes,
  };
}

/** The units that a row adds; null where it adds none. */
function additionOf(
  { row, variantId, units, problem }: CheckedRow,
  content: string,
): FutureAdjustment | null {
  if (problem !== null || variantId === null || typeof units !== 'number') return null;
  return { variantId, units, key: sheetKey(content, row.number) };
}

function describe({ row }: CheckedRow, problem: NonNullable<CheckedRow['problem']>): SheetProblem {
  const { column, value, reason } = problem;
  return { row: row.number, column, value, reason: said(reason) };
}

/** The preview that an import is held to: one of absolute quantities. */
const heldTo = (preview: string | undefined, { hasExported }: Pick<Checked, 'hasExported'>): string | null =>
  hasExported ? null : (preview ?? null);

async function start(
  { ctx, store, actor, body }: MassCall,
  bytes: Buffer,
  sheet: Pick<Checked, 'rows' | 'changes' | 'failed' | 'hasExported' | 'tab'> & {
    readonly content: string;
    readonly before: Date | null;
  },
): Promise<number> {
  if (!(await syncsQuantities(ctx.db, store.id))) throw invalid('product', message('stock.sync_is_off'));
  const file = await keepFile(ctx, store.id, bytes, WORK_KEPT_MS);
  return inTransaction(ctx.db, async (tx) => {
    const { id } = await startOperation(tx, ctx, massUpdateOperation, {
      storeId: store.id,
      params: {
        file,
        tab: sheet.tab,
        preview: heldTo(body.preview, sheet),
        content: sheet.content,
        // The same changes are made once, however often their sheet is sent; absolute quantities may be set again.
        key: sheet.hasExported ? sheet.content : file,
        only: null,
        was_imported: sheet.before !== null,
      },
      userId: actor.userId,
      exclusiveKey: null,
      total: sheet.rows,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.mass_update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id },
      extras: { rows: sheet.rows, changes: sheet.changes, failed: sheet.failed },
      at: ctx.clock.now(),
    });
    return id;
  });
}
