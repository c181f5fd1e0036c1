import type { ReportedAmounts } from './reported-amounts.ts';

/** What its marketplace's amounts do not explain of the buyer's total; null: they add up to it, or are not reported. */
export function unexplainedAmount(amounts: ReportedAmounts, total: number | null): number | null {
  if (total === null || amounts.subtotal === null) return null;
  const { subtotal, shipping_fee, tax, service_fee, insurance, gift_wrap, tip } = amounts;
  const { voucher, coin, credit_card_promotion, seller_discount, cart_discount, discount } = amounts;
  const added = [subtotal, shipping_fee, tax, service_fee, insurance, gift_wrap, tip];
  const taken = [voucher, coin, credit_card_promotion, seller_discount, cart_discount, discount];
  const sum =
    added.reduce<number>((all, minor) => all + (minor ?? 0), 0) -
    taken.reduce<number>((all, minor) => all + Math.abs(minor ?? 0), 0);
  return sum === total ? null : total - sum;
}
