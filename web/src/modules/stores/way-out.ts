let deleted: string | null = null;

/** Records that this user is deleting the store, so that all its screens redirect to `/`, whichever notices it first. */
export function noteDeleted(storeId: string | null): void {
  deleted = storeId;
}

/** The path that a screen redirects to if its store does not exist (any more). */
export function wayOut(storeId: string): '/' | '/stores' {
  return storeId === deleted ? '/' : '/stores';
}
