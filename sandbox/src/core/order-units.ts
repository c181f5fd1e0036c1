import { chosenUnits } from './chosen-units.ts';
import type { Item, Order, OrderEvent, OrderLine, Stock, Variant } from './records.ts';
import { noStock, stockAt } from './places.ts';
import { SandboxError } from './sandbox-error.ts';

/** The key of the further place that sends an order; null: the main one. */
type Sender = Pick<Order, 'place'>;

/*
 * What orders do to the numbers of their listings. A listing that is gone, not counted by the shop, or kept by
 * somebody else than the line's units, has none.
 */

type Taken = 'held' | 'occupied';

interface Offer {
  readonly item: Item;
  readonly variant: Variant;
}

/** The listings of a shop. */
interface Listings {
  offer(variantId: string): Offer | undefined;
  setStock(offer: Offer, change: Partial<Stock>, cause: 'order', place: string | null): void;
}

/** The units of an event by line id, and whether they are put back on sale. */
interface AskedUnits {
  readonly units?: Readonly<Record<string, number>>;
  readonly restore?: boolean;
}

/** Where the units of an order that was not sent are counted. */
export const takenBy = ({ stage }: Pick<Order, 'stage'>): Taken => (stage === 'unpaid' ? 'held' : 'occupied');

/** The listings that a line takes units of, and how many for each of its own: its own listing, and the parts that it is made of. */
function countedOffers(
  shop: Listings,
  { variantId, keptBy, parts }: OrderLine,
): { offer: Offer; each: number }[] {
  const named = [{ variantId, units: 1 }, ...parts];
  return named.flatMap(({ variantId: id, units }) => {
    const offer = shop.offer(id);
    return offer?.variant.tracked === true && offer.variant.keptBy === keptBy ? [{ offer, each: units }] : [];
  });
}

export function mustBeThere(shop: Listings, { place }: Sender, line: OrderLine, units: number): void {
  for (const { offer, each } of countedOffers(shop, line)) {
    const { sellable } = stockAt(offer.variant, place) ?? noStock;
    if (sellable < units * each)
      throw new SandboxError(409, `Only ${String(sellable)} of ${offer.variant.sku} are left.`);
  }
}

/** Takes units from a listing, those that a campaign reserves first. */
export function take(shop: Listings, { place }: Sender, line: OrderLine, into: Taken, units: number): void {
  for (const { offer, each } of countedOffers(shop, line)) {
    const stock = stockAt(offer.variant, place) ?? noStock;
    const taken = units * each;
    const reserved = stock.reserved - Math.min(stock.reserved, taken);
    const change = { sellable: stock.sellable - taken, reserved, [into]: stock[into] + taken };
    shop.setStock(offer, change, 'order', place);
  }
}

/** Takes units of an order that was not sent out of their place, and puts those that are restored on sale. */
export function release(
  shop: Listings,
  { place }: Sender,
  line: OrderLine,
  from: Taken,
  units: number,
  isRestored: boolean,
): void {
  for (const { offer, each } of countedOffers(shop, line)) {
    const stock = stockAt(offer.variant, place) ?? noStock;
    const sellable = stock.sellable + (isRestored ? units * each : 0);
    shop.setStock(offer, { sellable, [from]: Math.max(0, stock[from] - units * each) }, 'order', place);
  }
}

/** Moves all units of an order from one place to another; null: out of the shop. */
export function move(shop: Listings, order: Order, from: Taken | null, to: 'occupied' | null): void {
  for (const line of order.lines) {
    const units = line.quantity - line.cancelled;
    if (units === 0) continue;
    for (const { offer, each } of countedOffers(shop, line)) {
      const stock = stockAt(offer.variant, order.place) ?? noStock;
      const left = from === null ? {} : { [from]: Math.max(0, stock[from] - units * each) };
      const change = to === null ? left : { ...left, [to]: stock[to] + units * each };
      shop.setStock(offer, change, 'order', order.place);
    }
  }
}

export function cancel(shop: Listings, order: Order, event: OrderEvent, request: AskedUnits): void {
  const units = chosenUnits(order, request.units, (line) => line.quantity - line.cancelled);
  const restore = request.restore ?? true;
  const from = takenBy(order);
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    if (count === 0) continue;
    line.cancelled += count;
    if (restore) line.restored += count;
    release(shop, order, line, from, count, restore);
  }
  if (request.units !== undefined) event.units = units;
  event.restored = restore;
  if (order.lines.every((line) => line.cancelled === line.quantity)) order.stage = 'cancelled';
}

export function takeBack(shop: Listings, order: Order, event: OrderEvent, request: AskedUnits): void {
  const units = chosenUnits(order, request.units, (line) => line.quantity - line.cancelled - line.returned);
  const restore = request.restore ?? false;
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    line.returned += count;
    if (!restore || count === 0) continue;
    line.restored += count;
    for (const { offer, each } of countedOffers(shop, line)) {
      const { sellable } = stockAt(offer.variant, order.place) ?? noStock;
      shop.setStock(offer, { sellable: sellable + count * each }, 'order', order.place);
    }
  }
  if (request.units !== undefined) event.units = units;
  event.restored = restore;
  order.returnRequested = false;
  order.stage = 'completed';
}

/** Reverts a cancellation by the marketplace: the units are ordered again, and taken from the listing if they were restored. */
export function reinstate(shop: Listings, order: Order, event: OrderEvent, request: AskedUnits): void {
  const units = chosenUnits(order, request.units, (line) => line.cancelled);
  for (const line of order.lines)
    mustBeThere(shop, order, line, Math.min(units[line.id] ?? 0, line.restored));
  if (order.stage === 'cancelled') order.stage = order.paidAt === null ? 'unpaid' : 'ready';
  for (const line of order.lines) {
    const count = units[line.id] ?? 0;
    if (count > 0 && line.restored >= count)
      take(shop, order, line, order.paidAt === null ? 'held' : 'occupied', count);
    line.cancelled -= count;
    line.restored = Math.max(0, line.restored - count);
  }
  if (request.units !== undefined) event.units = units;
}
