import { isRoundedNumber } from '@evenstock/contract/catalog/barcodes';
import { message, type Message } from '@evenstock/contract/messages/message';
import {
  barcodeKey,
  barcodeKind,
  isNoBarcode,
  longestBarcode,
  mostBarcodes,
  readBarcode,
} from '@evenstock/contract/values/barcodes';

/** Barcodes that a row adds to its SKU and takes away from it. */
export interface BarcodeEdit {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** A barcode of a SKU, from one of its sources. */
export interface KnownBarcode {
  readonly code: string;
  readonly key: string;
  /** The marketplace whose listing shows it; null: a member entered it. */
  readonly shown_by: string | null;
}

/** What separates barcodes; the comma of a shortened number ('8,88E+12') does not. */
const separator = /[;，；、\n]|(?<!(?:^|[\s,;])\d),|,(?!\d+e\+?\d)/i;

/** The barcodes of a cell, which are separated by commas, semicolons or line breaks, or by blanks between whole numbers. */
export function codesOfCell(cell: string): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const pieces = part.split(/\s+/);
      return pieces.length > 1 && pieces.every((piece) => barcodeKind(readBarcode(piece)) !== 'other')
        ? pieces
        : [part];
    });
}

/**
 * What a row asks for: the barcodes of its cell less the exported ones, so that changes since the export are kept. Without exported ones
 * it only adds.
 * @param exported null: the sheet has no such column
 * @returns null where nothing is asked for
 */
export function askedBarcodes(cell: string, exported: string | null): BarcodeEdit | Message | null {
  if (cell === (exported ?? '')) return null;
  const typed = codesOfCell(cell);
  const rounded = typed.find(isRoundedNumber);
  if (rounded !== undefined) return message('spreadsheets.barcode_rounded', { value: rounded });
  const codes = typed.map(readBarcode).filter((code) => !isNoBarcode(code));
  if (codes.some((code) => code.length > longestBarcode))
    return message('catalog.barcode_too_long', { most: longestBarcode });
  const before = codesOfCell(exported ?? '').map(readBarcode);
  const keys = new Set(codes.map(barcodeKey));
  const keysBefore = new Set(before.map(barcodeKey));
  const edit = {
    add: codes.filter((code) => !keysBefore.has(barcodeKey(code))),
    remove: before.filter((code) => !isRoundedNumber(code) && !keys.has(barcodeKey(code))),
  };
  return edit.add.length === 0 && edit.remove.length === 0 ? null : edit;
}

/**
 * What is left of it to do for a SKU with these barcodes.
 * @returns null where nothing is; why it cannot be done
 */
export function barcodesToChange(
  asked: BarcodeEdit,
  known: readonly KnownBarcode[],
): BarcodeEdit | Message | null {
  const keys = new Set(known.map(({ key }) => key));
  const entered = known.filter((each) => each.shown_by === null);
  const keyOf = (code: string): string => keyBefore(code, keys);
  const add = asked.add.filter((code) => !keys.has(keyOf(code)));
  const remove = asked.remove.filter((code) => keys.has(keyOf(code)));
  for (const code of remove) {
    const key = keyOf(code);
    const shown = known.filter((each) => each.key === key && each.shown_by !== null);
    if (shown.length === 0 || entered.some((each) => each.key === key)) continue;
    const listings = [...new Set(shown.flatMap((each) => each.shown_by ?? []))].join(', ');
    return message('catalog.barcode_shown', { code, listings });
  }
  if (add.length > 0 && entered.length - remove.length + add.length > mostBarcodes)
    return message('catalog.barcodes_too_many', { most: mostBarcodes });
  if (add.length === 0 && remove.length === 0) return null;
  const codeOf = new Map(known.map(({ code, key }) => [key, code]));
  return { add, remove: remove.map((code) => codeOf.get(keyOf(code)) ?? code) };
}

/** The key of a barcode; of one that has lost its leading zeros to a spreadsheet, the key of the one that the SKU has. */
function keyBefore(code: string, known: ReadonlySet<string>): string {
  const key = barcodeKey(code);
  const whole = code.padStart(14, '0');
  return !known.has(key) && /^\d{6,13}$/.test(code) && known.has(whole) ? whole : key;
}
