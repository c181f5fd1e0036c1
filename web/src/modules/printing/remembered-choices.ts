import {
  paperSizes,
  pickListGroupings,
  type PaperSize,
  type PickListGrouping,
} from '@evenstock/contract/printing/printing';

/** Paper and sorting are those of a printer and of a person: this browser keeps what was chosen last. */
const keys = { paper: 'evenstock-paper', by: 'evenstock-pick-list' } as const;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be disabled; the next dialog then begins with the usual choice.
  }
}

/** What was chosen last, if it is still offered; else the first. */
function last<Value extends string>(key: string, [usual, ...others]: readonly [Value, ...Value[]]): Value {
  const known = kept(key);
  return others.find((value) => value === known) ?? usual;
}

export const lastPaper = (): PaperSize => last(keys.paper, paperSizes);
export const keepPaper = (paper: PaperSize): void => keep(keys.paper, paper);

export const lastGrouping = (): PickListGrouping => last(keys.by, pickListGroupings);
export const keepGrouping = (by: PickListGrouping): void => keep(keys.by, by);
