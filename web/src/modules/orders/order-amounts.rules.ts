import type { Order } from '@evenstock/contract/orders/orders';

const added = ['subtotal', 'shipping_fee', 'tax', 'service_fee', 'insurance', 'gift_wrap', 'tip'] as const;
const taken = [
  'voucher',
  'coin',
  'credit_card_promotion',
  'seller_discount',
  'cart_discount',
  'discount',
] as const;

/** What the marketplace's amounts leave unexplained of the total; it is last, with its own sign. */
const rest = ['other'] as const;

type Added = (typeof added | typeof rest)[number];
type Taken = (typeof taken)[number];

/** An amount of an order as it is shown. */
export interface AmountLine {
  readonly name: Added | Taken;
  readonly formatted: string;
}

/** The amounts that make up a buyer's total, without those that the marketplace does not report. Deductions have a minus sign. */
export function amountLines(order: Pick<Order, Added | Taken | `formatted_${Added | Taken}`>): AmountLine[] {
  return [...added, ...taken, ...rest].flatMap((name) => {
    const formatted = order[`formatted_${name}`];
    if (formatted === null) return [];
    const isTaken = taken.some((each) => each === name) && Number(order[name]) > 0;
    return [{ name, formatted: isTaken ? `−${formatted}` : formatted }];
  });
}
