import { expect, it } from 'vitest';
import { readerLanguage } from './reader-language.ts';

it.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.5, zh-Hant-TW;q=0.7', 'zh'],
  ['id-ID,zh', 'zh'],
  ['zh;q=0', 'en'],
  ['*', 'en'],
  [undefined, 'en'],
])('Accept-Language %s is answered in %s', (header, language) => {
  expect(readerLanguage(header)).toBe(language);
});
