import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageTexts } from '@evenstock/contract/messages/catalogue';
import ts from 'typescript';
import { expect, it } from 'vitest';

/* What is said to people is short: a sentence has twenty words at most, unless it is listed here with what it is. */

const mostWords = 20;

/** Longer sentences, with how many words they have. */
const longer: Readonly<Record<string, number>> = {};

const root = join(import.meta.dirname, '..');
const webFolder = join(root, 'web/src');
const centreFolder = 'sandbox/src/centre';

/** Sources that hold their texts themselves: the pages of the sandbox, and what a channel asks of a merchant. */
const sources = [
  ...readdirSync(join(root, centreFolder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'style.ts')
    .map((file) => `${centreFolder}/${file}`),
  'sandbox/src/external-services/pages.ts',
  'contract/src/channels/channels.ts',
];

/** What ends a sentence in HTML without a full stop. */
const blocks = /<\/?(p|h\d|li|ul|td|th|tr|button|label|option|a|header|summary|small)\b[^>]*>/g;

/** The texts of a source by file and line: strings, and templates with each value as one word. */
function textsOf(file: string): [string, string][] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: [string, string][] = [];
  const keep = (node: ts.Node, text: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push([`${file}:${String(line + 1)}`, text.replaceAll(/\s+/g, ' ').replaceAll(blocks, '\n')]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) keep(node, node.text);
    else if (ts.isTemplateExpression(node)) {
      keep(node, node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The English texts of a table by key; a hook carries them. */
function englishOf(exported: unknown): [string, string][] {
  if (typeof exported !== 'function' || !('english' in exported) || !('namespace' in exported)) return [];
  const texts: Record<string, unknown> = { ...Object(exported.english) };
  return Object.entries(texts).map(([key, text]) => [`${String(exported.namespace)}.${key}`, String(text)]);
}

/** The words of the longest sentence of a text; a value counts as one. */
function longestSentence(text: string): number {
  const plain = text.replaceAll(/\{\{[^}]*\}\}|\$t\([^)]*\)/g, 'x').replaceAll(/<[^>]*>/g, ' ');
  const counts = plain
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length);
  return Math.max(...counts);
}

it('no sentence has more than twenty words, but those that are listed', async () => {
  const tables = readdirSync(webFolder, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.texts.ts'),
  );
  const web: [string, string][] = [];
  for (const table of tables) {
    const exported: Record<string, unknown> = await import(join(webFolder, table));
    web.push(...Object.values(exported).flatMap(englishOf));
  }
  const server = Object.entries(messageTexts).flatMap(([module, texts]) =>
    Object.entries(texts).map(([key, text]): [string, string] => [`${module}.${key}`, text]),
  );
  const inSources = sources.flatMap(textsOf);
  expect(web.length).toBeGreaterThan(1000);
  expect(inSources.length).toBeGreaterThan(500);
  const found = [...web, ...server, ...inSources]
    .map(([key, text]) => [key, longestSentence(text)] as const)
    .filter(([, words]) => words > mostWords);
  expect(Object.fromEntries(found)).toEqual(longer);
});
