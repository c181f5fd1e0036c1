import type { Context } from '../../context.ts';
import { deleteFiles, deleteReadingsBefore, expiredFiles, insertFile } from './printing.queries.ts';

/** How long files with buyers' data are kept. */
const KEPT_MS = 24 * 60 * 60_000;
const AT_ONCE = 100;

/** Keeps a file for a day. @returns its key */
export async function keepFile(ctx: Context, storeId: number, bytes: Uint8Array): Promise<string> {
  const key = ctx.files.newKey();
  const at = ctx.clock.now();
  // Its row comes first: a process that is killed in between leaves a row that expires, not a file that nobody knows.
  await insertFile(ctx.db, { key, storeId, at, expiresAt: new Date(at.getTime() + KEPT_MS) });
  await ctx.files.write(key, bytes);
  return key;
}

/** Deletes the files that have expired; killed in the middle, the next run deletes the rest. */
export async function purgeFiles(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  for (;;) {
    const keys = await expiredFiles(ctx.db, at, AT_ONCE);
    if (keys.length === 0) break;
    for (const key of keys) await ctx.files.remove(key);
    await deleteFiles(ctx.db, keys);
  }
  const before = new Date(at.getTime() - 2 * KEPT_MS).toISOString().slice(0, 10);
  await deleteReadingsBefore(ctx.db, before);
}
