import { describe, expect, it } from 'vitest';
import type { UseTexts } from '../i18n/texts.ts';
import { chinese } from './chinese.ts';

type Written = Readonly<Record<string, string>>;

const hooks = Object.values(
  import.meta.glob<Record<string, UseTexts<Written>>>('../**/*.texts.ts', { eager: true }),
).flatMap((part) => Object.values(part));
const parts = hooks.map(({ namespace, english }) => ({ namespace, english }));

const written = new Map<string, Written>(Object.entries(chinese.texts));

/** The placeholders of a text: values with their formats, terms, tags. */
function taken(text: string): string {
  return [...new Set(text.match(/\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]*>/g))].toSorted().join(' ');
}

/** Symbols, and names that are the same in both languages. */
const alike = /^([^\p{L}]*|SKU|Evenstock|© Evenstock)$/u;

function isChinese(text: string): boolean {
  const words = text.replace(/ ?\{\{[^}]*\}\}/g, '');
  return /\p{Script=Han}|\$t\(/u.test(words) || alike.test(words);
}

it('has the Chinese texts of every part', () => {
  expect([...written.keys()].toSorted()).toEqual(parts.map(({ namespace }) => namespace).toSorted());
});

describe.each(parts)('the Chinese of $namespace', ({ namespace, english }) => {
  const texts = Object.entries(english)
    .filter(([key]) => !key.endsWith('_one'))
    .map(([key, before]) => ({ key, before, after: written.get(namespace)?.[key] ?? '' }));

  it('has the same placeholders as the English text', () => {
    const needs = texts.map(({ key, before }) => ({ key, takes: taken(before) }));
    expect(texts.map(({ key, after }) => ({ key, takes: taken(after) }))).toEqual(needs);
  });

  it('is Chinese, with Chinese punctuation', () => {
    const foreign = texts.filter(({ after }) => !isChinese(after) || /\p{Script=Han}[,;:?!.]/u.test(after));
    expect(foreign).toEqual([]);
  });
});
