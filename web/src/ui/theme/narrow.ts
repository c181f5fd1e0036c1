import { useSyncExternalStore } from 'react';
import { narrowWidth } from './tokens.ts';

const narrow = matchMedia(`(max-width: ${narrowWidth - 0.02}px)`);

function watch(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the window has the width of a phone: lists become cards, the menu a popover. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}
