import { digest } from './signing.ts';

/** An encoded body of `multipart/form-data`. */
export interface Multipart {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Encodes fields and one file. The boundary follows from the file, so that a retry sends the same bytes. */
export function multipart(fields: Readonly<Record<string, string>>, file: UploadedFile): Multipart {
  const boundary = `evenstock-${digest(file.bytes)}`;
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const fileHead =
    `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${plainName(file.name)}"\r\n` +
    `content-type: ${file.mediaType}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head + fileHead), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** A file name without the characters that would end its header. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, '_');
}
