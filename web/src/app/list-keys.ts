const rowsOfLists = '#content tbody tr.ant-table-row, #content .es-cards > li, #content .es-rows > li';
const whatTakesFocus = 'a[href], button:not([disabled])';

const shownRows = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(rowsOfLists)].filter(
    (row) => row.offsetParent !== null && row.querySelector(whatTakesFocus) !== null,
  );

const rowHere = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(rowsOfLists) ?? null;

/** Moves the focus to the row below (1) or above (-1); to the first row if none has it. */
export function moveInList(by: 1 | -1): void {
  const rows = shownRows();
  const here = rowHere();
  const next = here === null ? 0 : Math.min(Math.max(rows.indexOf(here) + by, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLElement>(whatTakesFocus)?.focus();
}

/** Selects or deselects the focused row. */
export function selectInList(): void {
  const row = rowHere();
  const focused = document.activeElement;
  row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  if (focused instanceof HTMLElement) focused.focus();
}

/** Moves the focus to the search box of the page. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>('#content input[type="search"]')?.focus();
}

/** Whether a key pressed in this element types text. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isTicked = target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type);
  return (target.matches('input, textarea, select') && !isTicked) || target.isContentEditable;
}
