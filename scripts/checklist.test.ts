import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/checklist.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]-\d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

it('every file named in the checklist exists', () => {
  const named = rows.flatMap((row) =>
    [...row.join(' ').matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file]) => file ?? ''),
  );
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('every row has a unique id, a text and a test or file', () => {
  const ids = rows.flatMap(([id = '']) => id.split(', '));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[A-Z]-\d{2,3}$/.test(id))).toEqual([]);
  for (const [id, words, holders] of rows) {
    expect(words, id).not.toBe('');
    expect(holders, id).toContain('`');
  }
});
