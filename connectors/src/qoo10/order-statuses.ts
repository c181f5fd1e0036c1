import { orderProgressOf, unknownLine } from '../kit/order-progress.ts';
import type { LineProgress, OrderProgress } from '../kit/order-progress.ts';

export interface LineStatus extends LineProgress {
  /** As the marketplace says it. */
  readonly raw: string;
}

/** qoo10.md 4.1: every delivery status there is, by its number. On request and Seller confirm are both for staff to ship. */
export const deliveryStatuses: Readonly<Record<string, LineProgress>> = {
  '1': { state: 'unpaid', rank: 10, units: 'here' },
  '2': { state: 'paid', rank: 20, units: 'here' },
  '3': { state: 'pending', rank: 30, units: 'here' },
  '4': { state: 'shipped', rank: 40, units: 'away' },
  '5': { state: 'delivered', rank: 50, units: 'away' },
};

/** qoo10.md 4.4: every ClaimStat there is. An exchange and goods that never arrived wait for an answer as a return does. */
export const claimStatuses: Readonly<Record<string, LineProgress & { readonly words: string }>> = {
  '1': { words: 'Cancel requested', state: 'IN_CANCEL', rank: 60, units: 'here' },
  '2': { words: 'Cancel in progress', state: 'IN_CANCEL', rank: 65, units: 'here' },
  '3': { words: 'Cancel complete', state: 'CANCELLED', rank: 90, units: 'cancelled' },
  '4': { words: 'Return requested', state: 'TO_RETURN', rank: 60, units: 'away' },
  '5': { words: 'Return in progress', state: 'TO_RETURN', rank: 65, units: 'away' },
  '6': { words: 'Return complete', state: 'returned', rank: 90, units: 'returned' },
  '11': { words: 'Exchange requested', state: 'TO_RETURN', rank: 60, units: 'away' },
  '12': { words: 'Exchange in progress', state: 'TO_RETURN', rank: 65, units: 'away' },
  '13': { words: 'Exchange re-delivering', state: 'shipped', rank: 70, units: 'away' },
  '14': { words: 'Non-receipt requested', state: 'TO_RETURN', rank: 60, units: 'away' },
  '15': { words: 'Non-receipt in progress', state: 'TO_RETURN', rank: 65, units: 'away' },
  '16': { words: 'Unpaid order cancelled', state: 'CANCELLED', rank: 90, units: 'cancelled' },
};

/** The number that ends a delivery status: 'On request(2)' → '2' (qoo10.md 4.1). */
export function numberOf(text: string): string {
  return /\((\d+)\)\s*$/.exec(text)?.[1] ?? text;
}

/** What a delivery status means; one that is not documented is kept as `unknown`. */
export function deliveryStatusOf(text: string): LineStatus {
  return { raw: text, ...(deliveryStatuses[numberOf(text)] ?? unknownLine) };
}

/** What a claim's status means; one that is not documented is kept as `unknown`. */
export function claimStatusOf(text: string): LineStatus {
  const number = numberOf(text);
  const known = claimStatuses[number];
  if (known === undefined) return { raw: `Claim ${text}`, ...unknownLine };
  const { words, ...meaning } = known;
  return { raw: `${words} (claim ${number})`, ...meaning };
}

/** An order's state from its lines'. */
export function orderStateOf(lines: readonly LineStatus[]): OrderProgress & { readonly raw: string } {
  return orderProgressOf(lines);
}
