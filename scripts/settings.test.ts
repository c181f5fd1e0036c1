import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

const connectors = join(import.meta.dirname, '../connectors/src');

it('README names every setting that the program reads', () => {
  const settings = Array.from(
    read('server/src/configuration.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm),
    ([, name]) => name ?? '',
  );
  const ofChannels = readdirSync(connectors, { withFileTypes: true })
    .filter((entry) => existsSync(join(connectors, entry.name, 'app.ts')))
    .flatMap((entry) =>
      Array.from(
        read(`connectors/src/${entry.name}/app.ts`).matchAll(/'([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/g),
        ([, name]) => name ?? '',
      ),
    );
  settings.push(...ofChannels);
  expect(settings).toContain('EVENSTOCK_URL');
  expect(settings).toContain('LAZADA_SELLER_URL');
  const table = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(settings.filter((name) => !table.some((line) => line.includes(`\`${name}\``)))).toEqual([]);
});
