import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withFiles } from './settings-from-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evenstock-settings-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('reads a setting from the file that its name with _FILE names, without the end of the line', () => {
  const path = file('database-url', 'postgres://evenstock:word@db/evenstock\n');
  expect(withFiles({ DATABASE_URL_FILE: path, PORT: '3001' }, ['DATABASE_URL', 'PORT'])).toMatchObject({
    DATABASE_URL: 'postgres://evenstock:word@db/evenstock',
    PORT: '3001',
  });
  expect(withFiles({ OTHER_FILE: path }, ['DATABASE_URL'])).toEqual({ OTHER_FILE: path });
});

it('refuses a file that is not there or empty, and two values, each with a sentence', () => {
  const missing = join(folder, 'nowhere');
  const environment = {
    A_FILE: missing,
    B_FILE: file('empty', '\n'),
    C_FILE: file('full', 'x'),
    C: 'y',
  };
  expect(() => withFiles(environment, ['A', 'B', 'C'])).toThrow(
    [
      `A_FILE is ${missing}, which cannot be read: it must be a file with the value of A.`,
      `B_FILE is ${join(folder, 'empty')}, which is empty: it must be a file with the value of B.`,
      'C and C_FILE are both set: set one of them.',
    ].join('\n'),
  );
});
