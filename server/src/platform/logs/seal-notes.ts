import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isMissing, parsed, textOf, writeDurably } from './durable-files.ts';

const notedSeal = z.object({
  storeId: z.number().int().nullable(),
  chain: z.number().int(),
  number: z.number().int(),
  /** Hexadecimal. */
  hash: z.string(),
});
/** A seal of a store's activities, as it is known outside of the database. */
export type NotedSeal = z.infer<typeof notedSeal>;

const notesFile = z.object({
  at: z.coerce.date(),
  newest: z.array(notedSeal),
  missed: z.array(notedSeal),
});
const notesName = /^seals-[0-9a-f-]{36}\.json$/;

/** The newest seals of activities, kept in a folder beside the database, so that a chain that was cut off is noticed. */
export interface SealNotes {
  /**
   * Keeps the newest seal of each store, and for good those that the database lacked. Resolves once it is flushed; what cannot be
   * written is kept for the next write, and logged.
   */
  note(seals: { newest: readonly NotedSeal[]; missed: readonly NotedSeal[] }, at: Date): Promise<void>;
  /** What this process and the folder know. */
  noted(): Promise<readonly NotedSeal[]>;
  /** Removes what another database left in the folder. */
  clear(): Promise<void>;
  /** Takes over what processes noted that ended before this instant. */
  prune(before: Date): Promise<void>;
}

/** @param folder null: this process alone remembers */
export function openSealNotes(folder: string | null, processId: string, log: Logger): SealNotes {
  const own = `seals-${processId}.json`;
  const newest = new Map<number | null, NotedSeal>();
  const missed = new Map<string, NotedSeal>();
  let writing: Promise<void> = Promise.resolve();

  function remember(seals: { newest: readonly NotedSeal[]; missed: readonly NotedSeal[] }): void {
    for (const seal of seals.newest) {
      const known = newest.get(seal.storeId);
      if (known === undefined || isLater(seal, known)) newest.set(seal.storeId, seal);
    }
    for (const seal of seals.missed) missed.set(JSON.stringify(seal), seal);
  }
  const write = async (into: string, at: Date): Promise<void> => {
    const text = JSON.stringify({ at, newest: [...newest.values()], missed: [...missed.values()] });
    await writeDurably(into, own, text);
  };
  const others = async (): Promise<{ name: string; notes: z.infer<typeof notesFile> }[]> => {
    if (folder === null) return [];
    const found = [];
    for (const name of await namesIn(folder)) {
      const text = name === own ? null : await textOf(folder, name);
      const notes = text === null ? null : parsed(notesFile, text);
      if (notes !== null) found.push({ name, notes });
    }
    return found;
  };
  return {
    note(seals, at) {
      remember(seals);
      if (folder === null) return Promise.resolve();
      writing = writing
        .then(() => write(folder, at))
        .catch((error: unknown) => {
          log.error({ err: error }, 'The newest seals could not be written; they wait for the next write.');
        });
      return writing;
    },
    async noted() {
      const theirs = (await others()).flatMap(({ notes }) => [...notes.newest, ...notes.missed]);
      return [...newest.values(), ...missed.values(), ...theirs];
    },
    async clear() {
      newest.clear();
      missed.clear();
      if (folder === null) return;
      for (const name of await namesIn(folder)) await rm(join(folder, name), { force: true });
    },
    async prune(before) {
      const old = (await others()).filter(({ notes }) => notes.at < before);
      if (folder === null || old.length === 0) return;
      for (const { notes } of old) remember(notes);
      writing = writing.catch(() => undefined).then(() => write(folder, before));
      await writing;
      for (const { name } of old) await rm(join(folder, name), { force: true });
    },
  };
}

const isLater = (one: NotedSeal, other: NotedSeal): boolean =>
  one.chain > other.chain || (one.chain === other.chain && one.number > other.number);

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => notesName.test(name)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
