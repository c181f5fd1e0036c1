import type { CancellationOffer, Reason } from '@evenstock/contract/cancellations/cancellations';

export interface CancellationFields {
  readonly reason_id?: string;
  readonly reason_detail?: string;
  readonly memo?: string;
  readonly refund_delivery_fee?: boolean;
}

/** The reason that is preselected if the marketplace offers it. */
const usualReason = 'other';

export const reasonOf = ({ reasons }: CancellationOffer, key: string | undefined): Reason | undefined =>
  reasons.find((one) => one.key === key);

/** The initial values of a form. */
export function initialCancellation(offer: CancellationOffer): CancellationFields {
  const usual = reasonOf(offer, usualReason);
  return usual === undefined ? {} : { reason_id: usual.key };
}

export function isCancellationAnswered(offer: CancellationOffer, given: CancellationFields): boolean {
  if (isBlank(given.reason_id)) return false;
  const detail = given[offer.text_field ?? 'reason_detail'];
  return reasonOf(offer, given.reason_id)?.needs_detail !== true || !isBlank(detail);
}

/** The part of one order's answers that another order's marketplace accepts too. */
export function cancellationTaken(offer: CancellationOffer, given: CancellationFields): CancellationFields {
  const isOffered = offer.reasons.length === 0 || reasonOf(offer, given.reason_id) !== undefined;
  return isOffered ? given : {};
}

const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === '';
