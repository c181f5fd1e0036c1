import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps files by keys, which are letters, digits and dashes. */
export interface FileStore {
  /** Writes a file whole: no reader sees a part of it. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(key: string): Promise<Buffer | null>;
  /** Removes a file; one that is not there is removed already. */
  remove(key: string): Promise<void>;
  /** The keys of files that were written before an instant. */
  writtenBefore(instant: Date): Promise<string[]>;
}

const PART = '.part';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Opens the file store of a folder, which is made with its first file. */
export function openFileStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[\w-]+$/.test(key))
      throw new Error('A key of the file store holds letters, digits and dashes alone.');
    return join(folder, key);
  };
  return {
    async write(key, bytes) {
      const path = pathOf(key);
      await mkdir(folder, { recursive: true });
      await writeFile(path + PART, bytes, { flush: true });
      await rename(path + PART, path);
    },
    async read(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async writtenBefore(instant) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const old: string[] = [];
      for (const name of names) {
        const { mtime } = await stat(join(folder, name)).catch((error: unknown) => {
          if (isMissing(error)) return { mtime: instant };
          throw error;
        });
        // What a killed process left half-written is removed as a file of its own.
        if (mtime < instant) old.push(name.endsWith(PART) ? name.slice(0, -PART.length) : name);
      }
      return old;
    },
  };
}
