const betweenRows = '$$';
const betweenFields = '||*';
/** Three levels are handled on writes (qoo10.md 3.1). */
const mostLevels = 3;

/** One row of an `InventoryInfo` text. */
export interface OptionRow {
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** What it adds to the item's price, in minor units. */
  readonly price: number;
  readonly quantity: number;
  readonly code: string;
}

/**
 * Rows by `$$`, fields by `||*`: name and value for each level, then price, quantity and the seller's code (qoo10.md 3.3).
 * A text about what is wrong with it instead; nothing is escaped.
 */
export function readOptionRows(text: string): OptionRow[] | string {
  const rows: OptionRow[] = [];
  for (const [index, part] of text.split(betweenRows).entries()) {
    const row = readRow(part.split(betweenFields));
    if (row === null) return `Row ${String(index + 1)} is not name, value, price, quantity and code.`;
    const first = rows[0];
    if (first !== undefined && first.names.join() !== row.names.join())
      return `Row ${String(index + 1)} has other option names than the first.`;
    rows.push(row);
  }
  return rows;
}

function readRow(fields: readonly string[]): OptionRow | null {
  const levels = (fields.length - 3) / 2;
  if (!Number.isInteger(levels) || levels < 1 || levels > mostLevels) return null;
  const named = fields.slice(0, levels * 2);
  const [price = '', quantity = '', code = ''] = fields.slice(levels * 2);
  if (!/^-?\d+(\.\d+)?$/.test(price) || !/^\d{1,9}$/.test(quantity) || named.includes('')) return null;
  return {
    names: named.filter((_, index) => index % 2 === 0),
    values: named.filter((_, index) => index % 2 === 1),
    price: Math.round(Number(price) * 100),
    quantity: Number(quantity),
    code,
  };
}

/** The levels of `OptionName` or `OptionValue` in a call about one row. */
export function readLevels(text: string): string[] {
  return text === '' ? [] : text.split(betweenFields);
}
