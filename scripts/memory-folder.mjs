import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system that Linux keeps in memory. */
const MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
const PREFIX = 'evenstock-tests-';
/** Several times what all suites together have kept at once. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** @type {typeof import('./memory-folder.mjs').keepTemporaryFilesInMemory} */
export function keepTemporaryFilesInMemory() {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  removeAbandoned();
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL's user must be able to pass through.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  if (!existsSync(MEMORY)) return false;
  const { type, bsize, bavail } = statfsSync(MEMORY);
  return type === TMPFS && bsize * bavail > ENOUGH_BYTES && process.availableMemory() > ENOUGH_BYTES;
}

function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter((name) => name.startsWith(PREFIX))) {
    if (!existsSync(join('/proc', name.slice(PREFIX.length))))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
