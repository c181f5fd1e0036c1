import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { corpusEntry, type CorpusEntry } from './corpus-entry.ts';

/** The folder of entries, beside the sources and beside the built program. */
function folderOf(start: string): string {
  const found = join(start, 'corpus');
  if (existsSync(found)) return found;
  const above = dirname(start);
  if (above === start) throw new Error('The sandbox has no folder of corpus entries.');
  return folderOf(above);
}

let read: readonly CorpusEntry[] | null = null;

/**
 * All entries, by their id.
 * @throws Error that names the file and the place of what is malformed, or an id that is there twice
 */
export function readCorpus(): readonly CorpusEntry[] {
  read ??= readFolder(folderOf(import.meta.dirname));
  return read;
}

/** The entries of a folder. @throws Error as `readCorpus` */
export function readFolder(folder: string): CorpusEntry[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => readFile(join(folder, name), name));
  const ids = new Set<string>();
  for (const { id } of entries) {
    if (ids.has(id)) throw new Error(`The corpus has two entries ${id}.`);
    ids.add(id);
  }
  return entries;
}

/** One file holds one entry, in the folder of its channel. */
function readFile(path: string, name: string): CorpusEntry {
  const parsed = corpusEntry.safeParse(jsonOf(readFileSync(path, 'utf8'), name));
  if (!parsed.success) throw new Error(`corpus/${name}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`corpus/${name} is not JSON.`, { cause: error });
  }
}
