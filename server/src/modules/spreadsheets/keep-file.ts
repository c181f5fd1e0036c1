import type { Context } from '../../context.ts';
import { keepFor, purgeExpired } from '../../platform/jobs/kept-files.ts';
import { deleteFiles, expiredFiles, insertFile } from './spreadsheets.queries.ts';

const HOUR_MS = 60 * 60_000;
/** How long the link of a mail opens its file. */
export const RESULT_KEPT_MS = 24 * HOUR_MS;
/** How long sheets and parts of an operation are kept; it may wait for another one. */
export const WORK_KEPT_MS = 7 * 24 * HOUR_MS;

/** Keeps a file for a while. @returns its key */
export const keepFile = (ctx: Context, storeId: number, bytes: Uint8Array, forMs: number): Promise<string> =>
  keepFor(ctx, forMs, bytes, (file) => insertFile(ctx.db, { storeId, ...file }));

/** Deletes the files that have expired. */
export const purgeFiles = (ctx: Context): Promise<void> =>
  purgeExpired(ctx, {
    task: 'spreadsheets.purge_files',
    expired: (at, page) => expiredFiles(ctx.db, at, page),
    forget: (keys) => deleteFiles(ctx.db, keys),
  });
