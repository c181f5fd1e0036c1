/** Texts that a spreadsheet may take for a formula, once the file was saved as CSV. */
const startsFormula = /^'*[=+\-@\t\r]/;

/** A text as a cell holds it: an apostrophe before what a spreadsheet could calculate. */
export const neutralised = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The text that a cell was made of. */
export const plainText = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
