import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/checklist.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!id |-)/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

it('every file named in the checklist exists', () => {
  const named = rows.flatMap((row) =>
    [...row.join(' ').matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file]) => file ?? ''),
  );
  expect(named.length).toBeGreaterThan(rows.length);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('every row has a unique id, a text and a test or file', () => {
  // What the product does beyond its list has no id of its own.
  const ids = rows.flatMap(([id = '']) => id.split(', ')).filter((id) => id !== 'beyond');
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[A-Z]-\d{2,3}$|^trace \d{2}$/.test(id))).toEqual([]);
  for (const [id, words, holders] of rows) {
    expect(words, id).not.toBe('');
    expect(holders, id).toContain('`');
  }
});

it('every trace is named in the file that holds it', () => {
  const traces = rows.filter(([id = '']) => id.startsWith('trace '));
  expect(traces.map(([id]) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `trace ${index + 16}`));
  for (const [id = '', , holder = ''] of traces) {
    const file = /`([^`]+)`/.exec(holder)?.[1] ?? '';
    expect(readFileSync(join(root, file), 'utf8'), id).toContain(`describe('${id.replace('trace ', '')} `);
  }
});
