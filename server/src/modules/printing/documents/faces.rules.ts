/** The package of each face. Together they have every script that sellers of the marketplaces meet. */
export const facePackages = {
  latin: 'noto-sans',
  han: 'noto-sans-sc',
  korean: 'nanum-gothic',
  thai: 'noto-sans-thai',
  lao: 'noto-sans-lao',
  khmer: 'noto-sans-khmer',
  burmese: 'noto-sans-myanmar',
  javanese: 'noto-sans-javanese',
  tamil: 'noto-sans-tamil',
  devanagari: 'noto-sans-devanagari',
  bengali: 'noto-sans-bengali',
  telugu: 'noto-sans-telugu',
  kannada: 'noto-sans-kannada',
  malayalam: 'noto-sans-malayalam',
  gujarati: 'noto-sans-gujarati',
  gurmukhi: 'noto-sans-gurmukhi',
  sinhala: 'noto-sans-sinhala',
  arabic: 'noto-sans-arabic',
  hebrew: 'noto-sans-hebrew',
  armenian: 'noto-sans-armenian',
  georgian: 'noto-sans-georgian',
  symbols: 'noto-sans-symbols-2',
  emoji: 'noto-emoji',
} as const satisfies Record<string, string>;

export type Face = keyof typeof facePackages;

/** The scripts that a face is asked for before any other. */
const scripts: readonly (readonly [Face, RegExp])[] = [
  ['latin', /^[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u],
  ['han', /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}]/u],
  ['korean', /^\p{scx=Hangul}/u],
  ['thai', /^\p{scx=Thai}/u],
  ['lao', /^\p{scx=Lao}/u],
  ['khmer', /^\p{scx=Khmer}/u],
  ['burmese', /^\p{scx=Myanmar}/u],
  ['javanese', /^\p{scx=Javanese}/u],
  ['tamil', /^\p{scx=Tamil}/u],
  ['devanagari', /^\p{scx=Devanagari}/u],
  ['bengali', /^\p{scx=Bengali}/u],
  ['telugu', /^\p{scx=Telugu}/u],
  ['kannada', /^\p{scx=Kannada}/u],
  ['malayalam', /^\p{scx=Malayalam}/u],
  ['gujarati', /^\p{scx=Gujarati}/u],
  ['gurmukhi', /^\p{scx=Gurmukhi}/u],
  ['sinhala', /^\p{scx=Sinhala}/u],
  ['arabic', /^\p{scx=Arabic}/u],
  ['hebrew', /^\p{scx=Hebrew}/u],
  ['armenian', /^\p{scx=Armenian}/u],
  ['georgian', /^\p{scx=Georgian}/u],
];
const emoji = /^\p{Emoji_Presentation}|\p{Emoji}.*[\u{200d}\u{20e3}\u{1f3fb}-\u{1f3ff}]/u;

/** Whether a text is of the characters that nearly all texts are of. */
export const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Whether a face has a glyph for a code point. */
export type HasGlyph = (face: Face, codePoint: number) => boolean;

/** The face that draws a grapheme: the first that has all of it. Null: none has. @param last the face of what is before it */
export function faceOf(grapheme: string, last: Face | null, has: HasGlyph): Face | null {
  const isSpaceInScript = grapheme === ' ' && last !== null && last !== 'emoji' && last !== 'symbols';
  if (isPlain(grapheme) && !isSpaceInScript) return 'latin';
  const codePoints = Array.from(grapheme).filter((character) => !isJoiner(character));
  const hasAll = (face: Face): boolean =>
    codePoints.every((character) => has(face, character.codePointAt(0) ?? 0));
  if (isSpaceInScript && hasAll(last)) return last;
  return candidates(grapheme, last).find(hasAll) ?? null;
}

function candidates(grapheme: string, last: Face | null): Face[] {
  const own = scripts.flatMap(([face, script]) => (script.test(grapheme) ? [face] : []));
  const before = last === null ? [] : [last];
  return [
    ...(last !== null && own.includes(last) ? before : []),
    ...own,
    ...(emoji.test(grapheme) ? (['emoji'] as const) : []),
    'latin',
    ...before,
    // The sign of the baht is of no script.
    ...(['thai', 'han', 'symbols', 'emoji'] as const),
  ];
}

/** Letters of some scripts, and the parts of an emoji, are joined or parted by these; they have no glyph of their own. */
const isJoiner = (character: string): boolean => character === '\u200c' || character === '\u200d';

const joining =
  /[\p{scx=Arabic}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gujarati}\p{scx=Gurmukhi}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A text as it is drawn: composed, without characters that show nothing. What no face has is drawn in its plain form, or else as its
 * name in brackets.
 */
export function drawable(text: string, has: HasGlyph): string {
  if (isPlain(text)) return text;
  const composed = text.replaceAll(/\p{Cs}/gu, '\ufffd').normalize('NFC');
  // Lines end where they did; other spaces are of one kind.
  const seen = composed
    .replaceAll(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(?![\r\n])[\p{Cc}\p{Zs}\u2800]/gu, ' ')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll(/[\u200c\u200d]+/g, (joiners: string, at: number, whole: string) =>
      joining.test(whole.slice(0, at)) ? joiners.slice(0, 1) : '',
    );
  return [...graphemes.segment(seen)].map(({ segment }) => drawn(segment, has)).join('');
}

function drawn(grapheme: string, has: HasGlyph): string {
  if (/^[\r\n]/.test(grapheme)) return grapheme;
  if (isDrawn(grapheme, has)) return grapheme;
  const forms = [grapheme.normalize('NFD'), grapheme.normalize('NFKC')];
  const form = forms.find((one) => [...graphemes.segment(one)].every((each) => isDrawn(each.segment, has)));
  if (form !== undefined) return form;
  return Array.from(grapheme)
    .map((character) => (isDrawn(character, has) ? character : nameOf(character)))
    .join('');
}

const isDrawn = (grapheme: string, has: HasGlyph): boolean => faceOf(grapheme, null, has) !== null;

const nameOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
