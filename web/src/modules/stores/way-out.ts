let deleted: string | null = null;

/** The store at this address is being deleted by the person here: the way out is home, whichever screen notices first. */
export function noteDeleted(storeId: string | null): void {
  deleted = storeId;
}

/** Where a screen leads whose store is not there (any more). */
export function wayOut(storeId: string): '/' | '/stores' {
  return storeId === deleted ? '/' : '/stores';
}
