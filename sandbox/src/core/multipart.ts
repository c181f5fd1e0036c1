/** One part of a `multipart/form-data` body. */
export interface FormPart {
  readonly name: string;
  /** Null for a plain field. */
  readonly fileName: string | null;
  /** The part's content type in lower case; '' if it has none. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Parses a form with files; null if the body is not one. */
export function readForm(body: Uint8Array, contentType: string | undefined): FormPart[] | null {
  const boundary = /^multipart\/form-data\b.*\bboundary="?([^";]+)"?/i.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = `--${boundary}`;
  const parts: FormPart[] = [];
  let at = bytes.indexOf(mark);
  while (at >= 0) {
    const from = at + mark.length;
    const next = bytes.indexOf(`\r\n${mark}`, from);
    if (next < 0) break;
    const part = readPart(bytes.subarray(from + 2, next));
    if (part !== null) parts.push(part);
    at = next + 2;
  }
  return parts;
}

function readPart(bytes: Buffer): FormPart | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.subarray(0, end).toString('utf8');
  const name = /\bname="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) return null;
  return {
    name,
    fileName: /\bfilename="([^"]*)"/i.exec(head)?.[1] ?? null,
    mediaType: (/^content-type:\s*([^;\r\n]+)/im.exec(head)?.[1] ?? '').trim().toLowerCase(),
    bytes: Uint8Array.from(bytes.subarray(end + 4)),
  };
}

/** The type of a picture by its first bytes; null for any other file. */
export function pictureType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const starts = (...signs: number[]): boolean => signs.every((sign, index) => bytes[index] === sign);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  return starts(0xff, 0xd8, 0xff) ? 'image/jpeg' : null;
}
