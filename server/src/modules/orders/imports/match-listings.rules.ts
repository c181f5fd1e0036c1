/** A listing that one of a line's codes names. */
export interface Candidate {
  readonly place: number;
  /** The surest code has the lowest rank. */
  readonly rank: number;
  readonly listingId: number;
  readonly variantId: number;
}

/** The only listing that the surest code names; a code that names several names none. */
export function bestMatch(
  candidates: readonly Candidate[],
): { readonly listingId: number; readonly variantId: number } | null {
  for (const rank of [...new Set(candidates.map((candidate) => candidate.rank))].sort((a, b) => a - b)) {
    const [first, ...others] = candidates.filter((candidate) => candidate.rank === rank);
    if (first !== undefined && others.length === 0)
      return { listingId: first.listingId, variantId: first.variantId };
  }
  return null;
}
