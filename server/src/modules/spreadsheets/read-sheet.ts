import { Readable } from 'node:stream';
import { mostSheetRows } from '@evenstock/contract/spreadsheets/spreadsheets';
import { message, type Message } from '@evenstock/contract/messages/message';
import { parseStream } from 'fast-csv';
import { HucreError } from 'hucre';
import { streamXlsxRows } from 'hucre/xlsx';
import { invalid } from '../../api/routing.ts';
import { expandedSize } from './archive-size.rules.ts';
import { plainText } from './cell-text.rules.ts';

/** A row, numbered as in spreadsheets: the first one is 1. An empty cell is an empty text. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const MOST_MEGABYTES = 150;
const ZIP = Buffer.from('PK\u0003\u0004');
/** Maximum number of columns that are read. */
const MOST_COLUMNS = 50;

/** A refusal of an uploaded sheet. */
export const refusedSheet = (reason: Message): Error => invalid('product', reason);

/**
 * Reads the rows of an uploaded sheet (.xlsx, else .csv), one at a time, without empty ones; the first is the heading.
 * @throws Refusal 422 under 'product' for a file that is no sheet, expands too far or has too many rows
 */
export async function* readSheet(bytes: Buffer): AsyncGenerator<SheetRow> {
  if (bytes.length === 0) throw refusedSheet(message('spreadsheets.empty_file'));
  let count = 0;
  for await (const row of bytes.subarray(0, ZIP.length).equals(ZIP) ? workbookRows(bytes) : textRows(bytes)) {
    if (row.cells.every((cell) => cell === '')) continue;
    if (count > mostSheetRows) {
      throw refusedSheet(message('spreadsheets.too_many_rows', { limit: mostSheetRows }));
    }
    count += 1;
    yield row;
  }
}

async function* workbookRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  const size = expandedSize(bytes);
  if (size === null) throw refusedSheet(message('spreadsheets.unreadable'));
  if (size > MOST_MEGABYTES * 1_000_000) {
    throw refusedSheet(message('spreadsheets.expands_too_far', { megabytes: MOST_MEGABYTES }));
  }
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
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
  return typeof value === 'string' ? plainText(value.trim()) : String(value);
}

async function* textRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  if (bytes.includes(0)) throw refusedSheet(message('spreadsheets.unreadable'));
  const [heading = ''] = bytes.subarray(0, 10_000).toString('utf8').split('\n', 1);
  const delimiter = [',', ';', '\t'].toSorted(
    (one, other) => heading.split(other).length - heading.split(one).length,
  )[0];
  const parser = parseStream(Readable.from(slices(bytes)), { delimiter: delimiter ?? ',' });
  let number = 0;
  try {
    // Each row is an array of texts, as the parser is configured without headers.
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      yield { number, cells: cells.slice(0, MOST_COLUMNS).map((cell) => plainText(cell.trim())) };
    }
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Parse Error')) {
      throw refusedSheet(message('spreadsheets.unreadable'));
    }
    throw error;
  }
}

const SLICE = 64 * 1024;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
