import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('README names every setting that the program reads', () => {
  const settings = Array.from(
    read('server/src/configuration.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
    ([, name]) => name ?? '',
  );
  expect(settings).toContain('EVENSTOCK_URL');
  const table = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(settings.filter((name) => !table.some((line) => line.includes(`\`${name}\``)))).toEqual([]);
});
