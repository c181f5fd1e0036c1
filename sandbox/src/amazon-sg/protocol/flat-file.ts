/** Tab-separated lines under one line of column names, as reports and flat-file feeds are. */
export function flatFile(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t');
  return (
    [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))].map(line).join('\r\n') +
    '\r\n'
  );
}

/** Rows by column name; null if there is no line of column names. Lines that are empty count for nothing. */
export function readFlatFile(text: string): Record<string, string>[] | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const [columns, ...rows] = lines;
  if (columns === undefined) return null;
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  );
}
