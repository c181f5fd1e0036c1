import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams, type LinkProps } from 'react-router';

interface OpenDialog {
  /** Name of the open dialog. */
  readonly dialog: string | null;
  /** Parameters that a link needs to open the dialog. */
  readonly linkTo: (name: string) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;
  readonly open: (name: string) => void;
  /** Shows another dialog in its place, without a step of its own in history. */
  readonly turnTo: (name: string) => void;
  readonly close: () => void;
}

/** State of a link that opens a dialog: once it is closed, its page or another one that led to it is shown again. */
export const openedHere = { openedHere: true };

/**
 * The open dialog is kept in the address, so that a link opens it and Back closes it.
 * @param parameter its name in the address
 */
export function useOpenDialog(parameter = 'open'): OpenDialog {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    isClosing = false;
  }, [location]);
  const address = (name: string | null) => {
    const next = new URLSearchParams(search);
    if (name === null) next.delete(parameter);
    else next.set(parameter, name);
    return { search: next.toString() };
  };
  return {
    dialog: search.get(parameter),
    linkTo: (name) => ({ to: address(name), state: openedHere, preventScrollReset: true }),
    open: (name) => void navigate(address(name), { state: openedHere, preventScrollReset: true }),
    turnTo: (name) => {
      isClosing = true;
      const state: unknown = location.state;
      void navigate(address(name), { state, replace: true, preventScrollReset: true });
    },
    close: () => {
      isClosing = true;
      // If a click here opened the dialog, closing goes back in history; if a link did, the page's own address replaces this one.
      if (isOpenedHere(location.state)) void navigate(-1);
      else void navigate(address(null), { replace: true, preventScrollReset: true });
    },
  };
}

/** The program closes the dialog; history goes back only after that. */
let isClosing = false;

/** Whether the program closes the open dialog: its input was saved, or the person has agreed to lose it. */
export const isDialogClosing = (): boolean => isClosing;

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
