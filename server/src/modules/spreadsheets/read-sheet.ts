import { Readable } from 'node:stream';
import { mostSheetRows } from '@evenstock/contract/spreadsheets/spreadsheets';
import { message } from '@evenstock/contract/messages/message';
import { parseStream } from 'fast-csv';
import { HucreError } from 'hucre';
import { streamXlsxRows } from 'hucre/xlsx';
import { expandedSize } from './archive-size.rules.ts';
import { numberText } from './cell-numbers.rules.ts';
import { plainText } from './cell-text.rules.ts';
import { isWorkbook, whyNoSheet } from './file-kind.rules.ts';
import { refusedSheet } from './refused-sheet.ts';

/** A row, numbered as in spreadsheets: the first one is 1. An empty cell is an empty text; blanks at the ends of a text are kept. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const MOST_MEGABYTES = 150;
/** Maximum number of columns that are read. */
const MOST_COLUMNS = 50;

/**
 * Refuses a file that is empty or of another program, or a workbook that expands too far, before anything of it is read.
 * @throws Refusal 422 under 'product'
 */
export function requireReadable(bytes: Buffer): void {
  if (bytes.length === 0) throw refusedSheet(message('spreadsheets.empty_file'));
  const other = whyNoSheet(bytes);
  if (other !== null) throw refusedSheet(other);
  if (!isWorkbook(bytes)) return;
  const size = expandedSize(bytes);
  if (size === null) throw refusedSheet(message('spreadsheets.unreadable'));
  if (size > MOST_MEGABYTES * 1_000_000) {
    throw refusedSheet(message('spreadsheets.expands_too_far', { megabytes: MOST_MEGABYTES }));
  }
}

/**
 * Reads the rows of an uploaded sheet, one at a time, without empty ones; the first is the heading. `requireReadable` has let it pass.
 * @param tab the tab of a workbook; null: the file is a text
 * @throws Refusal 422 under 'product' for a file that is no sheet, or has too many rows
 */
export async function* readSheet(bytes: Buffer, tab: string | null): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const row of tab === null ? textRows(bytes) : workbookRows(bytes, tab)) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (count > mostSheetRows) {
      throw refusedSheet(message('spreadsheets.too_many_rows', { limit: mostSheetRows }));
    }
    count += 1;
    yield row;
  }
}

async function* workbookRows(bytes: Buffer, tab: string): AsyncGenerator<SheetRow> {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: tab })) {
      yield { number: index + 1, cells: values.slice(0, MOST_COLUMNS).map(cellText) };
    }
  } catch (error) {
    if (error instanceof HucreError) throw refusedSheet(message('spreadsheets.unreadable'));
    throw error;
  }
}

function cellText(value: string | number | boolean | Date | null): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? plainText(value) : String(value);
}

const UTF16 = [
  { mark: Buffer.from([0xff, 0xfe]), isSwapped: false },
  { mark: Buffer.from([0xfe, 0xff]), isSwapped: true },
];

/** The bytes of a text in UTF-8: spreadsheets save “Unicode text” in UTF-16. */
function inUtf8(bytes: Buffer): Buffer {
  const found = UTF16.find(({ mark }) => bytes.subarray(0, 2).equals(mark));
  if (found === undefined) return bytes;
  const body = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
  return Buffer.from((found.isSwapped ? body.swap16() : body).toString('utf16le'), 'utf8');
}

/** A first line that names the delimiter, as Excel writes it. */
const namedDelimiter = /^\uFEFF?"?sep=([,;\t|])"?\r?\n/i;

async function* textRows(original: Buffer): AsyncGenerator<SheetRow> {
  const whole = inUtf8(original);
  if (whole.includes(0)) throw refusedSheet(message('spreadsheets.unreadable'));
  const beginning = whole.subarray(0, 10_000).toString('utf8');
  const named = namedDelimiter.exec(beginning);
  const bytes = named === null ? whole : whole.subarray(Buffer.byteLength(named[0]));
  const [heading = ''] = beginning.slice(named?.[0].length ?? 0).split('\n', 1);
  const likely = [',', ';', '\t'].toSorted(
    (one, other) => heading.split(other).length - heading.split(one).length,
  )[0];
  const parser = parseStream(Readable.from(slices(bytes)), { delimiter: named?.[1] ?? likely ?? ',' });
  let number = named === null ? 0 : 1;
  try {
    // Each row is an array of texts, as the parser is configured without headers.
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      yield { number, cells: cells.slice(0, MOST_COLUMNS).map((cell) => plainText(unquoted(cell))) };
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Parse Error')) {
      throw refusedSheet(message('spreadsheets.unreadable'));
    }
    throw error;
  }
}

/** ="00012" keeps the zeros of a code from Excel. */
const unquoted = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;

const SLICE = 64 * 1024;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
