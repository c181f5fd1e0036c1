import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import type { FileStore } from '../files/files.ts';
import { pagesAlone, togetherOrEach } from './each-alone.ts';

const AT_ONCE = 100;

interface Keeper {
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps a file for a while.
 * @param insert records it: the row comes first, so a process that is killed in between leaves a row that expires, not an orphan
 * @returns its key
 */
export async function keepFor(
  { files, clock }: Keeper,
  forMs: number,
  bytes: Uint8Array,
  insert: (file: { readonly key: string; readonly at: Date; readonly expiresAt: Date }) => Promise<void>,
): Promise<string> {
  const key = files.newKey();
  const at = clock.now();
  await insert({ key, at, expiresAt: new Date(at.getTime() + forMs) });
  await files.write(key, bytes);
  return key;
}

/** The rows of files that expire. */
export interface ExpiringFiles {
  readonly task: string;
  readonly expired: (
    at: Date,
    page: { readonly after: string | null; readonly limit: number },
  ) => Promise<string[]>;
  readonly forget: (keys: readonly string[]) => Promise<void>;
}

/** Deletes the files that have expired; one that cannot be removed stops no other. After a kill the next run continues. */
export async function purgeExpired(
  { files, clock, log }: Keeper,
  { task, expired, forget }: ExpiringFiles,
): Promise<void> {
  const at = clock.now();
  await pagesAlone(
    (last: string | null) => expired(at, { after: last, limit: AT_ONCE }),
    (page) =>
      togetherOrEach({ log, task }, page, async (keys) => {
        for (const key of keys) await files.remove(key);
        await forget(keys);
      }),
  );
}
