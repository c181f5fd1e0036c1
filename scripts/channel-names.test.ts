import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { channelKinds } from '@evenstock/contract/channels';
import { expect, it } from 'vitest';

/*
 * A marketplace's name occurs only in the folders of its connector and simulator, in the two registries and in the
 * table of facts, so that adding a channel changes nothing else.
 */

const root = join(import.meta.dirname, '..');
const sources = ['contract/src', 'server/src', 'web/src', 'connectors/src', 'bench'];
/** `amazon-sg` is Amazon in Singapore; LazMall is a part of Lazada. */
const names = new RegExp([...channelKinds.map((kind) => kind.replace(/-.*/, '')), 'lazmall'].join('|'), 'i');

/** Where channels are named by design. */
const designed: readonly RegExp[] = [
  /^contract\/src\/channels\.ts$/,
  /^connectors\/src\/registry\.ts$/,
  /^connectors\/src\/(?!kit\/)[^/]+\//,
  // Tests may name channels.
  /\.test\.tsx?$|\.fixture\.ts$|^server\/src\/testing\//,
];

/** Other files that name a marketplace, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'tables.ts': 'the columns of the specification’s fields, written by the generator',
  'seed-demo.ts': 'what happens in the demo’s shops',
  'stores.texts.ts': 'the specification’s sentence about the voucher',
  'stores.texts.zh.ts': 'its Chinese',
  'faq.texts.ts': 'the specification’s answers about campaigns of two marketplaces',
  'faq.texts.zh.ts': 'its Chinese',
  'order-import.sql': 'one order as a marketplace tells it, for a figure without the program',
};

interface Named {
  readonly file: string;
  readonly where: string;
}

function namedIn(file: string): Named[] {
  const inName = names.test(file) ? [{ file, where: file }] : [];
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const inText = lines.flatMap((line, index) =>
    names.test(line) ? [{ file, where: `${file}:${String(index + 1)} ${line.trim()}` }] : [],
  );
  return [...inName, ...inText];
}

const files = sources
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|css|sql|mjs)$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((file) => !designed.some((pattern) => pattern.test(file)));
const named = files.flatMap(namedIn);

it('no source names a marketplace except the allowed ones', () => {
  expect(files.length).toBeGreaterThan(300);
  const stray = named.filter(({ file }) => !Object.hasOwn(exceptions, basename(file)));
  expect(stray.map(({ where }) => where)).toEqual([]);
});

it('every exception is needed', () => {
  const needed = new Set(named.map(({ file }) => basename(file)));
  expect(Object.keys(exceptions).filter((name) => !needed.has(name))).toEqual([]);
});
