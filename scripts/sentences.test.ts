import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageTexts } from '@evenstock/contract/messages/catalogue';
import { expect, it } from 'vitest';

/* What is said to people is short: a sentence has twenty words at most, unless it is listed here with what it is. */

const mostWords = 20;

/** Longer sentences, with how many words they have. */
const longer: Readonly<Record<string, number>> = {};

const webFolder = join(import.meta.dirname, '../web/src');

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
  expect(web.length).toBeGreaterThan(1000);
  const found = [...web, ...server]
    .map(([key, text]) => [key, longestSentence(text)] as const)
    .filter(([, words]) => words > mostWords);
  expect(Object.fromEntries(found)).toEqual(longer);
});
