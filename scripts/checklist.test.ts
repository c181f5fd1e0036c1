import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The sections of the specification’s list with their last numbers; each begins with 1 and has no gap. */
const sections = [
  ...['A 54', 'B 53', 'C 36', 'D 69', 'E 95', 'F 29', 'G 27', 'H 14', 'I 47', 'J 44', 'K 14', 'L 16', 'M 16'],
  ...['N 17', 'O 9', 'P 22', 'Q 5', 'R 23', 'S 136', 'T 59', 'U 102', 'V 40', 'W 37', 'X 15', 'Z 197'],
];
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
  expect(ids.filter((id) => !/^[A-Z]-\d{2,3}$|^trace \d{1,2}$/.test(id))).toEqual([]);
  for (const [id, words, holders] of rows) {
    expect(words, id).not.toBe('');
    expect(holders, id).toContain('`');
  }
});

it('has every id of the specification’s list, and no other', () => {
  const listed = sections.flatMap((section) => {
    const [letter = '', last = ''] = section.split(' ');
    const digits = Math.max(2, last.length);
    return Array.from(
      { length: Number(last) },
      (_, index) => `${letter}-${String(index + 1).padStart(digits, '0')}`,
    );
  });
  const ids = rows.flatMap(([id = '']) => id.split(', ')).filter((id) => /^[A-Z]-\d+$/.test(id));
  expect(ids.toSorted()).toEqual(listed.toSorted());
});

it('what is open is marked so, and says what is missing', () => {
  const open = rows.filter((row) => /\*\*open\b/i.test(row.join(' ')) || /^\W*open\b/i.test(row[3] ?? ''));
  expect(open.filter((row) => !/\*\*Open:\*\* \S+ \S+ \S+/.test(row[3] ?? ''))).toEqual([]);
});

it('every trace is named in the file that holds it', () => {
  const traces = rows.filter(([id = '']) => id.startsWith('trace '));
  // Trace 33 is still to be built.
  const numbers = Array.from({ length: 40 }, (_, index) => index + 1).filter((number) => number !== 33);
  expect(traces.map(([id]) => id)).toEqual(numbers.map((number) => `trace ${number}`));
  for (const [id = '', , holder = ''] of traces) {
    const file = /`([^`]+)`/.exec(holder)?.[1] ?? '';
    // Of a group of tests, or of a single one.
    const named = new RegExp(`(describe|it)\\(\\s*'${id.replace('trace ', '')} `);
    expect(readFileSync(join(root, file), 'utf8'), id).toMatch(named);
  }
});

it('the code and the tests of each rule of the stock protocol are where it says', () => {
  const text = readFileSync(join(root, 'docs/stock-rules.md'), 'utf8');
  const folders = new Map(
    [...text.matchAll(/`([A-Z])\/`[^`]*?`([\w/]+)\/`/g)].map(([, letter = '', folder = '']) => [
      letter,
      folder,
    ]),
  );
  const rules = text.split('\n').filter((line) => /^\| [234]/.test(line));
  expect(rules.length).toBeGreaterThan(50);
  for (const rule of rules) {
    let file = '';
    for (const [, word = ''] of rule.matchAll(/`([^`]+)`/g)) {
      if (word.includes('/')) {
        file = join(
          root,
          word.replace(/^([A-Z])(?=\/)/, (letter) => folders.get(letter) ?? letter),
        );
        expect(existsSync(file), `${word} of ${rule}`).toBe(true);
      } else expect(readFileSync(file, 'utf8'), `${word} of ${rule}`).toContain(word);
    }
  }
});
