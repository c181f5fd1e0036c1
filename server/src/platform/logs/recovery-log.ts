import { utcDay } from '../time/days.ts';
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isMissing, parsed, textOf, writeDurably } from './durable-files.ts';
import { entryWriter, type LogEntry } from './entry-writer.ts';
import { openSealNotes, type SealNotes } from './seal-notes.ts';

/** The latest committed state of one process that is known outside of the database. */
export interface Committed {
  readonly process: string;
  /** How many batches it has counted, and when the last one was; null where it has counted none. */
  readonly count: number;
  readonly countedAt: Date | null;
  /** Its entry with the highest id. */
  readonly last: { readonly id: number; readonly key: string } | null;
}

/** What the folder says of the database as a whole. */
export interface LogState {
  readonly generation: number;
  /** Every entry after this id is in the folder. */
  readonly completeSince: number;
}

/** How far a start compared the ledger with the folder. */
export interface LogCheck {
  /** Every entry up to this id was compared. */
  readonly to: number;
  /** The newest id at a start, and when that was: once its transactions are over, the next start need not look behind it. */
  readonly seen: number;
  readonly seenAt: Date;
}

/** How the log fares. */
export interface LogCondition {
  /** When any process wrote to it last; null where nothing was ever written. */
  readonly lastLineAt: Date | null;
  /** Lines of this process that could not be written yet. */
  readonly unwritten: number;
}

/** Everything that lies outside of the database, without the entries themselves. */
export interface Evidence {
  readonly committed: readonly Committed[];
  /** Null where there is no folder, or nothing was ever kept in it. */
  readonly state: LogState | null;
}

/**
 * What a process remembers of its database, also kept in a folder beside it: append-only files with a line for each entry, and a
 * small file for each process with the number of its batches. Each is written after the commit, so the database had it first. A
 * process that is killed between the two leaves its entry to the next start, which compares the ledger with the folder.
 */
export interface RecoveryLog {
  /** This run of the program. */
  readonly processId: string;
  /** Whether a folder keeps it; otherwise only this process remembers. */
  readonly isKept: boolean;
  /** The newest seals of activities. */
  readonly seals: SealNotes;
  /**
   * Keeps entries. Resolves once they are written, where a kill of the program leaves them; the disk follows. What cannot be written
   * is kept for the next write, and logged.
   */
  append(entries: readonly LogEntry[]): Promise<void>;
  /** Flushes how many batches this process has counted, and all entries until then, before it acts on the last one. */
  count(count: number, at: Date): Promise<void>;
  /** What this process remembers. */
  remembered(): Committed;
  /** What this process remembers and what lies in the folder. */
  evidence(): Promise<Evidence>;
  /**
   * The content of every entry in the folder, in the order of ids. A last line of a file that is not whole was never answered and is
   * left out; any other one that cannot be read means that the log is not whole.
   */
  entries(): Promise<{ readonly contents: readonly unknown[]; readonly isWhole: boolean }>;
  /** The content of entries of this day and later ones. */
  entriesSince(day: Date): Promise<readonly unknown[]>;
  /** Null where no start has compared yet. */
  checked(): Promise<LogCheck | null>;
  saveChecked(check: LogCheck): Promise<void>;
  /** Keeps the state of the database as a whole. */
  saveState(state: LogState): Promise<void>;
  /** Removes what another database left in the folder. */
  clear(): Promise<void>;
  /** Deletes the entries of days before this instant, and what processes that ended before it have counted. */
  prune(before: Date): Promise<void>;
  /** Null where no folder is given. */
  condition(): Promise<LogCondition | null>;
  /** Ends the writing. */
  close(): Promise<void>;
}

const entryLine = z.object({ id: z.number().int(), key: z.string(), content: z.unknown() });
const countFile = z.object({ process: z.uuid(), count: z.number().int(), at: z.coerce.date() });
const stateFile = z.object({ generation: z.number().int(), completeSince: z.number().int() });
const checkFile = z.object({ to: z.number().int(), seen: z.number().int(), seenAt: z.coerce.date() });
const STATE = 'state.json';
const CHECK = 'checked.json';
const entriesName = /^entries-(\d{4}-\d{2}-\d{2})-([0-9a-f-]{36})-\d+\.jsonl$/;
const countName = /^count-[0-9a-f-]{36}\.json$/;

/** @param folder null: nothing is kept outside of this process */
export function openRecoveryLog(folder: string | null, log: Logger): RecoveryLog {
  const processId = randomUUID();
  let memory: Committed = { process: processId, count: 0, countedAt: null, last: null };
  const read: ReadFiles = new Map();
  const writer = folder === null ? null : entryWriter(folder, processId, log);
  const seals = openSealNotes(folder, processId, log);
  return {
    processId,
    isKept: folder !== null,
    seals,
    async append(entries) {
      for (const { id, key } of entries) {
        if (memory.last === null || id > memory.last.id) memory = { ...memory, last: { id, key } };
      }
      await writer?.append(entries);
    },
    async count(count, at) {
      if (count <= memory.count) return;
      memory = { ...memory, count, countedAt: at };
      if (folder === null) return;
      await writer?.flush();
      const text = JSON.stringify({ process: processId, count, at });
      await writeDurably(folder, `count-${processId}.json`, text);
    },
    remembered: () => memory,
    async evidence() {
      if (folder === null) return { committed: [memory], state: null };
      const others = (await committedIn(folder, read)).filter(({ process }) => process !== processId);
      return { committed: [memory, ...others], state: await stateIn(folder) };
    },
    async entries() {
      await writer?.flush();
      return folder === null ? { contents: [], isWhole: true } : entriesIn(folder);
    },
    async entriesSince(day) {
      await writer?.flush();
      return folder === null ? [] : (await entriesIn(folder, utcDay(day))).contents;
    },
    async checked() {
      const text = folder === null ? null : await textOf(folder, CHECK);
      return text === null ? null : parsed(checkFile, text);
    },
    async saveChecked(check) {
      if (folder !== null) await writeDurably(folder, CHECK, JSON.stringify(check));
    },
    async saveState(state) {
      if (folder !== null) await writeDurably(folder, STATE, JSON.stringify(state));
    },
    async clear() {
      await seals.clear();
      if (folder === null) return;
      for (const name of await namesIn(folder)) await rm(join(folder, name), { force: true });
    },
    async prune(before) {
      await seals.prune(before);
      if (folder !== null) await pruneIn(folder, before, processId);
    },
    async condition() {
      return folder === null || writer === null
        ? null
        : { lastLineAt: await lastLineIn(folder), unwritten: writer.unwritten() };
    },
    close: () => writer?.close() ?? Promise.resolve(),
  };
}

/** The names of the log's files; none where there is no folder. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    const single = [STATE, CHECK];
    return names
      .filter((name) => single.includes(name) || entriesName.test(name) || countName.test(name))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function lastLineIn(folder: string): Promise<Date | null> {
  const names = (await namesIn(folder)).filter((name) => entriesName.test(name));
  const newestDay = names.map(dayIn).sort().at(-1);
  // A file of an earlier day is not written any more.
  const newest = names.filter((name) => dayIn(name) === newestDay);
  const times = await Promise.all(newest.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return times.length === 0 ? null : new Date(Math.max(...times));
}

const dayIn = (name: string): string => entriesName.exec(name)?.[1] ?? '';

async function stateIn(folder: string): Promise<LogState | null> {
  const text = await textOf(folder, STATE);
  return text === null ? null : parsed(stateFile, text);
}

/** Files that were read, by their size: they only grow. */
type ReadFiles = Map<string, { readonly size: number; readonly last: Committed['last'] }>;

async function lastEntryOf(folder: string, name: string, read: ReadFiles): Promise<Committed['last']> {
  const { size } = await stat(join(folder, name));
  const known = read.get(name);
  if (known?.size === size) return known.last;
  const { lines } = await linesOf(folder, name);
  const last = lines.reduce<Committed['last']>(
    (best, { id, key }) => (best === null || id > best.id ? { id, key } : best),
    null,
  );
  read.set(name, { size, last });
  return last;
}

async function committedIn(folder: string, read: ReadFiles): Promise<Committed[]> {
  const found = new Map<string, Committed>();
  const nothing = (process: string): Committed => ({ process, count: 0, countedAt: null, last: null });
  const names = await namesIn(folder);
  for (const name of names.filter((one) => countName.test(one))) {
    const text = await textOf(folder, name);
    const kept = text === null ? null : parsed(countFile, text);
    if (kept !== null)
      found.set(kept.process, { ...nothing(kept.process), count: kept.count, countedAt: kept.at });
  }
  const newest = new Map(
    names.flatMap((name) => {
      const process = entriesName.exec(name)?.[2];
      return process === undefined ? [] : [[process, name] as const];
    }),
  );
  for (const [process, name] of newest) {
    const last = await lastEntryOf(folder, name, read);
    found.set(process, { ...(found.get(process) ?? nothing(process)), last });
  }
  return [...found.values()];
}

async function linesOf(
  folder: string,
  name: string,
): Promise<{ lines: z.infer<typeof entryLine>[]; isWhole: boolean }> {
  const texts = ((await textOf(folder, name)) ?? '').split('\n');
  const tail = texts.pop() ?? '';
  const lines = texts.map((text) => parsed(entryLine, text));
  // A write that was cut off may also have left a whole line without its end.
  const ended = tail === '' ? null : parsed(entryLine, tail);
  const known = [...lines, ended].filter((line) => line !== null);
  return { lines: known, isWhole: lines.every((line) => line !== null) };
}

async function entriesIn(folder: string, sinceDay = ''): Promise<{ contents: unknown[]; isWhole: boolean }> {
  const all = new Map<string, z.infer<typeof entryLine>>();
  let isWhole = true;
  const isOf = (name: string): boolean => (entriesName.exec(name)?.[1] ?? '') >= sinceDay;
  for (const name of (await namesIn(folder)).filter((one) => entriesName.test(one) && isOf(one))) {
    const file = await linesOf(folder, name);
    isWhole &&= file.isWhole;
    for (const line of file.lines) all.set(`${String(line.id)} ${line.key}`, line);
  }
  const contents = [...all.values()].sort((one, other) => one.id - other.id).map(({ content }) => content);
  return { contents, isWhole };
}

async function pruneIn(folder: string, before: Date, processId: string): Promise<void> {
  let completeSince = 0;
  for (const name of await namesIn(folder)) {
    const day = entriesName.exec(name)?.[1];
    if (day !== undefined && day < utcDay(before)) {
      const { lines } = await linesOf(folder, name);
      completeSince = lines.reduce((most, { id }) => Math.max(most, id), completeSince);
      await rm(join(folder, name), { force: true });
    } else if (countName.test(name) && !name.includes(processId)) {
      const text = await textOf(folder, name);
      const kept = text === null ? null : parsed(countFile, text);
      if (kept !== null && kept.at < before) await rm(join(folder, name), { force: true });
    }
  }
  const state = await stateIn(folder);
  if (state !== null && completeSince > state.completeSince)
    await writeDurably(folder, STATE, JSON.stringify({ ...state, completeSince }));
}
