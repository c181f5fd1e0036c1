const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/**
 * A text as searches compare it: forms that look alike are one (full-width digits, letters with loose accents), invisible characters
 * and blanks at the ends are dropped. Letters' case is kept. SQL has the same, in lower case, as `search_key`.
 */
export const searchKey = (text: string): string => text.normalize('NFKC').replace(invisible, '').trim();

/** A number as it is scanned or pasted: its search key without the sign before it. A British keyboard types `£` for `#`. */
export const numberKey = (text: string): string => searchKey(text).replace(/^[#£]\s*/, '');

/** Number of numbers that are looked up at once, at most. */
export const mostNumbers = 500;

/**
 * The numbers of a pasted list: on lines of their own, or with commas, semicolons or tabs between them. Null: the text is no list, as
 * only one part is in it, or one that is no number.
 */
export function numbersOf(text: string): readonly string[] | null {
  const parts = text
    .split(/[\n\r\t,;，；、]+/u)
    .map(searchKey)
    .filter((part) => part !== '');
  const areNumbers = parts.every((part) => part.length >= 4 && /\d/.test(part) && !/\s/.test(part));
  return parts.length > 1 && areNumbers ? [...new Set(parts)] : null;
}
