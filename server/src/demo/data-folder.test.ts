import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setAside } from './data-folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'evenstock-data-'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

function makeFolder(secret: string): string {
  const folder = join(base, 'data');
  mkdirSync(folder);
  writeFileSync(join(folder, 'secret'), secret);
  return folder;
}

describe('a data folder that is set aside', () => {
  it('is kept under the day, each of them', async () => {
    expect(await setAside(makeFolder('one'), '2026-11-29')).toBe(join(base, 'data-before-2026-11-29'));
    expect(await setAside(makeFolder('two'), '2026-11-29')).toBe(join(base, 'data-before-2026-11-29-2'));
    expect(readFileSync(join(base, 'data-before-2026-11-29', 'secret'), 'utf8')).toBe('one');
    expect(readFileSync(join(base, 'data-before-2026-11-29-2', 'secret'), 'utf8')).toBe('two');
    expect(existsSync(join(base, 'data'))).toBe(false);
  });

  it('takes along the files of PostgreSQL that are elsewhere', async () => {
    const folder = makeFolder('one');
    const cluster = join(base, 'cluster');
    mkdirSync(cluster);
    writeFileSync(join(folder, 'where'), `${cluster}\n`);
    const kept = (await setAside(folder, '2026-11-29')) ?? '';
    const moved = readFileSync(join(kept, 'where'), 'utf8').trim();
    expect(existsSync(moved)).toBe(true);
    expect(existsSync(cluster)).toBe(false);
  });

  it('need not exist', async () => {
    expect(await setAside(join(base, 'data'), '2026-11-29')).toBeNull();
  });
});
