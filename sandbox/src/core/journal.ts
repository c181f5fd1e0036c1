import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const line = z.tuple([z.string(), z.string()]).rest(z.unknown());
const linesPerWrite = 4_000;

/** Records by id, all of one schema. A change is in the journal before the request that made it is answered. */
export class Table<T> {
  readonly #records = new Map<string, T>();
  readonly #changed: Set<string>;

  constructor(records: Iterable<[string, T]>, changed: Set<string>) {
    for (const [id, record] of records) this.#records.set(id, record);
    this.#changed = changed;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): T | undefined {
    return this.#records.get(id);
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  values(): IterableIterator<T> {
    return this.#records.values();
  }

  entries(): IterableIterator<[string, T]> {
    return this.#records.entries();
  }

  /** Stores a record, or marks the stored one as changed in place. */
  put(id: string, record: T): T {
    this.#records.set(id, record);
    this.#changed.add(id);
    return record;
  }

  delete(id: string): void {
    if (this.#records.delete(id)) this.#changed.add(id);
  }

  clear(): void {
    this.#records.clear();
    this.#changed.clear();
  }

  /** Deletes every record whose id is one of these. */
  deleteWhere(isGone: (id: string) => boolean): void {
    for (const id of [...this.#records.keys()]) if (isGone(id)) this.delete(id);
  }
}

interface OpenTable {
  readonly table: {
    get(id: string): unknown;
    clear(): void;
    deleteWhere(isGone: (id: string) => boolean): void;
  };
  readonly changed: Set<string>;
}

/**
 * All state of the sandbox, as tables over one append-only file (`journal.jsonl`): a line is `[table, id, record]`,
 * or `[table, id]` for a record that is gone. It survives a kill at any instant; a torn last line is left out.
 * Without a folder everything is in memory only.
 */
export class Journal {
  readonly #path: string | null;
  #file: number | null = null;
  /** Records that were read from the file and whose table is not open yet. */
  readonly #unread = new Map<string, Map<string, unknown>>();
  readonly #tables = new Map<string, OpenTable>();

  constructor(folder: string | null) {
    this.#path = folder === null ? null : join(folder, 'journal.jsonl');
    if (folder === null || this.#path === null) return;
    mkdirSync(folder, { recursive: true });
    if (existsSync(this.#path)) this.#read(this.#path);
    this.#compact(this.#path);
  }

  /** Opens a table, once; records from the file are parsed with the schema. */
  table<T>(name: string, schema: z.ZodType<T>): Table<T> {
    if (this.#tables.has(name)) throw new Error(`The table ${name} is open already.`);
    const changed = new Set<string>();
    const records: [string, T][] = [];
    for (const [id, value] of this.#unread.get(name) ?? []) records.push([id, schema.parse(value)]);
    this.#unread.delete(name);
    const table = new Table<T>(records, changed);
    this.#tables.set(name, { table, changed });
    return table;
  }

  /** Writes the changes since the last call. The system has them when it returns, so a kill loses none. */
  flush(): void {
    let lines: string[] = [];
    for (const [name, { table, changed }] of this.#tables) {
      if (changed.size === 0) continue;
      if (this.#file !== null) {
        for (const id of changed) {
          const record = table.get(id);
          lines.push(JSON.stringify(record === undefined ? [name, id] : [name, id, record]));
          if (lines.length === linesPerWrite) {
            this.#write(lines);
            lines = [];
          }
        }
      }
      changed.clear();
    }
    this.#write(lines);
  }

  /** Deletes every record of one shop: its own tables, and what simulators keep under its id. */
  deleteShop(channel: string, shop: string, ownTables: readonly string[]): void {
    for (const [name, { table }] of this.#tables) {
      if (ownTables.includes(name)) table.deleteWhere(() => true);
      else if (name.startsWith(`${channel}/`))
        table.deleteWhere((id) => id === shop || id.startsWith(`${shop}/`));
    }
    this.flush();
    for (const name of ownTables) this.drop(name);
  }

  /** Closes a table, after `clear`, so that its name can be used again. */
  drop(name: string): void {
    this.#tables.delete(name);
  }

  /** Deletes everything, in memory and on disk. Tables stay valid and are empty. */
  clear(): void {
    for (const { table } of this.#tables.values()) table.clear();
    this.#unread.clear();
    if (this.#file !== null) ftruncateSync(this.#file, 0);
  }

  close(): void {
    this.flush();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(lines: readonly string[]): void {
    if (this.#file !== null && lines.length > 0) writeSync(this.#file, `${lines.join('\n')}\n`);
  }

  #read(path: string): void {
    for (const text of linesOf(readFileSync(path))) {
      let entry: z.infer<typeof line>;
      try {
        entry = line.parse(JSON.parse(text));
      } catch {
        continue; // The line that a kill truncated; its change was never answered.
      }
      const [name, id, record] = entry;
      const records = this.#unread.get(name) ?? new Map<string, unknown>();
      this.#unread.set(name, records);
      if (record === undefined) records.delete(id);
      else records.set(id, record);
    }
  }

  /** Compacts the file to one line for each record; the old file stays until the new one is complete. */
  #compact(path: string): void {
    const next = `${path}.next`;
    this.#file = openSync(next, 'w');
    let lines: string[] = [];
    for (const [name, records] of this.#unread) {
      for (const [id, record] of records) {
        lines.push(JSON.stringify([name, id, record]));
        if (lines.length === linesPerWrite) {
          this.#write(lines);
          lines = [];
        }
      }
    }
    this.#write(lines);
    closeSync(this.#file);
    renameSync(next, path);
    this.#file = openSync(path, 'a');
  }
}

/** Reads line by line: a long journal does not fit one string. */
function* linesOf(bytes: Buffer): Generator<string> {
  let from = 0;
  while (from < bytes.length) {
    const found = bytes.indexOf('\n', from);
    const to = found < 0 ? bytes.length : found;
    if (to > from) yield bytes.toString('utf8', from, to);
    from = to + 1;
  }
}
