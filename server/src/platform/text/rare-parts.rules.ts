/** Number of characters that an index of trigrams has as one entry. */
const TRIGRAM = 3;
const isWord = /^[\p{L}\p{N}]+$/u;

/** At most this part of the texts has what is rare. */
const RARE = 0.01;
/** At most this part of the texts has what indexes find sooner than reading a list does. */
const FEW = 0.03;
/** Of parts that more than this part of the texts has, one is read. */
const FREQUENT = 0.05;
/** At least this part of the texts has what is common. */
const COMMON = 0.125;

/** What is seen of a searched text in a sample of texts. */
export interface RareParts {
  /** For `like`, the parts of the text that are rarer than others, in their sequence; null: none is. */
  readonly pattern: string | null;
  /** Whether few texts have some three letters of it, or the whole of it if it is shorter. */
  readonly isRare: boolean;
  /** Whether many texts have the whole of it. */
  readonly isCommon: boolean;
}

/**
 * Finds the parts of a searched text that are rare. An index of trigrams is read much faster for them than for the whole text.
 * Frequent parts, such as the first digits of order numbers, exclude few rows and take long to read. Each text that contains the
 * searched one matches the pattern; others may.
 * @param text in lower case, as the database lowers it
 * @param sample some of the texts that are searched, in lower case
 */
export function rareParts(text: string, sample: readonly string[]): RareParts {
  const characters = Array.from(text);
  const trigrams = characters
    .slice(TRIGRAM - 1)
    .map((_, at) => ({ at, letters: characters.slice(at, at + TRIGRAM).join('') }))
    .filter(({ letters }) => isWord.test(letters))
    .map(({ at, letters }) => ({ at, count: sample.filter((one) => one.includes(letters)).length }));
  const rarest = Math.min(...trigrams.map(({ count }) => count));
  const whole = sample.filter((one) => one.includes(text)).length;
  const isRare = (characters.length < TRIGRAM ? whole : rarest) <= FEW * sample.length;
  const isCommon = whole >= Math.max(1, COMMON * sample.length);
  const isKept = ({ count }: { readonly count: number }) =>
    count <= Math.max(2 * rarest + 2 * RARE * sample.length, FEW * sample.length);
  // Parts that are all common are found in about the same texts: one is read sooner than several.
  const kept =
    rarest > FREQUENT * sample.length
      ? trigrams.filter(({ count }) => count === rarest).slice(0, 1)
      : trigrams.filter(isKept);
  if (kept.length === trigrams.length) return { pattern: null, isRare, isCommon };
  const pattern = patternOf(
    characters,
    kept.map(({ at }) => at),
  );
  return { pattern, isRare, isCommon };
}

/** The trigrams at these places, joined where they overlap. One that overlaps another without following it is left out. */
function patternOf(characters: readonly string[], places: readonly number[]): string {
  const parts: { from: number; end: number }[] = [];
  for (const at of places) {
    const last = parts.at(-1);
    if (last !== undefined && at === last.end - TRIGRAM + 1) last.end = at + TRIGRAM;
    else if (last === undefined || at >= last.end) parts.push({ from: at, end: at + TRIGRAM });
  }
  return `%${parts.map(({ from, end }) => characters.slice(from, end).join('')).join('%')}%`;
}
