import { expect, it } from 'vitest';
import { whyNoSheet } from './file-kind.rules.ts';

const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
const archive = (inside: string) => Buffer.from(`PK\u0003\u0004 ${inside}`, 'latin1');

it.each([
  ['an Excel 97 workbook', compound, 'is_xls'],
  [
    'a workbook with a password',
    Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
    'has_password',
  ],
  ['a binary workbook', archive('xl/workbook.bin'), 'is_xlsb'],
  ['an OpenDocument sheet', archive('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'is_ods'],
  ['a file of Numbers', archive('Index/Document.iwa'), 'is_numbers'],
  ['a web page named .xls', Buffer.from('\uFEFF\n<html xmlns:x="excel"><table>'), 'is_page'],
  ['an XML workbook named .xls', Buffer.from('<?xml version="1.0"?><Workbook>'), 'is_page'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'is_pdf'],
  ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'is_picture'],
  ['a screenshot', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'is_picture'],
])('%s is named for what it is', (_, bytes, code) => {
  expect(whyNoSheet(bytes)?.code).toBe(`spreadsheets.${code}`);
});

it.each([
  ['a workbook', archive('[Content_Types].xml xl/workbook.xml')],
  ['a text', Buffer.from('SKU,Quantity\n<b>,5\n')],
  ['a text in UTF-16', Buffer.from('\uFEFFSKU\tQuantity', 'utf16le')],
])('%s may be a sheet', (_, bytes) => {
  expect(whyNoSheet(bytes)).toBeNull();
});
