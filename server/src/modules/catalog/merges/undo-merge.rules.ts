import { message, type Message } from '@evenstock/contract/messages/message';

/** The facts that decide whether a merge can be undone. */
export interface UndoFacts {
  readonly isUndone: boolean;
  /** The merge's SKU became part of another one. */
  readonly isMergedAway: boolean;
  /** The merge's SKU is made of others by now. */
  readonly isSet: boolean;
  /** Its SKU was merged again, or a listing was unmerged from it, since. */
  readonly isChanged: boolean;
  /** It is known what the merge joined. */
  readonly isKept: boolean;
}

/** Why a merge cannot be undone; null where it can. */
export function undoProblem(facts: UndoFacts): Message | null {
  if (facts.isUndone) return message('catalog.undo_done');
  if (facts.isMergedAway) return message('catalog.undo_merged_away');
  if (facts.isSet) return message('stock.set_not_unmerged');
  if (facts.isChanged || !facts.isKept) return message('catalog.undo_changed');
  return null;
}

/** A part of what a line sold, as it is kept with the line: SKU, units in one, and the listing where a marketplace told the parts. */
export type SoldPart = readonly [partId: number, units: number, listingId?: number | null];

/** A line of a set or of a bundle that sold the shared SKU since the merge. */
export interface SharedSetLine {
  readonly lineId: number;
  /** The set that it sold. */
  readonly setId: number | null;
  readonly parts: readonly SoldPart[];
  /** What it changed in the ledger of the shared SKU, in units. */
  readonly units: number;
}

/** What a merge joined: it decides whose the parts of a line are. */
export interface JoinedParts {
  readonly survivorId: number;
  /** The SKU that each listing came from. */
  readonly broughtFrom: ReadonlyMap<number, number>;
  /** The parts of sets at the merge. */
  readonly parts: readonly { readonly set_id: number; readonly part_id: number; readonly units: number }[];
}

/**
 * Divides what a line of a set did since a merge among the SKUs that were its parts at the merge. A bundle whose parts a marketplace told is
 * divided by the listings of its parts. What nothing tells apart stays with the surviving SKU.
 * @returns the parts that the line is to have, and the units of each SKU
 */
export function divideLine(
  { setId, parts, units }: SharedSetLine,
  { survivorId, broughtFrom, parts: before }: JoinedParts,
): { readonly parts: readonly SoldPart[]; readonly units: ReadonlyMap<number, number> } {
  const shared = parts.filter(([id]) => id === survivorId);
  const total = shared.reduce((sum, [, count]) => sum + count, 0);
  const own = before.filter((part) => part.set_id === setId);
  const isAsBefore = own.length > 0 && own.reduce((sum, part) => sum + part.units, 0) === total;
  const divided = shared.flatMap((part): SoldPart[] => {
    const [, count, listingId = null] = part;
    if (listingId !== null) return [[broughtFrom.get(listingId) ?? survivorId, count, listingId]];
    return isAsBefore ? [] : [part];
  });
  const bySet: SoldPart[] =
    isAsBefore && shared.every(([, , listingId = null]) => listingId === null)
      ? own.map((part) => [part.part_id, part.units])
      : [];
  const now = [...divided, ...bySet];
  const moved = new Map<number, number>();
  for (const [id, count] of now) moved.set(id, (moved.get(id) ?? 0) + (units / total) * count);
  return { parts: [...parts.filter(([id]) => id !== survivorId), ...now], units: moved };
}
