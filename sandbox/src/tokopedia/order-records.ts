import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { orderStatus } from './words.ts';

const orderNotes = z.object({
  /** The seller asked the courier to fetch it. */
  pickUpAt: z.int().nullable(),
  printedAt: z.int().nullable(),
  /** The seller rejected it: with this code and text. */
  rejection: z.object({ code: z.int(), text: z.string() }).nullable(),
});
type OrderNotes = z.infer<typeof orderNotes>;

const nothingYet: OrderNotes = { pickUpAt: null, printedAt: null, rejection: null };

/** What this marketplace keeps of an order besides its life. */
export class OrderRecords {
  readonly #table: Table<OrderNotes>;

  constructor(core: Core) {
    this.#table = core.table('tokopedia/orders', orderNotes);
  }

  of(shop: Shop, order: Order): OrderNotes {
    return this.#table.get(`${shop.id}/${order.id}`) ?? nothingYet;
  }

  change(shop: Shop, order: Order, change: Partial<OrderNotes>): void {
    this.#table.put(`${shop.id}/${order.id}`, { ...this.of(shop, order), ...change });
  }

  /** The vendor's number for the order's status (tokopedia.md 4.3). */
  status(shop: Shop, order: Order): number {
    switch (order.stage) {
      case 'unpaid':
        return orderStatus.created;
      case 'ready':
        return orderStatus.verified;
      case 'packed':
        return this.of(shop, order).pickUpAt === null ? orderStatus.accepted : orderStatus.waitingForCourier;
      case 'shipped':
        return orderStatus.shipped;
      case 'delivered':
        return order.returnRequested ? orderStatus.complaint : orderStatus.delivered;
      case 'completed':
        return endedStatus(order);
      case 'cancelled':
        return this.#cancelledStatus(shop, order);
    }
  }

  #cancelledStatus(shop: Shop, order: Order): number {
    if (this.of(shop, order).rejection !== null) return orderStatus.rejected;
    const by = order.events.findLast(({ name }) => name === 'cancel')?.by;
    if (by === 'buyer') return orderStatus.cancelledByBuyer;
    return by === 'seller' ? orderStatus.rejected : orderStatus.autoCancelled;
  }
}

/** Goods that came back without having been delivered were returned by the courier. */
function endedStatus(order: Order): number {
  if (order.returnRequested) return orderStatus.complaint;
  const cameBack = order.events.some(({ name }) => name === 'return');
  const arrived = order.events.some(
    ({ name }) => name === 'deliver' || name === 'complete' || name === 'collect',
  );
  return cameBack && !arrived ? orderStatus.returned : orderStatus.finished;
}
