/** What decides the number that a listing should show. Quantities are units. */
export interface TargetFacts {
  /** Of the variant; below zero where more was sold than there is. */
  readonly quantity: number;
  /** Within a force-zero window. */
  readonly forced: boolean;
  /** The marketplace's own upper limit, where the variant is limited by it. */
  readonly cap: number | null;
  /** Units that a campaign of the marketplace holds: less cannot be written. */
  readonly reserved: number;
}

export interface Target {
  readonly target: number;
  /** The shop's number does not stand for the quantity, so what a buyer or a seller does to it says nothing about it. */
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
 * What a push would write now: the target, and what is not yet understood.
 * A difference stays on its own shelf until it is understood; a shortfall seen elsewhere also lowers this one.
 * @param pending what this listing shows beyond our reckoning and is not in the ledger yet
 * @param shortElsewhere sum of the other listings' pending differences below zero
 */
export function sendOf(facts: TargetFacts, pending: number, shortElsewhere: number): number {
  const { target, transformed } = targetOf(facts);
  if (transformed) return target;
  const wanted = Math.max(0, facts.quantity + pending + shortElsewhere);
  return Math.max(facts.reserved, Math.min(facts.cap ?? wanted, wanted));
}
