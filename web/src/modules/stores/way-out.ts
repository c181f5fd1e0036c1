type Way = '/' | '/stores';

let leaving: { readonly storeId: string; readonly to: Way } | null = null;

/** Records that this user is leaving or deleting the store, so that all its screens redirect alike, whichever notices it first. */
export function noteLeaving(storeId: string, to: Way): void {
  leaving = { storeId, to };
}

/** Records that leaving failed. */
export function noteStaying(): void {
  leaving = null;
}

/** The path that a screen redirects to if its store does not exist (any more), and whether the user knows why. */
export function wayOut(storeId: string): { readonly to: Way; readonly isExpected: boolean } {
  return leaving?.storeId === storeId
    ? { to: leaving.to, isExpected: true }
    : { to: '/stores', isExpected: false };
}
