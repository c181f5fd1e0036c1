/** The facts that decide a listing's target. Quantities are units. */
export interface TargetFacts {
  /** Of the variant; below zero after an oversell. */
  readonly quantity: number;
  /** Safety stock: units that the shop does not show. */
  readonly safety: number;
  /** Units that the shop does not show beyond that, because they are kept for another marketplace. */
  readonly keptForAnother: number;
  /** The listing is in a force-zero window. */
  readonly forced: boolean;
  /** The marketplace's own upper limit, where the variant is limited by it. */
  readonly cap: number | null;
  /** Units that a campaign of the marketplace holds: less cannot be written. */
  readonly reserved: number;
  /** The variant is made of others: its number says nothing about one of them. */
  readonly isSet: boolean;
}

export interface Target {
  readonly target: number;
  /** The target differs from the quantity, so a change of the shop's number says nothing about the quantity. */
  readonly transformed: boolean;
}

/** Units that may be sold in the shop; below zero where fewer are left than are kept back. */
export const forSale = (facts: Pick<TargetFacts, 'quantity' | 'safety' | 'keptForAnother'>): number =>
  facts.quantity - keptBack(facts);

/** Units that the shop does not show, for either reason. */
export const keptBack = ({
  safety,
  keptForAnother,
}: Pick<TargetFacts, 'safety' | 'keptForAnother'>): number => safety + keptForAnother;

export function targetOf(facts: TargetFacts): Target {
  const { forced, cap, reserved, isSet } = facts;
  const onShelf = Math.max(0, forSale(facts));
  const wanted = forced ? 0 : Math.min(cap ?? onShelf, onShelf);
  return {
    target: Math.max(wanted, reserved),
    transformed: isSet || forced || (cap !== null && cap < onShelf) || reserved > onShelf,
  };
}

/** What a push would write now. */
export interface Sending {
  /** In units. */
  readonly send: number;
  /** It does not stand for the quantity: the target is transformed, or what is kept back was cut off at 0. */
  readonly transformed: boolean;
}

/**
 * The number that a push would write now: the target plus pending differences.
 * A listing keeps its own pending difference until it is booked or explained. A shortfall of another listing lowers this one, too.
 * @param pending this listing's difference from the expected quantity that is not in the ledger yet
 * @param shortElsewhere sum of the other listings' pending differences below zero
 */
export function sendOf(facts: TargetFacts, pending: number, shortElsewhere: number): Sending {
  const { target, transformed } = targetOf(facts);
  if (transformed) return { send: target, transformed };
  const left = forSale(facts) + pending + shortElsewhere;
  const wanted = Math.max(0, left);
  return {
    send: Math.max(facts.reserved, Math.min(facts.cap ?? wanted, wanted)),
    transformed: keptBack(facts) > 0 && left < 0,
  };
}
