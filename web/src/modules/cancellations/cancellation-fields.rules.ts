import type { CancellationOffer, Reason } from '@evenstock/contract/cancellations/cancellations';
import { toMinor } from '@evenstock/contract/values/money';

export interface CancellationFields {
  readonly reason_id?: string;
  readonly reason_detail?: string;
  readonly memo?: string;
  readonly refund?: RefundChoice;
}

export type RefundChoice = 'everything' | 'all_but_delivery' | 'nothing';
export const refundChoices: readonly RefundChoice[] = ['everything', 'all_but_delivery', 'nothing'];

/** What a choice gives back, as it is shown. */
export const refundText = (refund: NonNullable<CancellationOffer['refund']>, choice: RefundChoice): string =>
  refund[`formatted_${choice}`];

/** The fields of a call that asks for these answers. */
export function askedFields({ refund, ...rest }: CancellationFields) {
  if (refund === undefined) return rest;
  if (refund === 'nothing') return { ...rest, refund: 'none' } as const;
  return { ...rest, refund_delivery_fee: refund === 'everything' };
}

/** The orders of each choice and currency, and what their buyers get back together, in the currency's minor unit. */
export interface RefundSum {
  readonly choice: RefundChoice;
  readonly currency: string;
  readonly orders: number;
  readonly amount: number;
}

/** Sums up what the buyers of many orders get back, by choice and currency. */
export function sumRefunds(
  orders: readonly { readonly form: CancellationOffer; readonly answers: CancellationFields }[],
): RefundSum[] {
  const sums = new Map<string, RefundSum>();
  for (const { form, answers } of orders) {
    if (form.refund === null) continue;
    const { currency } = form.refund;
    const choice = answers.refund ?? 'everything';
    const key = `${choice} ${currency}`;
    const before = sums.get(key) ?? { choice, currency, orders: 0, amount: 0 };
    const amount = before.amount + toMinor(form.refund[choice], currency);
    sums.set(key, { ...before, orders: before.orders + 1, amount });
  }
  return [...sums.values()].sort(
    (one, other) =>
      refundChoices.indexOf(one.choice) - refundChoices.indexOf(other.choice) ||
      one.currency.localeCompare(other.currency),
  );
}

/** The reason that is preselected if the marketplace offers it. */
const usualReason = 'other';

export const reasonOf = ({ reasons }: CancellationOffer, key: string | undefined): Reason | undefined =>
  reasons.find((one) => one.key === key);

/** The initial values of a form. */
export function initialCancellation(offer: CancellationOffer): CancellationFields {
  const usual = reasonOf(offer, usualReason);
  return {
    ...(usual === undefined ? {} : { reason_id: usual.key }),
    ...(offer.refund === null ? {} : { refund: 'everything' }),
  };
}

export function isCancellationAnswered(offer: CancellationOffer, given: CancellationFields): boolean {
  if (isBlank(given.reason_id)) return false;
  const detail = given[offer.text_field ?? 'reason_detail'];
  return reasonOf(offer, given.reason_id)?.needs_detail !== true || !isBlank(detail);
}

/** The part of one order's answers that another order's marketplace accepts too. */
export function cancellationTaken(offer: CancellationOffer, given: CancellationFields): CancellationFields {
  const isOffered = offer.reasons.length === 0 || reasonOf(offer, given.reason_id) !== undefined;
  const { refund, ...rest } = given;
  const reason = isOffered ? rest : {};
  return offer.refund === null || refund === undefined ? reason : { ...reason, refund };
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';
