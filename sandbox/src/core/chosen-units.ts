import type { Order, OrderLine } from './records.ts';
import { SandboxError } from './sandbox-error.ts';

/** The units of an event by line id: those requested, else all possible ones. Throws SandboxError for more than are possible. */
export function chosenUnits(
  order: Order,
  asked: Readonly<Record<string, number>> | undefined,
  possible: (line: OrderLine) => number,
): Record<string, number> {
  const units: Record<string, number> = {};
  for (const line of order.lines) {
    const most = possible(line);
    const count = asked === undefined ? most : (asked[line.id] ?? 0);
    if (count > most) throw new SandboxError(409, `Only ${String(most)} of ${line.sku} can be meant.`);
    units[line.id] = count;
  }
  return units;
}
