/** Texts that a spreadsheet may evaluate as a formula, once the file was saved as CSV. */
const startsFormula = /^'*[=+\-@\t\r]/;

/** The text of a cell: an apostrophe is put before a text that a spreadsheet could evaluate. */
export const neutralised = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The original text of a cell. */
export const plainText = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
