/**
 * The characters that Windows-1252 has at 0x80 to 0x9F. Node's own decoder gives control characters for them, and what calls itself
 * ISO-8859-1 is Windows-1252 as well (encoding.spec.whatwg.org).
 */
const upperHalf = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const windows1252 = /^(?:(?:x-)?cp-?1252|windows-?1252|iso-?8859-?1|latin-?1|l1|(?:us-)?ascii)$/i;

/** The character set that a `content-type` names; null where it names none. */
export const charsetIn = (contentType: string | undefined): string | null =>
  /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1] ?? null;

/**
 * Bytes as text: by their byte order mark, else in the named character set, else as UTF-8, and as Windows-1252 where they are not.
 * Null for a character set that is not known.
 */
export function decodedText(bytes: Uint8Array, charset: string | null): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (charset !== null && windows1252.test(charset)) return fromWindows1252(bytes);
  if (charset !== null && !/^utf-?8$/i.test(charset)) {
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      return null;
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromWindows1252(bytes);
  }
}

function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => upperHalf[character.charCodeAt(0) - 0x80] ?? character);
}
