/** Maximum number of words that are kept of a name, and that are used of a search. */
const MOST_WORDS = 16;
/** Letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu;

/**
 * The distinct words of a buyer's name, compared without case, width and accents. Names and searches are split alike, so a search
 * finds the names that contain all of its words.
 *
 * Chinese, Japanese and Korean put no space between the parts of a name, so each pair of neighbouring characters is a word: 王小明 is
 * found by 王小明, by 王小 and by 小明. A single character is a word if it is alone.
 */
export function buyerWords(text: string): string[] {
  // Only accents of Latin, Greek and Cyrillic are removed: marks of other scripts distinguish words.
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[đøłßæœı]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/['’ʼ`]/gu, '');
  const words = plain.replace(unspaced, (run) => ` ${pairsOf(run).join(' ')} `);
  return [...new Set(words.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].slice(0, MOST_WORDS);
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, place) => `${characters[place] ?? ''}${character}`);
}
