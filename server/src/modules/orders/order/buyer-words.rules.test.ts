import { describe, expect, it } from 'vitest';
import { buyerWords } from './buyer-words.rules.ts';

const finds = (search: string, name: string): boolean => {
  const words = buyerWords(search);
  return words.length > 0 && words.every((word) => buyerWords(name).includes(word));
};

describe('the words of a buyer’s name', () => {
  it.each([
    ['Tan Wei Ming', ['tan', 'wei', 'ming']],
    ['TAN  wei,ming.', ['tan', 'wei', 'ming']],
    ['Tan Tan', ['tan']],
    ['José Ångström', ['jose', 'angstrom']],
    ['Đặng Thị Hồng', ['dang', 'thi', 'hong']],
    ['Jean-Luc O’Brien', ['jean', 'luc', 'obrien']],
    ['ＴＡＮ', ['tan']],
    ['Straße Øystein', ['strasse', 'oystein']],
    ['王小明', ['王小', '小明']],
    ['王', ['王']],
    ['王小明 (David)', ['王小', '小明', 'david']],
    ['さくら ガンダム', ['さく', 'くら', 'ガン', 'ンダ', 'ダム']],
    ['김철수', ['김철', '철수']],
    ['สมชาย ใจดี', ['สมชาย', 'ใจดี']],
    ['***', []],
    ['  ', []],
  ])('%s', (name, words) => {
    expect(buyerWords(name)).toEqual(words);
  });

  it.each([
    ['wei tan', 'Tan Wei Ming', true],
    ['ta', 'Tan Wei Ming', false],
    ['tan lim', 'Tan Wei Ming', false],
    ['jose', 'José', true],
    ['JOSÉ', 'jose', true],
    ['小明', '王小明', true],
    ['王小明', '王小明', true],
    ['明王', '王小明', false],
    ['カ', 'ガ', false],
    ['%', 'Tan', false],
  ])('a search for %s and the name %s: %s', (search, name, isFound) => {
    expect(finds(search, name)).toBe(isFound);
  });

  it('are no more than sixteen', () => {
    expect(buyerWords(Array.from({ length: 40 }, (_, place) => `w${String(place)}`).join(' '))).toHaveLength(
      16,
    );
  });
});
