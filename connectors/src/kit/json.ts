/** Whole numbers that a double cannot hold exactly are read as text: ids of marketplaces are longer than that. */
export function readJson(text: string): unknown {
  const plain = text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
  const exact = longDigits.test(plain) ? plain.replace(stringsAndNumbers, quoteInexact) : plain;
  const value: unknown = JSON.parse(exact);
  return value;
}

const byteOrderMark = 0xfeff;
/** The shortest number beyond 2^53 has sixteen digits. */
const longDigits = /\d{16}/;
/** A string is matched whole, so that digits within it are left as they are. */
const stringsAndNumbers = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const quoteInexact = (token: string): string =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
