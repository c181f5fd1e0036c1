import type { Context } from '../../context.ts';
import { pagesAlone, togetherOrEach } from '../../platform/jobs/each-alone.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteFiles, expiredFiles, expireFilesOf, insertFile } from './printing.queries.ts';

/** How long files with buyers' data are kept. */
export const KEPT_MS = 24 * 60 * 60_000;
/** Longer than a file is written after its row. */
const WRITTEN_WITHIN_MS = 60 * 60_000;
const AT_ONCE = 100;

/** Whose file it is, and the orders whose buyers it shows. */
interface FileOf {
  readonly storeId: number;
  readonly orderIds: readonly number[];
}

/** Keeps a file for a day. @returns its key */
export async function keepFile(
  ctx: Context,
  { storeId, orderIds }: FileOf,
  bytes: Uint8Array,
): Promise<string> {
  const key = ctx.files.newKey();
  const at = ctx.clock.now();
  // Its row comes first: a process that is killed in between leaves a row that expires, not an orphan.
  await insertFile(ctx.db, { key, storeId, orderIds, at, expiresAt: new Date(at.getTime() + KEPT_MS) });
  await ctx.files.write(key, bytes);
  return key;
}

/** Deletes the files that have expired; one that cannot be removed stops no other. After a kill the next run continues. */
export async function purgeFiles(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  const of = { log: ctx.log, task: 'printing.purge_files' };
  await pagesAlone(
    (last: string | null) => expiredFiles(ctx.db, at, { after: last, limit: AT_ONCE }),
    (page) =>
      togetherOrEach(of, page, async (keys) => {
        for (const key of keys) await ctx.files.remove(key);
        await deleteFiles(ctx.db, keys);
      }),
  );
}

/** Deletes the files that show buyers of orders whose data were deleted. */
export async function deleteFilesOfBuyers(ctx: Context, of: FileOf): Promise<void> {
  const expiresAt = new Date(ctx.clock.now().getTime() + WRITTEN_WITHIN_MS);
  const keys = await inTransaction(ctx.db, (tx) => expireFilesOf(tx, of, expiresAt));
  for (const key of keys) await ctx.files.remove(key);
}
