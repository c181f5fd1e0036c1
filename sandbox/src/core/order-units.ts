import { chosenUnits } from './chosen-units.ts';
import type { Order, OrderEvent, OrderLine } from './records.ts';
import { SandboxError } from './sandbox-error.ts';
import type { EventRequest, Shop } from './shop.ts';

/*
 * What orders do to the numbers of their listings. A listing that is gone, not counted by the shop, or kept by
 * somebody else than the line's units, has none.
 */

type Taken = 'held' | 'occupied';

/** Where the units of an order that was not sent are counted. */
export const takenBy = ({ stage }: Pick<Order, 'stage'>): Taken => (stage === 'unpaid' ? 'held' : 'occupied');

const countedOffer = (shop: Shop, { variantId, keptBy }: OrderLine) => {
  const offer = shop.offer(variantId);
  return offer?.variant.tracked === true && offer.variant.keptBy === keptBy ? offer : undefined;
};

export function mustBeThere(shop: Shop, line: OrderLine, units: number): void {
  const left = countedOffer(shop, line)?.variant;
  if (left !== undefined && left.stock.sellable < units) {
    throw new SandboxError(409, `Only ${String(left.stock.sellable)} of ${line.sku} are left.`);
  }
}

/** Takes units from a listing, those that a campaign reserves first. */
export function take(shop: Shop, line: OrderLine, into: Taken, units: number): void {
  const offer = countedOffer(shop, line);
  if (offer === undefined) return;
  const { stock } = offer.variant;
  const reserved = stock.reserved - Math.min(stock.reserved, units);
  shop.setStock(offer, { sellable: stock.sellable - units, reserved, [into]: stock[into] + units }, 'order');
}

/** Takes units of an order that was not sent out of their place, and puts those that are restored on sale. */
export function release(shop: Shop, line: OrderLine, from: Taken, units: number, isRestored: boolean): void {
  const offer = countedOffer(shop, line);
  if (offer === undefined) return;
  const { stock } = offer.variant;
  const sellable = stock.sellable + (isRestored ? units : 0);
  shop.setStock(offer, { sellable, [from]: Math.max(0, stock[from] - units) }, 'order');
}

/** Moves all units of an order from one place to another; null: out of the shop. */
export function move(shop: Shop, order: Order, from: Taken | null, to: 'occupied' | null): void {
  for (const line of order.lines) {
    const units = line.quantity - line.cancelled;
    const offer = countedOffer(shop, line);
    if (offer === undefined || units === 0) continue;
    const { stock } = offer.variant;
    const left = from === null ? {} : { [from]: Math.max(0, stock[from] - units) };
    shop.setStock(offer, to === null ? left : { ...left, [to]: stock[to] + units }, 'order');
  }
}

export function cancel(shop: Shop, order: Order, event: OrderEvent, request: EventRequest): void {
  const units = chosenUnits(order, request.units, (line) => line.quantity - line.cancelled);
  const restore = request.restore ?? true;
  const from = takenBy(order);
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    if (count === 0) continue;
    line.cancelled += count;
    if (restore) line.restored += count;
    release(shop, line, from, count, restore);
  }
  if (request.units !== undefined) event.units = units;
  event.restored = restore;
  if (order.lines.every((line) => line.cancelled === line.quantity)) order.stage = 'cancelled';
}

export function takeBack(shop: Shop, order: Order, event: OrderEvent, request: EventRequest): void {
  const units = chosenUnits(order, request.units, (line) => line.quantity - line.cancelled - line.returned);
  const restore = request.restore ?? false;
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    line.returned += count;
    if (!restore || count === 0) continue;
    line.restored += count;
    const offer = countedOffer(shop, line);
    if (offer === undefined) continue;
    shop.setStock(offer, { sellable: offer.variant.stock.sellable + count }, 'order');
  }
  if (request.units !== undefined) event.units = units;
  event.restored = restore;
  order.returnRequested = false;
  order.stage = 'completed';
}

/** Reverts a cancellation by the marketplace: the units are ordered again, and taken from the listing if they were restored. */
export function reinstate(shop: Shop, order: Order, event: OrderEvent, request: EventRequest): void {
  const units = chosenUnits(order, request.units, (line) => line.cancelled);
  for (const line of order.lines) mustBeThere(shop, line, Math.min(units[line.id] ?? 0, line.restored));
  if (order.stage === 'cancelled') order.stage = order.paidAt === null ? 'unpaid' : 'ready';
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    if (count > 0 && line.restored >= count)
      take(shop, line, order.paidAt === null ? 'held' : 'occupied', count);
    line.cancelled -= count;
    line.restored = Math.max(0, line.restored - count);
  }
  if (request.units !== undefined) event.units = units;
}
