import { writeXlsxStream } from 'hucre/xlsx';
import { neutralised } from './cell-text.rules.ts';

/** A cell: texts stay texts, also those that look like numbers. */
export type Cell = string | number | null;

export interface SheetColumn {
  readonly title: string;
  /** The width is in characters. */
  readonly width: number;
}

/** The headers of a sheet that a browser downloads. */
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes a sheet as a file (.xlsx). Only the rows that are being written are in memory. */
export async function writeSheet(
  name: string,
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly Cell[]>,
): Promise<Buffer> {
  const stream = writeXlsxStream(cellsOf(rows), {
    name,
    columns: columns.map(({ title, width }) => ({ header: title, width })),
    freezePane: { rows: 1 },
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* cellsOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows)
    yield row.map((cell) => (typeof cell === 'string' ? neutralised(cell) : cell));
}
