import type { Order, OrderLine } from './records.ts';
import { Refusal } from './refusal.ts';

/** Units by line id that an event is about: those asked for, else all that are possible. Throws Refusal for more than that. */
export function chosenUnits(
  order: Order,
  asked: Readonly<Record<string, number>> | undefined,
  possible: (line: OrderLine) => number,
): Record<string, number> {
  const units: Record<string, number> = {};
  for (const line of order.lines) {
    const most = possible(line);
    const count = asked === undefined ? most : (asked[line.id] ?? 0);
    if (count > most) throw new Refusal(409, `Only ${String(most)} of ${line.sku} can be meant.`);
    units[line.id] = count;
  }
  return units;
}
