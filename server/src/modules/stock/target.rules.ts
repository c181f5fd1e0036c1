/** The facts that decide a listing's target. Quantities are units. */
export interface TargetFacts {
  /** Of the variant; below zero after an oversell. */
  readonly quantity: number;
  /** The listing is in a force-zero window. */
  readonly forced: boolean;
  /** The marketplace's own upper limit, where the variant is limited by it. */
  readonly cap: number | null;
  /** Units that a campaign of the marketplace holds: less cannot be written. */
  readonly reserved: number;
}

export interface Target {
  readonly target: number;
  /** The target differs from the quantity, so a change of the shop's number says nothing about the quantity. */
  readonly transformed: boolean;
}

export function targetOf({ quantity, forced, cap, reserved }: TargetFacts): Target {
  const onHand = Math.max(0, quantity);
  const wanted = forced ? 0 : Math.min(cap ?? onHand, onHand);
  return {
    target: Math.max(wanted, reserved),
    transformed: forced || (cap !== null && cap < quantity) || reserved > onHand,
  };
}

/**
 * The number that a push would write now: the target plus pending differences.
 * A listing keeps its own pending difference until it is booked or explained. A shortfall of another listing lowers this one, too.
 * @param pending this listing's difference from the expected quantity that is not in the ledger yet
 * @param shortElsewhere sum of the other listings' pending differences below zero
 */
export function sendOf(facts: TargetFacts, pending: number, shortElsewhere: number): number {
  const { target, transformed } = targetOf(facts);
  if (transformed) return target;
  const wanted = Math.max(0, facts.quantity + pending + shortElsewhere);
  return Math.max(facts.reserved, Math.min(facts.cap ?? wanted, wanted));
}
