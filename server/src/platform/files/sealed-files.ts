import { z } from 'zod';

/**
 * Encrypted files where they lie, by key: in a folder or in a bucket. What fails for any other reason than that there is no such
 * file fails with FilesUnreachable.
 */
export interface SealedFiles {
  /** Where they lie, for people who run the installation. */
  readonly place: string;
  /** Writes a file whole, or not at all; a file of this key is replaced. */
  write(key: string, bytes: Buffer): Promise<void>;
  /** Null where there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Removes a file; does nothing where there is none. */
  remove(key: string): Promise<void>;
  /** The keys of all files that are there. */
  keys(): AsyncIterable<string>;
}

/** Thrown where it is not known whether a file is there, or was written: the place does not answer, or refuses. Asking again may help. */
export class FilesUnreachable extends Error {
  override readonly name = 'FilesUnreachable';
}

const keyShape = z.uuid();

/** Whether a name is one that `newKey` makes. */
export const isFileKey = (name: string): boolean => keyShape.safeParse(name).success;

/** Where a file lies, in a folder and in a bucket alike: files may be copied from one to the other. */
export const nameOfFile = (key: string): string => `${key.slice(0, 2)}/${key}`;
