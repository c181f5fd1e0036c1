import { utcDay } from '../time/days.ts';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { syncFolder } from './durable-files.ts';

/** A committed row that the database must not lack, with the line that repeats what it says. */
export interface LogEntry {
  /** The row's id, which grows. */
  readonly id: number;
  /** Distinguishes rows with the same id, before and after a restore. */
  readonly key: string;
  readonly at: Date;
  readonly content: object;
}

/** Appends entries to files of a folder, a line each and a file for each day. */
export interface EntryWriter {
  /** Resolves once the entries are in the file, where a kill of this process leaves them; the disk is not awaited. */
  append(entries: readonly LogEntry[]): Promise<void>;
  /** Resolves once all entries so far are on the disk. */
  flush(): Promise<void>;
  /** How many entries wait because the last write failed. */
  unwritten(): number;
  close(): Promise<void>;
}

/** What cannot be written waits for the next write, and is logged. */
export function entryWriter(folder: string, processId: string, log: Logger): EntryWriter {
  let waiting: LogEntry[] = [];
  /** Written, and perhaps not on the disk yet. */
  let unflushed: LogEntry[] = [];
  let files = 0;
  let current: { readonly day: string; readonly file: FileHandle } | null = null;
  const write = inGroups(writeWaiting);
  const flush = inGroups(flushWritten);

  async function fileOf(at: Date): Promise<FileHandle> {
    const day = utcDay(at);
    if (current?.day === day) return current.file;
    await current?.file.datasync();
    await current?.file.close();
    current = null;
    await mkdir(folder, { recursive: true });
    files += 1;
    const name = `entries-${day}-${processId}-${String(files).padStart(6, '0')}.jsonl`;
    const file = await open(join(folder, name), 'ax', 0o600);
    current = { day, file };
    await syncFolder(folder);
    return file;
  }

  async function writeWaiting(): Promise<void> {
    const group = waiting;
    const [first] = group;
    if (first === undefined) return;
    waiting = [];
    unflushed.push(...group);
    const lines = group.map(({ id, key, content }) => `${JSON.stringify({ id, key, content })}\n`);
    try {
      await (await fileOf(first.at)).appendFile(lines.join(''));
    } catch (error) {
      await giveUpFile(error);
    }
  }

  async function flushWritten(): Promise<void> {
    await write();
    const count = unflushed.length;
    try {
      await current?.file.datasync();
      unflushed = unflushed.slice(count);
    } catch (error) {
      await giveUpFile(error);
    }
  }

  /** What was written of the lines may end in half a line, or not be on the disk: the next try begins a new file with all of them. */
  async function giveUpFile(error: unknown): Promise<void> {
    log.error({ err: error }, 'The recovery log could not be written; its lines wait for the next write.');
    const { file } = current ?? {};
    current = null;
    waiting = [...unflushed, ...waiting];
    unflushed = [];
    await file?.close().catch(() => undefined);
  }

  return {
    async append(entries) {
      if (entries.length === 0) return;
      waiting.push(...entries);
      await write();
      if (unflushed.length > 0) void flush();
    },
    flush,
    unwritten: () => waiting.length,
    async close() {
      await flush();
      await current?.file.close();
      current = null;
    },
  };
}

/** Work that runs one at a time; calls that come before it begins share it. @param work never rejects */
function inGroups(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= last = last.then(() => {
      next = null;
      return work();
    });
    return next;
  };
}
