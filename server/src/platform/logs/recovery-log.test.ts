import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../process/log.ts';
import type { LogEntry } from './entry-writer.ts';
import { openRecoveryLog, type RecoveryLog } from './recovery-log.ts';

let folder: string;
const opened: RecoveryLog[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-log-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const log of opened.splice(0)) await log.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): RecoveryLog {
  const log = openRecoveryLog(folder, createLog('silent'));
  opened.push(log);
  return log;
}

const DAY = new Date('2026-11-01T01:00:00Z');
const entry = (id: number, at = DAY): LogEntry => ({ id, key: `cause:${String(id)}`, at, content: { id } });
const ids = (contents: readonly unknown[]): string => JSON.stringify(contents);
const entriesFiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('entries-'));

it('gives back what several processes kept, in the order of ids, and what each has committed', async () => {
  const [one, other] = [open(), open()];
  await Promise.all([one.append([entry(3)]), other.append([entry(2)]), one.append([entry(1)])]);
  await one.count(4, DAY);
  const next = open();
  expect(ids((await next.entries()).contents)).toBe('[{"id":1},{"id":2},{"id":3}]');
  const { committed, state } = await next.evidence();
  expect(state).toBeNull();
  expect(committed).toHaveLength(3);
  expect(committed).toContainEqual({
    process: one.processId,
    count: 4,
    countedAt: DAY,
    last: { id: 3, key: 'cause:3' },
  });
  expect(committed).toContainEqual({
    process: other.processId,
    count: 0,
    countedAt: null,
    last: { id: 2, key: 'cause:2' },
  });
});

it('leaves out a last line that a kill cut off; any other broken line means that the log is not whole', async () => {
  const log = open();
  await log.append([entry(1), entry(2)]);
  await log.close();
  const [name = ''] = entriesFiles();
  appendFileSync(join(folder, name), '{"id":3,"key":"cau');
  expect(await open().entries()).toEqual({ contents: [{ id: 1 }, { id: 2 }], isWhole: true });
  appendFileSync(join(folder, name), '\n{"id":4,"key":"cause:4","content":{"id":4}}\n');
  expect(await open().entries()).toEqual({ contents: [{ id: 1 }, { id: 2 }, { id: 4 }], isWhole: false });
});

/** What all open files can do. */
async function fileHandles(): Promise<FileHandle> {
  const probe = await openFile(join(folder, 'probe'), 'w');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  return handles;
}

/** Holds back the next write of lines, or the next flush, until it is let go. */
async function holdNext(step: 'appendFile' | 'datasync'): Promise<() => void> {
  const handles = await fileHandles();
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { appendFile, datasync } = handles;
  if (step === 'appendFile') {
    vi.spyOn(handles, step).mockImplementationOnce(async function (this: FileHandle, ...given) {
      await gate;
      await appendFile.apply(this, given);
    });
  } else {
    vi.spyOn(handles, step).mockImplementationOnce(async function (this: FileHandle) {
      await gate;
      await datasync.apply(this);
    });
  }
  return letGo;
}

it('has written a line when the append resolves, though the disk is behind: it survives a kill', async () => {
  const letGo = await holdNext('datasync');
  const log = open();
  await log.append([entry(1)]);
  await log.append([entry(2)]);
  const [name = ''] = entriesFiles();
  expect(readFileSync(join(folder, name), 'utf8').split('\n')).toHaveLength(3);
  letGo();
});

it('writes lines that the disk refused into another file', async () => {
  const handles = await fileHandles();
  vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('The disk is full.'));
  const log = open();
  await log.append([entry(1)]);
  await log.count(1, DAY);
  await log.append([entry(2)]);
  await log.count(2, DAY);
  const [, second = ''] = entriesFiles();
  expect(readFileSync(join(folder, second), 'utf8').split('\n')).toHaveLength(3);
  expect(ids((await open().entries()).contents)).toBe('[{"id":1},{"id":2}]');
});

it.each(['appendFile', 'datasync'] as const)(
  'keeps the entries before the count that a shop may hear of, however slow %s is',
  async (step) => {
    const letGo = await holdNext(step);
    const log = open();
    void log.append([entry(1)]);
    void log.append([entry(2)]);
    const counting = log.count(1, DAY).then(() => open().evidence());
    // A count that does not wait for the lines is there long before.
    const slow = new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.race([counting, slow]);
    letGo();
    const { committed } = await counting;
    expect(committed).toContainEqual({
      process: log.processId,
      count: 1,
      countedAt: DAY,
      last: { id: 2, key: 'cause:2' },
    });
  },
);

it('keeps what could not be written for the next write, and answers all the same', async () => {
  const log = open();
  // A file in place of the folder refuses every write, also to root.
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await log.append([entry(1)]);
  rmSync(folder);
  await log.append([entry(2)]);
  expect(ids((await log.entries()).contents)).toBe('[{"id":1},{"id":2}]');
});

it('deletes days that are over, and says since when it is complete', async () => {
  const log = open();
  await log.saveState({ generation: 1, completeSince: 0 });
  await log.append([entry(5)]);
  await log.append([entry(6, new Date('2026-12-01T00:00:00Z'))]);
  await log.prune(new Date('2026-11-15T00:00:00Z'));
  expect(ids((await log.entries()).contents)).toBe('[{"id":6}]');
  expect((await log.evidence()).state).toEqual({ generation: 1, completeSince: 5 });
  expect(entriesFiles()).toHaveLength(1);
});

it('without a folder is kept in memory, for this process alone', async () => {
  const log = openRecoveryLog(null, createLog('silent'));
  await log.append([entry(9)]);
  await log.count(1, DAY);
  const known = { process: log.processId, count: 1, countedAt: DAY, last: { id: 9, key: 'cause:9' } };
  expect(await log.evidence()).toEqual({ committed: [known], state: null });
  expect((await log.entries()).contents).toEqual([]);
});
