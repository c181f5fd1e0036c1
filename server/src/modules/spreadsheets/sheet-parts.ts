import { z } from 'zod';
import type { Context } from '../../context.ts';
import { keepFile, WORK_KEPT_MS } from './keep-file.ts';
import type { Cell } from './write-sheet.ts';

const part = z.array(z.array(z.union([z.string(), z.number(), z.null()])));

/**
 * Stores rows of a sheet that is being made, so that a killed operation resumes after them.
 * @returns the key of their file
 */
export function keepPart(ctx: Context, storeId: number, rows: readonly (readonly Cell[])[]): Promise<string> {
  return keepFile(ctx, storeId, Buffer.from(JSON.stringify(rows), 'utf8'), WORK_KEPT_MS);
}

/**
 * The rows of parts in their order; one part is in memory at a time.
 * @throws Error for a part whose file is gone
 */
export async function* rowsOfParts(ctx: Context, keys: readonly string[]): AsyncGenerator<readonly Cell[]> {
  for (const key of keys) {
    const bytes = await ctx.files.read(key);
    if (bytes === null) throw new Error(`The part ${key} of a sheet is gone.`);
    yield* part.parse(JSON.parse(bytes.toString('utf8')));
  }
}
