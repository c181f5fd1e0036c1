import type { Context } from '../../context.ts';
import { deleteFiles, expiredFiles, insertFile } from './spreadsheets.queries.ts';

const HOUR_MS = 60 * 60_000;
/** How long the link of a mail opens its file. */
export const RESULT_KEPT_MS = 24 * HOUR_MS;
/** How long sheets and parts of an operation are kept; it may wait for another one. */
export const WORK_KEPT_MS = 7 * 24 * HOUR_MS;
const AT_ONCE = 100;

/** Keeps a file for a while. @returns its key */
export async function keepFile(
  ctx: Context,
  storeId: number,
  bytes: Uint8Array,
  forMs: number,
): Promise<string> {
  const key = ctx.files.newKey();
  const at = ctx.clock.now();
  // The row is inserted first: a process that is killed in between leaves a row that expires, not an orphaned file.
  await insertFile(ctx.db, { key, storeId, at, expiresAt: new Date(at.getTime() + forMs) });
  await ctx.files.write(key, bytes);
  return key;
}

/** Deletes the files that have expired. It is idempotent: after a kill the next run deletes the rest. */
export async function purgeFiles(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  for (;;) {
    const keys = await expiredFiles(ctx.db, at, AT_ONCE);
    if (keys.length === 0) return;
    for (const key of keys) await ctx.files.remove(key);
    await deleteFiles(ctx.db, keys);
  }
}
