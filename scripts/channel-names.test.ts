import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { expect, it } from 'vitest';

/*
 * A marketplace's name occurs only in the folders of its connector and simulator, in the two registries, in the table of facts,
 * in tests and in the demo's data, so that adding a channel changes nothing else.
 */

const root = join(import.meta.dirname, '..');
const sources = [
  'contract/src',
  'server/src',
  'web/src',
  'connectors/src',
  'sandbox/src',
  'bench',
  'e2e',
  'scripts',
];
/** `amazon-sg` is Amazon in Singapore; LazMall is a part of Lazada. */
const names = new RegExp([...channelKinds.map((kind) => kind.replace(/-.*/, '')), 'lazmall'].join('|'), 'i');

/** Where channels are named by design. */
const designed: readonly RegExp[] = [
  /^contract\/src\/channels\/channels\.ts$/,
  /^connectors\/src\/registry\.ts$/,
  /^sandbox\/src\/sandbox\.ts$/,
  new RegExp(`^(connectors|sandbox)/src/(${channelKinds.join('|')})/`),
  // Tests and their tables may name channels.
  /\.test\.tsx?$|\.fixture\.ts$|^(server|sandbox)\/src\/testing\//,
];

/** Other files that name a marketplace, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'server/src/tables.ts': 'the columns of the specification’s fields, written by the generator',
  'server/src/demo/seed-demo.ts': 'what happens in the demo’s shops',
  'sandbox/src/seed/seed-demo.ts': 'the demo’s shops',
  'sandbox/src/seed/catalogue.ts': 'which product the demo sells in which shop',
  'sandbox/src/seed/open-orders.ts': 'the deadlines of the demo’s orders',
  'e2e/connecting.ts': 'the buttons of the simulated consent pages',
  'e2e/market.ts': 'the demo’s shops',
  'e2e/stores.ts': 'the currency and the consent of the simulated shops',
  'e2e/to-ship.ts': 'orders of one of the demo’s shops',
  'bench/controls/order-import.sql':
    'one order as a marketplace reports it, for a figure without the program',
  'bench/mass-ship.ts': 'the shops whose orders are shipped for a figure',
  'bench/products.ts': 'the shops of the generated store, and a filter by type',
  'bench/controls/variants-conditions.sql': 'the filter by type, and a status of the specification',
  'web/src/modules/stores/stores.texts.ts': 'the specification’s sentence about the voucher',
  'web/src/modules/stores/stores.texts.zh.ts': 'its Chinese',
  'web/src/modules/accounts/faq.texts.ts': 'the specification’s answers about campaigns of two marketplaces',
  'web/src/modules/accounts/faq.texts.zh.ts': 'its Chinese',
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
  const stray = named.filter(({ file }) => !Object.hasOwn(exceptions, file));
  expect(stray.map(({ where }) => where)).toEqual([]);
});

it('every exception is needed', () => {
  const needed = new Set(named.map(({ file }) => file));
  expect(Object.keys(exceptions).filter((file) => !needed.has(file))).toEqual([]);
});
