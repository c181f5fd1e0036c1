import { useLocation, useNavigate, useSearchParams, type LinkProps } from 'react-router';

interface OpenDialog {
  /** Name of the dialog that is open. */
  readonly dialog: string | null;
  /** What a link needs to open it. */
  readonly linkTo: (name: string) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>;
  readonly open: (name: string) => void;
  readonly close: () => void;
}

const openedHere = { openedHere: true };

/** What is open stands in the address, so that a link shows it and Back closes it. */
export function useOpenDialog(): OpenDialog {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const address = (name: string | null) => {
    const next = new URLSearchParams(search);
    if (name === null) next.delete('open');
    else next.set('open', name);
    return { search: next.toString() };
  };
  return {
    dialog: search.get('open'),
    linkTo: (name) => ({ to: address(name), state: openedHere, preventScrollReset: true }),
    open: (name) => void navigate(address(name), { state: openedHere, preventScrollReset: true }),
    close: () => {
      // Opened by a click here, closing is going back; opened by a link from elsewhere, the page beneath takes its place.
      if (isOpenedHere(location.state)) void navigate(-1);
      else void navigate(address(null), { replace: true, preventScrollReset: true });
    },
  };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
