import { message } from '@evenstock/contract/messages/message';
import { HucreError } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { refusedSheet } from './refused-sheet.ts';

/** A tab of a workbook that its reader sees. */
export interface SheetTab {
  readonly name: string;
  /** The one that is open when the file is opened. */
  readonly isActive: boolean;
}

/**
 * The visible tabs of a workbook in their order.
 * @throws Refusal 422 under 'product' for a file that is no workbook, or shows no tab
 */
export async function visibleTabs(bytes: Buffer): Promise<readonly SheetTab[]> {
  const found: { readonly name: string; readonly index: number; readonly isHidden: boolean }[] = [];
  const { activeSheet } = await readingWorkbook(() =>
    readXlsx(bytes, {
      sheets: ({ name, index, hidden, veryHidden }) => {
        found.push({ name, index, isHidden: hidden === true || veryHidden === true });
        return false;
      },
    }),
  );
  const visible = found.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0) throw refusedSheet(message('spreadsheets.no_visible_tab'));
  return visible.map(({ name, index }) => ({ name, isActive: index === (activeSheet ?? 0) }));
}

/** A format of zeros alone: a number is shown with at least as many digits. */
const zeros = /^0{2,}$/;

/**
 * How the numbers of a column are shown where their format adds zeros, by the index of the row: a code is what the merchant sees.
 * @param column from 0
 */
export async function zeroFilled(
  bytes: Buffer,
  tab: string,
  column: number,
): Promise<ReadonlyMap<number, string>> {
  const letter = String.fromCodePoint(65 + column);
  const { sheets } = await readingWorkbook(() =>
    readXlsx(bytes, { sheets: [tab], readStyles: true, range: `${letter}1:${letter}1048576` }),
  );
  const shown = new Map<number, string>();
  for (const [place, cell] of sheets[0]?.cells ?? []) {
    const format = cell.style?.numFmt ?? '';
    if (typeof cell.value === 'number' && zeros.test(format))
      shown.set(Number.parseInt(place, 10), String(cell.value).padStart(format.length, '0'));
  }
  return shown;
}

/** @throws Refusal 422 for what is no workbook */
export async function readingWorkbook<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof HucreError) throw refusedSheet(message('spreadsheets.unreadable'));
    throw error;
  }
}
