/** Words of a name that are kept, and words of a search that are looked for: the first so many. */
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
 * The words of a buyer's name, each once, as they are compared: without case, width and accents. A name and a search are cut
 * alike, so a search finds the names that have all of its words.
 *
 * Chinese, Japanese and Korean put no space between the parts of a name, so each pair of neighbouring characters is a word:
 * 王小明 is found by 王小明, by 王小 and by 小明. A single character is a word where it stands alone.
 */
export function buyerWords(text: string): string[] {
  // Accents of Latin, Greek and Cyrillic alone: marks of other scripts tell words apart.
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
