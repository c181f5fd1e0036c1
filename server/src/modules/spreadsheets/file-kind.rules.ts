import { message, type Message } from '@evenstock/contract/messages/message';

const ZIP = Buffer.from('PK\u0003\u0004');
/** What Excel 97 saves, and what any Excel saves with a password: a compound file. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** The name of the stream that holds a workbook with a password (MS-OFFCRYPTO 2.3.4.4). */
const LOCKED = Buffer.from('EncryptedPackage', 'utf16le');

const begins = (bytes: Buffer, mark: Buffer | string): boolean =>
  bytes.subarray(0, mark.length).equals(Buffer.from(mark));

/** Whether a file is a workbook (.xlsx); else it is a text (.csv). */
export const isWorkbook = (bytes: Buffer): boolean => begins(bytes, ZIP);

/** What a file is that no sheet of ours is, and what to do; null: it may be one. */
export function whyNoSheet(bytes: Buffer): Message | null {
  if (begins(bytes, COMPOUND))
    return bytes.includes(LOCKED) ? message('spreadsheets.has_password') : message('spreadsheets.is_xls');
  if (isWorkbook(bytes)) return whyNoWorkbook(bytes);
  if (begins(bytes, '%PDF-')) return message('spreadsheets.is_pdf');
  if (begins(bytes, Buffer.from([0x89, 0x50, 0x4e, 0x47])) || begins(bytes, Buffer.from([0xff, 0xd8, 0xff])))
    return message('spreadsheets.is_picture');
  const beginning = bytes
    .subarray(0, 2_000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase();
  return /^<(?:!doctype|html|table|head|meta|\?xml)\b/.test(beginning)
    ? message('spreadsheets.is_page')
    : null;
}

/** Archives of other programs hold files that no workbook has. */
function whyNoWorkbook(bytes: Buffer): Message | null {
  if (bytes.subarray(0, 200).includes('application/vnd.oasis.opendocument'))
    return message('spreadsheets.is_ods');
  if (bytes.includes('xl/workbook.bin')) return message('spreadsheets.is_xlsb');
  return bytes.includes('Index/Document.iwa') ? message('spreadsheets.is_numbers') : null;
}
