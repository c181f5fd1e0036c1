import { imageTypes } from '@evenstock/contract/attachments/attachments';

type ImageType = (typeof imageTypes)[number];

const ascii = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

const signatures: Readonly<Record<ImageType, (bytes: Uint8Array) => boolean>> = {
  'image/jpeg': (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  'image/png': (bytes) => ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n',
  'image/gif': (bytes) => ['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6)),
  'image/webp': (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP',
};

/** The kind of image that the bytes are, whatever the file is called; null: none that is taken. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  return imageTypes.find((type) => signatures[type](bytes)) ?? null;
}
