import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { postmasterPid } from './postgres-processes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-pid-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('reads the process id of a data directory, and none where no server is named', () => {
  expect(postmasterPid(folder)).toBeNull();
  writeFileSync(join(folder, 'postmaster.pid'), '4711\n/data\n');
  expect(postmasterPid(folder)).toBe(4711);
  writeFileSync(join(folder, 'postmaster.pid'), '');
  expect(postmasterPid(folder)).toBeNull();
});

it('reads no process id if the file is removed meanwhile', async () => {
  const writer = `
    const { rmSync, writeFileSync } = require('node:fs');
    process.stdout.write('ready');
    for (const end = Date.now() + 2000; Date.now() < end; ) {
      writeFileSync(process.argv[1], '4711');
      rmSync(process.argv[1]);
    }`;
  const child = spawn(process.execPath, ['-e', writer, join(folder, 'postmaster.pid')]);
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  const found = new Set<number | null>();
  while (child.exitCode === null) {
    for (let reading = 0; reading < 1_000; reading += 1) found.add(postmasterPid(folder));
    await new Promise(setImmediate);
  }
  await ended;
  expect([...found].filter((pid) => pid !== null && pid !== 4711)).toEqual([]);
  expect(found).toContain(4711);
});
