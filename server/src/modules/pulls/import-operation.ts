import { ChannelError } from '@evenstock/connectors/kit/errors';
import { message, type Message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import {
  defineOperation,
  type Commit,
  type DefinedOperation,
  type OperationRecord,
  type Progress,
  type RowOutcome,
  type StepOutcome,
} from '../operations/operation-definition.ts';
import { triedKeys } from '../operations/tried-keys.ts';
import { firstImports, type importParams } from './first-imports.ts';
import { endImport, noteFault, reopenImport, takeOverImport } from './import-pulls.ts';
import { advancePull, PullLost, type TakenPage } from './pulls.ts';
import type { ImportedKind } from './pulls.rules.ts';
import type { ReadPages } from './run-pull.ts';

/** The number of failed records that one step reads again. */
const RECORDS_AT_ONCE = 20;

/** Null while the pull holds the cursor; otherwise the number of failed records that were read again. */
const cursor = z.object({ next: z.number().int() }).nullable();
type ImportCommit = Commit<z.input<typeof cursor>>;

interface ImportScope {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/** The outcome of reading one record again. */
export type RecordReading =
  | { readonly outcome: 'imported' }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'unreadable'; readonly reason: Message };

/** How the module above reads records of a kind. */
interface ImportReader {
  readonly pages: ReadPages;
  /** Reads single records by their references. @throws ChannelError */
  records(
    ctx: Context,
    scope: ImportScope,
    references: readonly string[],
  ): Promise<ReadonlyMap<string, RecordReading>>;
}

/**
 * The first import of a marketplace's listings or orders. The operation works on a pull, whose row holds the cursor. Only records
 * that could not be read have rows; they are retried by their references.
 */
export function importOperation(
  kind: ImportedKind,
  reader: ImportReader,
): DefinedOperation<typeof importParams> {
  return defineOperation({
    ...firstImports[kind],
    cursor,
    step: (ctx, operation, { params, cursor: kept }, commit) =>
      'pull' in params
        ? importPages(ctx, { operation, pullId: params.pull, reader, commit })
        : readAgain(ctx, { operation, references: params.references, reader, commit }, kept?.next ?? 0),
    async finish(tx, ctx, _operation, end, params) {
      if (end !== 'done' && 'pull' in params) await endImport(tx, ctx, params.pull, end);
    },
    reopen: async (tx, _ctx, params) => !('pull' in params) || (await reopenImport(tx, params.pull)),
    retry: (_params, failed) => ({ references: [...failed] }),
  });
}

interface Import {
  readonly operation: OperationRecord;
  readonly reader: ImportReader;
  readonly commit: ImportCommit;
}

async function importPages(
  ctx: Context,
  { operation, pullId, reader, commit }: Import & { readonly pullId: number },
): Promise<StepOutcome> {
  const pull = await takeOverImport(ctx, pullId);
  // The pull ended in the transaction of its last page.
  if (pull === null) return 'done';
  // The number of records of the pull that earlier operations have read.
  const before = Math.max(pull.done - operation.done - operation.failed, 0);
  let read = pull.done;
  try {
    return await reader.pages(ctx, pull, async (work) => {
      let readNow = read;
      const goesOn = await commit(async (tx) => {
        const pages: TakenPage[] = [];
        await work(tx, async (page) => {
          await advancePull(tx, ctx, pull, page);
          pages.push(page);
        });
        const [page] = pages;
        if (page === undefined) throw new Error('A page was committed without moving its pull on.');
        readNow = page.progress.done;
        const tried = await triedKeys(
          tx,
          operation.id,
          page.unreadable.map(({ reference }) => reference),
        );
        return progressOf(page, { read, before, tried });
      });
      read = readNow;
      return goesOn;
    });
  } catch (error) {
    // The lease of the pull is that of the operation.
    if (error instanceof PullLost) return 'more';
    if (error instanceof ChannelError) await noteFault(ctx, pull, error.fault);
    throw error;
  }
}

interface ReadSoFar {
  /** The records of the pull before this page, and those of them that earlier operations have read. */
  readonly read: number;
  readonly before: number;
  /** The references of this page that have rows already. */
  readonly tried: ReadonlySet<string>;
}

/** The rows that a page adds to the operation. Records of a second pass are not counted again. */
function progressOf(
  { progress: { done, total }, unreadable, isLast }: TakenPage,
  { read, before, tried }: ReadSoFar,
): Progress<z.input<typeof cursor>> {
  const counted = done - read;
  const failed = new Map(
    unreadable
      .filter(({ reference }) => counted > 0 && !tried.has(reference))
      .map((record) => [record.reference, unreadableRow(record.reference, record.reason)]),
  );
  const inAll = isLast ? done : total;
  return {
    rows: [...failed.values()],
    cursor: null,
    doneWithoutRow: Math.max(counted - unreadable.length, 0),
    ...(inAll === null ? {} : { total: Math.max(inAll, done) - before }),
  };
}

async function readAgain(
  ctx: Context,
  { operation, references, reader, commit }: Import & { readonly references: readonly string[] },
  next: number,
): Promise<StepOutcome> {
  const { storeId, subjectId: marketplaceId } = operation;
  if (marketplaceId === null) throw new Error('An import names no marketplace.');
  const chunk = references.slice(next, next + RECORDS_AT_ONCE);
  const readings = await reader.records(ctx, { storeId, marketplaceId }, chunk);
  const rows = chunk.map((reference) => rowOf(reference, readings.get(reference)));
  const moved = { next: next + chunk.length };
  await commit(() => Promise.resolve({ rows, cursor: moved }));
  return moved.next < references.length ? 'more' : 'done';
}

function rowOf(key: string, reading: RecordReading | undefined): RowOutcome {
  if (reading?.outcome === 'unreadable') return unreadableRow(key, reading.reason);
  const row = { key, label: key, subject: null };
  return reading?.outcome === 'imported'
    ? { ...row, state: 'done', reason: null }
    : { ...row, state: 'skipped', reason: message('pulls.record_missing') };
}

const unreadableRow = (key: string, reason: Message): RowOutcome => ({
  key,
  label: key,
  subject: null,
  state: 'failed',
  reason,
});
