import { statfsSync } from 'node:fs';
import { StartProblem } from './start-problem.ts';

/** PostgreSQL can end without a word of the disk while less than this is free: it writes its log in segments of 16 MiB. */
const LEAST_FREE = 17 * 1024 * 1024;

/**
 * The full disk behind a failure to start, as a problem that a person can solve; null where it is none.
 * @param folder the folder that the program itself writes to; null where it writes to none
 */
export function fullDisk(
  error: unknown,
  folder: string | null,
  leastFree: number = LEAST_FREE,
): StartProblem | null {
  if (folder !== null && freeBytes(folder) < leastFree) {
    return new StartProblem(
      `The disk of ${folder} is full. Free some space, or set EVENSTOCK_DATA_DIR to a folder on another disk, then start again.`,
    );
  }
  return codesOf(error).some((code) => code === 'ENOSPC' || code === '53100')
    ? new StartProblem('A disk is full, perhaps that of the database. Free some space, then start again.')
    : null;
}

/** The bytes that are free for this user; more than any number where the system does not say. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

function codesOf(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  return [...('code' in error ? [error.code] : []), ...codesOf(error.cause)];
}
