import { message } from '@evenstock/contract/messages/message';
import { rejected } from './errors.ts';

/** The sum of amounts; null where one of them is not told, as an absent amount is not 0. */
export function sumOrNull(amounts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

/** The total of an order. Throws `rejected`, which costs the order alone, where the answer has neither a total nor all prices. */
export function toldTotal(total: number | null, channel: string): number {
  if (total === null) throw rejected('no_total', message('answers.total_missing', { channel }));
  return total;
}
