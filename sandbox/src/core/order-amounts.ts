import type { Order } from './records.ts';

/** What the buyer pays beside items and delivery: taxes on top, fees and a tip, in minor units. */
export function extrasOf({ charges }: Pick<Order, 'charges'>): number {
  return charges.tax + charges.fee + charges.tip;
}
