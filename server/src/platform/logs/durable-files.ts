import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';

/** Replaces a file atomically: a reader finds the old text or the new one, also after a crash. */
export async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const beside = join(folder, `${name}.${randomUUID()}.new`);
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(beside, join(folder, name));
  await syncFolder(folder);
}

/** Flushes the names of a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The text of a file; null where there is none. */
export async function textOf(folder: string, name: string): Promise<string | null> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether an error says that there is no such file or folder. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What a JSON text holds; null where it is not of the schema. */
export function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
