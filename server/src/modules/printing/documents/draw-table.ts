import { page, type PrintDocument, type TextStyle } from './print-document.ts';

export interface TableColumn<Row> {
  readonly title: string;
  /** In points; the columns fill the page between its margins. */
  readonly width: number;
  readonly align?: 'left' | 'right';
  readonly text: (row: Row) => string;
  /**
   * Draws what is below the text of a row.
   * @returns the height it took
   */
  readonly below?: (row: Row, at: { x: number; y: number; width: number }) => number;
  /** The height of what is below the text, before it is drawn. */
  readonly belowHeight?: (row: Row) => number;
}

const style: TextStyle = { size: 9.5 };
const headStyle: TextStyle = { size: 8.5, isBold: true };
const GAP = 10;
const BELOW = 4;

/**
 * Draws a table from `y` on, over as many pages as it needs, its head on each.
 * @param rulesAt whether a line is drawn above a row
 * @returns where it ends on the last page
 */
export function drawTable<Row>(
  document: PrintDocument,
  y: number,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  rulesAt: (row: Row) => boolean = () => true,
): number {
  const bottom = page.height - page.margin - 16;
  let at = drawHead(document, y, columns);
  for (const [place, row] of rows.entries()) {
    const height = Math.max(...columns.map((column) => cellHeight(document, column, row)));
    if (at + height > bottom && place > 0) {
      document.addPage();
      at = drawHead(document, page.margin, columns);
    } else if (place > 0 && rulesAt(row)) document.rule(at - 3);
    drawRow(document, at, columns, row);
    at += height + 7;
  }
  return at;
}

function cellHeight<Row>(document: PrintDocument, column: TableColumn<Row>, row: Row): number {
  const below = column.belowHeight?.(row) ?? 0;
  const text = document.heightOf(column.text(row), column.width - GAP, style);
  return text + (below === 0 ? 0 : below + BELOW);
}

function drawHead<Row>(document: PrintDocument, y: number, columns: readonly TableColumn<Row>[]): number {
  let x: number = page.margin;
  for (const { title, width, align = 'left' } of columns) {
    document.text(title, { x, y, width: width - GAP }, { ...headStyle, align });
    x += width;
  }
  document.rule(y + 15);
  return y + 21;
}

function drawRow<Row>(
  document: PrintDocument,
  y: number,
  columns: readonly TableColumn<Row>[],
  row: Row,
): void {
  let x: number = page.margin;
  for (const { text, width, align = 'left', below } of columns) {
    const height = document.text(text(row), { x, y, width: width - GAP }, { ...style, align });
    below?.(row, { x, y: y + height + BELOW, width: width - GAP });
    x += width;
  }
}
