import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../logs/durable-files.ts';
import { FilesUnreachable, isFileKey, nameOfFile, type SealedFiles } from './sealed-files.ts';

/** Sealed files in a folder, which is made with the first one. */
export function filesInFolder(folder: string): SealedFiles {
  const pathOf = (key: string): string => join(folder, nameOfFile(key));
  return {
    place: folder,
    write: (key, bytes) => reaching(writeWhole(pathOf(key), bytes)),
    read: (key) => reaching(readFile(pathOf(key)).catch(nullIfMissing)),
    remove: (key) => reaching(rm(pathOf(key), { force: true })),
    async *keys() {
      for (const part of (await reaching(readdir(folder).catch(nullIfMissing))) ?? [])
        for (const name of await reaching(readdir(join(folder, part)))) if (isFileKey(name)) yield name;
    },
  };
}

/** A reader finds the whole file or none, after a power failure too. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const half = `${path}.half`;
  const file = await open(half, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(half, path);
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new FilesUnreachable(`The folder of files could not be used${code}.`, { cause: error });
  }
}
