import { useEffect, useState } from 'react';

/** The longest that a dialog on top, such as the question whether to leave, takes to go as well. */
const LONGEST_MS = 2000;
const STEP_MS = 50;

/** Where the focus was when a dialog opened: what opened it, or the button of the menu that it was chosen from. */
function openerNow(): Element | null {
  const focused = document.activeElement;
  if (focused?.closest('.ant-dropdown') === null) return focused;
  return document.querySelector('.ant-dropdown-open');
}

/** Whether a dialog is still shown, which keeps the focus to itself. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('.ant-modal, .ant-drawer-content-wrapper')].some(
    (dialog) => dialog.getClientRects().length > 0,
  );

function giveBack(opener: HTMLElement, leftMs: number): void {
  if (!opener.isConnected || leftMs < 0) return;
  if (isCovered()) {
    setTimeout(() => giveBack(opener, leftMs - STEP_MS), STEP_MS);
    return;
  }
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) opener.focus({ preventScroll: true });
}

/**
 * Gives the focus back to what opened a dialog, once the dialog is gone. The library does so for a dialog that stays and is hidden, not
 * for one that is taken away.
 */
export function useReturnFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) giveBack(opener, LONGEST_MS);
    },
    [opener],
  );
}
