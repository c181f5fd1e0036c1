import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { messageTexts } from '@evenstock/contract/messages/catalogue';
import { describe, expect, it } from 'vitest';

/* Every text is shown by something. That each has its Chinese, the compiler and the tests beside the texts hold. */

const root = join(import.meta.dirname, '..');

/** What the program is made of, by path: no tests, and no texts themselves. */
function sourcesOf(folder: string): Map<string, string> {
  const isSource = (file: string) =>
    /\.tsx?$/.test(file) && !/\.(test|d|zh|texts)\.tsx?$/.test(file) && !/(^|\/)testing\//.test(file);
  const files = readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).filter(isSource);
  return new Map(
    files.map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const),
  );
}

/** The words in quotes or used as keys, and the patterns of templates with values, without those that stand for a whole module. */
function namedIn(sources: readonly string[]): { words: Set<string>; patterns: RegExp[] } {
  const words = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const source of sources) {
    for (const [, quoted, key] of source.matchAll(/'([\w.]+)'|(?<![\w'])(\w+):/g))
      words.add(quoted ?? key ?? '');
    for (const fixed of templatesOf(source)) {
      if (moduleOf(fixed) === null)
        patterns.set(fixed.join(), new RegExp(`^${fixed.join(String.raw`\w+`)}$`));
    }
  }
  return { words, patterns: [...patterns.values()] };
}

/** The fixed parts of each template that may name a key. A value alone says nothing of what it may be. */
function templatesOf(source: string): string[][] {
  return [...source.matchAll(/`([^`\n]*)`/g)]
    .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
    .filter(
      (fixed) =>
        fixed.length > 1 &&
        fixed.some((part) => /[a-z]/i.test(part)) &&
        fixed.every((part) => /^[\w.]*$/.test(part)),
    );
}

/** The module of which a template names every key; null where it does not. */
function moduleOf([first = '', second, ...more]: readonly string[]): string | null {
  const module = first.replace(/\.$/, '');
  return second === '' && more.length === 0 && module !== first && module in messageTexts ? module : null;
}

/** Those of some keys that nothing names. */
function unused(keys: readonly string[], sources: readonly string[]): string[] {
  const { words, patterns } = namedIn(sources);
  const isNamed = (key: string) => words.has(key) || patterns.some((pattern) => pattern.test(key));
  return [...new Set(keys)].filter((key) => !isNamed(key));
}

const keyOf = (written: string): string => written.replace(/_(one|other)$/, '');

describe('each text of the server', () => {
  /** Codes of older records, with what they mean. */
  const recorded: Readonly<Record<string, string>> = {
    'stock.refused': 'pushes that were refused before connectors said why in messages',
    'pulls.refused': 'pulls that were refused before connectors said why in messages',
  };
  /** The module whose texts are named by what they are of: `order.ship` by `order_ship`, a field by `field_` and its name. */
  const enumerated = 'activities';
  const kinds = ['', 'actor_', 'record_', 'field_'];
  const sources = ['contract/src', 'server/src', 'connectors/src', 'web/src'].flatMap((folder) =>
    [...sourcesOf(folder)].filter(([file]) => !file.startsWith('contract/src/messages/')),
  );
  const helpers = ['activity-label.ts', 'message.ts', 'read-fault.ts'].map((file) =>
    readFileSync(join(root, 'contract/src/messages', file), 'utf8'),
  );

  /** Whether a text of an activity is of no activity, actor, record or field that the sources name. */
  function isOfNothing(words: ReadonlySet<string>): (key: string) => boolean {
    const named = new Set(
      [...words].flatMap((word) => kinds.map((kind) => `${enumerated}.${kind}${word.replace('.', '_')}`)),
    );
    return (key) => !named.has(key);
  }

  it('is named by no template of a whole module', () => {
    const found = sources.flatMap(([file, source]) =>
      templatesOf(source).flatMap((fixed) => {
        const module = moduleOf(fixed);
        return module === null || module === enumerated ? [] : [`${file}: ${module}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it.each(Object.entries(messageTexts))('of %s is said', (module, texts) => {
    const keys = Object.keys(texts).map((key) => `${module}.${keyOf(key)}`);
    const said = [...sources.map(([, source]) => source), ...helpers].map((source) =>
      // A module's table of texts is also read by its keys.
      source.replaceAll(/\b(\w+)Messages\.(\w+)/g, (_, name: string, key: string) => `'${name}s.${key}'`),
    );
    const silent = unused(keys, said).filter((key) => !(key in recorded));
    expect(module === enumerated ? silent.filter(isOfNothing(namedIn(said).words)) : silent).toEqual([]);
  });
});

describe('each text of the web', () => {
  const web = sourcesOf('web/src');
  const contract = [...sourcesOf('contract/src')].filter(([file]) => !file.includes('/messages/'));
  const tables = readdirSync(join(root, 'web/src'), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.texts.ts'))
    .map((file) => join('web/src', file));

  it.each(tables)('of %s is shown', (table) => {
    const source = readFileSync(join(root, table), 'utf8');
    const hook = /export const (use\w+) =/.exec(source)?.[1] ?? '';
    const keys = [...source.matchAll(/^ {2}(?:'([\w.]+)'|(\w+)):/gm)].map(([, quoted, plain]) =>
      keyOf(quoted ?? plain ?? ''),
    );
    expect(keys.length, hook).toBeGreaterThan(0);
    // What names a key: who reads the table, the rules of its module, and what the contract enumerates.
    const folder = /^web\/src\/modules\/[^/]+/.exec(table)?.[0] ?? dirname(table);
    const near = [...web].filter(
      ([file, text]) =>
        text.includes(hook) || /^(\w+\/)?([\w-]+\.rules|text-keys)\.ts$/.test(relative(folder, file)),
    );
    expect(
      unused(
        keys,
        [...near, ...contract].map(([, text]) => text),
      ),
    ).toEqual([]);
  });
});
