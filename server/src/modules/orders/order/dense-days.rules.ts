/** An order of a sample, and whether it has a text. */
export interface SampledOrder {
  readonly at: Date;
  readonly hasText: boolean;
}

/** A range of time; null: from the oldest order on, or until the newest one. */
export interface DenseDays {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** At least this number more orders of the days have the text than have not. */
const AT_LEAST = 5;
/** At most this part of the sample has the text on other days. */
const FEW_ELSEWHERE = 0.03;

/**
 * Finds the days in which most orders have a text that few orders of other days have. The first digits of a number are such a text,
 * because marketplaces count upwards. The days end at the next sampled order without the text.
 * @param newestFirst orders of all ages
 * @returns null if there are no such days, or no others
 */
export function denseDays(newestFirst: readonly SampledOrder[]): DenseDays | null {
  const { first, last, more } = densestPart(newestFirst);
  if (more < AT_LEAST) return null;
  const elsewhere = newestFirst.filter(({ hasText }, place) => hasText && (place < first || place > last));
  if (elsewhere.length > FEW_ELSEWHERE * newestFirst.length) return null;
  const from = newestFirst[last + 1]?.at ?? null;
  const before = newestFirst[first - 1]?.at ?? null;
  return from === null && before === null ? null : { from, before };
}

interface Part {
  readonly first: number;
  readonly last: number;
  /** How many more orders have the text than have not. */
  readonly more: number;
}

/** The part of a sequence in which the orders that have the text outnumber the others by most. */
function densestPart(orders: readonly SampledOrder[]): Part {
  let best: Part = { first: 0, last: -1, more: 0 };
  let part = best;
  for (const [place, { hasText }] of orders.entries()) {
    const begun = part.more > 0 ? part : { first: place, more: 0 };
    part = { first: begun.first, last: place, more: begun.more + (hasText ? 1 : -1) };
    if (part.more > best.more) best = part;
  }
  return best;
}
