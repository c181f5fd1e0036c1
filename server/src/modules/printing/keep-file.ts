import type { Context } from '../../context.ts';
import { keepFor, purgeExpired } from '../../platform/jobs/kept-files.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { deleteFiles, expiredFiles, expireFilesOf, insertFile } from './printing.queries.ts';

/** How long files with buyers' data are kept. */
export const KEPT_MS = 24 * 60 * 60_000;
/** Longer than a file is written after its row. */
const WRITTEN_WITHIN_MS = 60 * 60_000;

/** Whose file it is, and the orders whose buyers it shows. */
interface FileOf {
  readonly storeId: number;
  readonly orderIds: readonly number[];
}

/** Keeps a file for a day. @returns its key */
export const keepFile = (ctx: Context, of: FileOf, bytes: Uint8Array): Promise<string> =>
  keepFor(ctx, KEPT_MS, bytes, (file) => insertFile(ctx.db, { ...of, ...file }));

/** Deletes the files that have expired. */
export const purgeFiles = (ctx: Context): Promise<void> =>
  purgeExpired(ctx, {
    task: 'printing.purge_files',
    expired: (at, page) => expiredFiles(ctx.db, at, page),
    forget: (keys) => deleteFiles(ctx.db, keys),
  });

/** Deletes the files that show buyers of orders whose data were deleted. */
export async function deleteFilesOfBuyers(ctx: Context, of: FileOf): Promise<void> {
  const expiresAt = new Date(ctx.clock.now().getTime() + WRITTEN_WITHIN_MS);
  const keys = await inTransaction(ctx.db, (tx) => expireFilesOf(tx, of, expiresAt));
  for (const key of keys) await ctx.files.remove(key);
}
