import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../logs/durable-files.ts';

/** The process id that a data directory names as its server; null if it names none. A server may remove the file at any time. */
export function postmasterPid(folder: string): number | null {
  let text: string;
  try {
    text = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const pid = Number(text.split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Removes a killed server's postmaster.pid whose process id belongs to another program now, which PostgreSQL mistakes for the
 * server. The file stays while any process works in the folder, as it keeps two servers from writing the same data.
 */
export function removeStalePid(folder: string): void {
  const pid = postmasterPid(folder);
  if (pid === null || !isAlive(pid) || !existsSync('/proc/self/cwd')) return;
  if (workingFolders().includes(folder)) return;
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** The folders in which processes work. */
function workingFolders(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${name}/cwd`)];
      } catch {
        return [];
      }
    });
}
