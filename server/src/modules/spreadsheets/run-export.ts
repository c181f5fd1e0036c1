import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { dayOf } from '../../platform/time/days.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import {
  defineOperation,
  type Commit,
  type OperationRecord,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import type { ExportSource } from './export-source.ts';
import { keepFile, RESULT_KEPT_MS } from './keep-file.ts';
import { keepPart, rowsOfParts } from './sheet-parts.ts';
import { notifyOfExport } from './notify-of-end.ts';
import { mailExportJob } from './spreadsheets.jobs.ts';
import { insertPart, insertResult, partsOf, zoneOfStore } from './spreadsheets.queries.ts';
import { writeSheet } from './write-sheet.ts';

/** Number of records of one page: the maximum in memory, and in one transaction. */
const AT_ONCE = 1_000;

const cursor = z.object({
  /** The id of the last record that is in a part; null: no part exists. */
  last: z.number().int().nullable(),
  parts: z.number().int(),
  isRead: z.boolean(),
  isWritten: z.boolean(),
});
type Cursor = z.infer<typeof cursor>;

const beginning: Cursor = { last: null, parts: 0, isRead: false, isWritten: false };

/**
 * Makes an export: its records are read page by page into parts, and the parts become one file. It is idempotent: a killed export
 * resumes after its last part. Its end mails the link.
 */
export const exportOperation = <Params>(source: ExportSource<Params>) =>
  defineOperation({
    kind: source.kind,
    topics: [],
    params: source.params,
    cursor,
    async step(ctx, operation, { params, cursor: kept }, commit) {
      const state = kept ?? beginning;
      if (state.isWritten) return 'done';
      if (state.isRead) return write(ctx, operation, source, state, commit);
      return read(ctx, operation, source, { params, state }, commit);
    },
    async finish(tx, ctx, operation, end) {
      if (end !== 'done') return;
      await enqueue(tx, mailExportJob, { operationId: operation.id });
      await notifyOfExport(tx, ctx, operation, source);
    },
    // An export has no rows that fail.
    retry: (params) => params,
  });

async function read<Params>(
  ctx: Context,
  { id: operationId, storeId, total }: OperationRecord,
  source: ExportSource<Params>,
  { params, state }: { readonly params: Params; readonly state: Cursor },
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const asked = { storeId, params };
  const count = total ?? (await source.count(ctx, asked));
  const page = await source.read(ctx, asked, { last: state.last, limit: AT_ONCE });
  const key = page.rows.length === 0 ? null : await keepPart(ctx, storeId, page.rows);
  await commit(async (tx) => {
    if (key !== null) await insertPart(tx, { operationId, position: state.parts, key });
    return {
      rows: [],
      doneWithoutRow: page.records,
      total: count,
      cursor: {
        last: page.last ?? state.last,
        parts: state.parts + 1,
        isRead: page.records < AT_ONCE,
        isWritten: false,
      },
    };
  });
  return 'more';
}

async function write(
  ctx: Context,
  { id: operationId, storeId }: OperationRecord,
  source: Pick<ExportSource<unknown>, 'name' | 'columns'>,
  state: Cursor,
  commit: Commit<Cursor>,
): Promise<StepOutcome> {
  const parts = await partsOf(ctx.db, operationId);
  const written = { ...state, isWritten: true };
  if (parts.length === 0) {
    const reason = message('spreadsheets.nothing_to_export');
    const row = { key: '', label: source.name, subject: null, state: 'skipped', reason } as const;
    await commit(() => Promise.resolve({ rows: [row], cursor: written }));
    return 'more';
  }
  const at = ctx.clock.now();
  const bytes = await writeSheet(source.name, source.columns, rowsOfParts(ctx, parts));
  const key = await keepFile(ctx, storeId, bytes, RESULT_KEPT_MS);
  const name = `${source.name} ${dayOf(at, await zoneOfStore(ctx.db, storeId))}.xlsx`;
  await commit(async (tx) => {
    await insertResult(tx, { operationId, key, name, at }, parts);
    return { rows: [], cursor: written };
  });
  return 'more';
}
