import { mustBeThere, release, take, takenBy } from './order-units.ts';
import type { Keeper, Order, OrderLine } from './records.ts';
import { SandboxError } from './sandbox-error.ts';
import type { Shop } from './shop.ts';

/** What may change of a line: its units, whether it is there at all, and the id that it has. */
export interface LineEdit {
  readonly sku: string;
  /** Units that are ordered still. */
  readonly quantity?: number | undefined;
  /** Whether units that are taken out are put back on sale; they are unless it says no. */
  readonly isRestocked?: boolean | undefined;
  readonly isRemoved?: boolean | undefined;
  readonly isRenumbered?: boolean | undefined;
}

/**
 * Other units are ordered, a line is removed, or comes under another id. Throws SandboxError where too few units are left, and for the
 * last line of an order.
 */
export function editLine(shop: Shop, order: Order, edit: LineEdit, newId: () => string): void {
  const line = order.lines.find(({ sku }) => sku === edit.sku);
  if (line === undefined)
    throw new SandboxError(404, `Order ${order.number} has no line with the SKU ${edit.sku}.`);
  if (edit.quantity !== undefined) changeUnits(shop, order, line, edit.quantity, edit.isRestocked !== false);
  if (edit.isRenumbered === true) renumber(order, line, newId());
  if (edit.isRemoved === true) remove(shop, order, line);
}

function changeUnits(
  shop: Shop,
  order: Order,
  line: OrderLine,
  quantity: number,
  isRestocked: boolean,
): void {
  const more = quantity - (line.quantity - line.cancelled);
  if (more > 0) {
    mustBeThere(shop, order, line, more);
    take(shop, order, line, takenBy(order), more);
    line.quantity += more;
    return;
  }
  release(shop, order, line, takenBy(order), -more, isRestocked);
  line.cancelled -= more;
  if (isRestocked) line.restored -= more;
  line.takenOut -= more;
}

/** Events name units by the line's id. */
function renumber(order: Order, line: OrderLine, id: string): void {
  for (const { units } of order.events) {
    const told = units?.[line.id];
    if (units !== undefined && told !== undefined) units[id] = told;
  }
  line.id = id;
}

function remove(shop: Shop, order: Order, line: OrderLine): void {
  if (order.lines.length === 1)
    throw new SandboxError(409, `${line.sku} is the only line of order ${order.number}.`);
  release(shop, order, line, takenBy(order), line.quantity - line.cancelled, true);
  order.lines = order.lines.filter((other) => other !== line);
  order.removed.push(line);
}

/** The order is assigned to another keeper: the listing's number is that of one of them. */
export function assign(shop: Shop, order: Order, keptBy: Keeper): void {
  for (const line of order.lines) {
    if (line.keptBy === keptBy) continue;
    const units = line.quantity - line.cancelled;
    const assigned = { ...line, keptBy };
    mustBeThere(shop, order, assigned, units);
    release(shop, order, line, takenBy(order), units, true);
    take(shop, order, assigned, takenBy(order), units);
    line.keptBy = keptBy;
  }
}
