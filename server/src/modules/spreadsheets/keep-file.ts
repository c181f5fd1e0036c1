import type { Context } from '../../context.ts';
import { pagesAlone, togetherOrEach } from '../../platform/jobs/each-alone.ts';
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

/** Deletes the files that have expired; one that cannot be removed stops no other. It is idempotent: after a kill the next run deletes the rest. */
export async function purgeFiles(ctx: Context): Promise<void> {
  const at = ctx.clock.now();
  const of = { log: ctx.log, task: 'spreadsheets.purge_files' };
  await pagesAlone(
    (last: string | null) => expiredFiles(ctx.db, at, { after: last, limit: AT_ONCE }),
    (page) =>
      togetherOrEach(of, page, async (keys) => {
        for (const key of keys) await ctx.files.remove(key);
        await deleteFiles(ctx.db, keys);
      }),
  );
}
