/**
 * Barcodes: the numbers of trade items (EAN, UPC, GTIN, ISBN) that goods carry, and codes of a merchant's own in their place. A GTIN has
 * 8, 12, 13 or 14 digits; with zeros in front all of them are one number of 14 digits.
 */

/** The most characters of a barcode. */
export const longestBarcode = 64;

/** The most barcodes of a listing, and those that members enter for a SKU. */
export const mostBarcodes = 20;

export const barcodeKinds = ['EAN-8', 'UPC-A', 'EAN-13', 'GTIN-14', 'ISBN-10', 'ISBN-13', 'other'] as const;
export type BarcodeKind = (typeof barcodeKinds)[number];

const invisible = /[\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]/gu;
const separators = /[\s\p{Pd}\u2212]/gu;
/** What stands for "this product has no barcode". */
const placeholder =
  /^(?:[-\s.]*|0+|n\/?a|n\.a\.|none|null|nil|undefined|unknown|no|(?:does )?not appl(?:y|icable)|no (?:barcode|code|ean|gtin|isbn|upc)|(?:gtin )?exempt(?:ion)?)$/i;

const isIsbn13 = (digits: string): boolean => /^97(?:8|9(?!0))\d{10}$/.test(digits);

/** The last digit of a GTIN, computed from the others: weights 3 and 1 in turn, from the right. */
function gtinCheckDigit(others: string): string {
  const sum = Array.from(others)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The last character of an ISBN-10, computed from the nine others. */
function isbnCheckCharacter(others: string): string {
  const sum = Array.from(others).reduce((total, digit, place) => total + Number(digit) * (10 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

const isGtin = (code: string): boolean => /^(?:\d{8}|\d{12,14})$/.test(code);
const isRightGtin = (code: string): boolean =>
  isGtin(code) && gtinCheckDigit(code.slice(0, -1)) === code.slice(-1);
const isRightIsbn10 = (code: string): boolean =>
  /^\d{9}[\dX]$/.test(code) && isbnCheckCharacter(code.slice(0, -1)) === code.slice(-1);

/**
 * A barcode as it is kept: full-width characters become plain ones, invisible ones go, and so do the blanks and hyphens that a GTIN or an
 * ISBN is printed with. In any other code they count.
 */
export function readBarcode(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').replace(invisible, '').trim();
  const unspaced = plain.replaceAll(' ', '');
  if (isGtin(unspaced)) return unspaced;
  const joined = plain.replace(separators, '').toUpperCase();
  return isRightGtin(joined) || isRightIsbn10(joined) || isIsbn13(joined) ? joined : plain;
}

/** Whether a text stands for "no barcode". */
export const isNoBarcode = (text: string): boolean => placeholder.test(readBarcode(text));

/** What barcodes are compared by: one key for all forms of a GTIN, and for the ISBN-10 and the ISBN-13 of a book. */
export function barcodeKey(code: string): string {
  if (isGtin(code)) return code.padStart(14, '0');
  if (!isRightIsbn10(code)) return code.toUpperCase();
  const others = `978${code.slice(0, 9)}`;
  return `${others}${gtinCheckDigit(others)}`.padStart(14, '0');
}

const gtinKinds: ReadonlyMap<number, BarcodeKind> = new Map([
  [8, 'EAN-8'],
  [12, 'UPC-A'],
  [13, 'EAN-13'],
]);

export function barcodeKind(code: string): BarcodeKind {
  if (isRightIsbn10(code)) return 'ISBN-10';
  if (isIsbn13(code)) return 'ISBN-13';
  if (!isGtin(code)) return 'other';
  return gtinKinds.get(code.length) ?? 'GTIN-14';
}

/** Whether the last digit of a GTIN or an ISBN does not follow from the others: a digit was mistyped. */
export const hasWrongCheckDigit = (code: string): boolean => isGtin(code) && !isRightGtin(code);

/** Everything that a search finds a barcode by, in lower case: a GTIN of fourteen digits holds its shorter forms. */
export function barcodeSearchText(code: string): string {
  const key = barcodeKey(code);
  const isbn13 = key.replace(/^0/, '');
  const isbn10 = isIsbn13(isbn13) && isbn13.startsWith('978') ? isbn10Of(isbn13) : [];
  return [...new Set([key, ...isbn10])].join(' ').toLowerCase();
}

function isbn10Of(isbn13: string): string[] {
  const others = isbn13.slice(3, 12);
  return [`${others}${isbnCheckCharacter(others)}`];
}

/**
 * The barcodes among what a marketplace or a member gave: each once, as it is kept. Placeholders, and what is longer than a barcode, are
 * left out.
 */
export function readBarcodes(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const code = readBarcode(text);
    const key = barcodeKey(code);
    if (!isNoBarcode(code) && code.length <= longestBarcode && !byKey.has(key)) byKey.set(key, code);
  }
  return [...byKey.values()].slice(0, mostBarcodes);
}
