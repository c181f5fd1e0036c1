import type { Order } from '@evenstock/contract/orders';

const added = ['subtotal', 'shipping_fee'] as const;
const taken = [
  'voucher',
  'coin',
  'credit_card_promotion',
  'seller_discount',
  'cart_discount',
  'discount',
] as const;

type Added = (typeof added)[number];
type Taken = (typeof taken)[number];

/** An amount of an order as it is shown; null if the marketplace does not report it. */
export interface AmountLine {
  readonly name: Added | Taken;
  readonly formatted: string | null;
}

/** The amounts that make up a buyer's total. Deductions have a minus sign. */
export function amountLines(order: Pick<Order, Added | Taken | `formatted_${Added | Taken}`>): AmountLine[] {
  return [
    ...added.map((name) => ({ name, formatted: order[`formatted_${name}`] })),
    ...taken.map((name) => {
      const formatted = order[`formatted_${name}`];
      return { name, formatted: Number(order[name]) > 0 ? `−${formatted ?? ''}` : formatted };
    }),
  ];
}
