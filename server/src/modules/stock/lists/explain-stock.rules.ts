import type { explainedListing, openDifference } from '@evenstock/contract/catalog/explained-quantity';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { expectedQuantity, type EventTotals } from '../protocol/epoch.rules.ts';
import type { ListingStock } from '../protocol/evaluate.rules.ts';
import { pendingOf, type Epoch } from '../protocol/observe.rules.ts';
import { targetOf, type TargetFacts } from '../protocol/target.rules.ts';
import { shortElsewhere, type StockedListing, type VariantStock } from '../protocol/variant-stock.rules.ts';

type Explained = z.infer<typeof explainedListing>;
type TargetTerms = Explained['target'];
type ShownTerms = Explained['shown'];
type OpenDifference = z.infer<typeof openDifference>;

/** What a listing's numbers are made of, in units. */
export type ExplainedStock = Pick<Explained, 'target' | 'shown' | 'differences'>;

/** What the number of a listing to be sent is made of beside its facts. Quantities are units. */
export interface NumberToSend extends TargetFacts {
  /** Units that its shops show less (at most 0) while a member is asked to count the SKU. */
  readonly lowersBy: number;
  /** This listing's difference that is not in the ledger. */
  readonly pending: number;
  /** Sum of the other listings' differences below zero. */
  readonly shortElsewhere: number;
}

/**
 * The number to send as a sum. It begins with the ledger's quantity, or for a set with the number that its parts allow. Later terms of
 * 0 units are left out.
 * @param number `quantity`: the ledger's
 */
export function targetTerms(number: NumberToSend): TargetTerms {
  const { quantity, lowersBy, forced, cap, reserved, pending, isSet } = number;
  const { transformed } = targetOf({ ...number, quantity: quantity + lowersBy });
  const terms: TargetTerms = [{ term: isSet ? 'parts' : 'ledger', units: quantity }];
  let sum = quantity;
  const add = (term: TargetTerms[number]['term'], units: number): void => {
    if (units !== 0) terms.push({ term, units });
    sum += units;
  };
  add('to_be_counted', lowersBy);
  if (!forced) {
    add('safety', -number.safety);
    add('kept_for_another', -number.keptForAnother);
  }
  if (!transformed) {
    add('own_difference', pending);
    add('difference_elsewhere', number.shortElsewhere);
  }
  add('below_zero', Math.max(0, -sum));
  if (forced) add('forced', -sum);
  if (cap !== null && !forced) add('maximum', Math.min(0, cap - sum));
  add('campaign', Math.max(0, reserved - sum));
  return terms;
}

/** The number that a shop is expected to show as a sum that begins with its last snapshot; none where it was never read. */
export function shownTerms(stock: ListingStock, totals: EventTotals): ShownTerms {
  const { shop_quantity: known, snapshot_until: until, expected_quantity: expected } = stock;
  if (known === null || expected === null) return [];
  const { low, high } = expectedQuantity(known, totals);
  const unclear = Math.min(Math.max(expected, low), high) - known - totals.certain;
  const terms: ShownTerms = [{ term: 'last_known', units: known, at: until?.toISOString() ?? null }];
  if (totals.certain !== 0) terms.push({ term: 'orders_since', units: totals.certain, at: null });
  if (unclear !== 0) terms.push({ term: 'orders_unclear', units: unclear, at: null });
  return terms;
}

/** A difference that the ledger does not hold, and why. */
export function explainDifference(epoch: Epoch): OpenDifference {
  const { unexplained, booked, joined, bookable } = epoch;
  const isDoubtful = bookable && unexplained !== epoch.sure;
  return {
    since: epoch.value.until.toISOString(),
    unexplained,
    booked,
    booked_elsewhere: joined,
    open: unexplained - booked - joined,
    is_counted: bookable,
    decided_after: bookable && !isDoubtful ? (epoch.bookAfter?.toISOString() ?? null) : null,
    reason_messages: [whyOpen(bookable, isDoubtful)],
  };
}

function whyOpen(isCounted: boolean, isDoubtful: boolean): Message {
  if (!isCounted) return message('stock.is_set_back');
  return message(isDoubtful ? 'stock.difference_doubtful' : 'stock.becomes_stock');
}

/** Whether an epoch has a difference to explain: one that may be booked and is not, or one that is being put back. */
export function isOpenDifference(epoch: Epoch): boolean {
  return epoch.bookable ? pendingOf(epoch) !== 0 : !epoch.isClosed && epoch.unexplained !== 0;
}

/**
 * What the numbers of a listing are made of.
 * @param epochs those of this listing
 */
export function explainListing(
  variant: VariantStock,
  listing: StockedListing,
  epochs: readonly Epoch[],
): ExplainedStock {
  const { stock } = listing;
  if (listing.isDeleted || stock.counted_from === null) return { target: [], shown: [], differences: [] };
  return {
    target: targetTerms({
      quantity: variant.quantity,
      lowersBy: variant.lowersBy,
      safety: stock.safety,
      keptForAnother: stock.kept_for_another,
      forced: stock.forced,
      cap: variant.isLimited ? stock.maximum : null,
      reserved: stock.reserved,
      isSet: variant.madeOf !== null,
      pending: stock.pending,
      shortElsewhere: shortElsewhere(variant, listing),
    }),
    shown: shownTerms(stock, listing.eventTotals),
    differences: epochs.filter(isOpenDifference).map(explainDifference),
  };
}
