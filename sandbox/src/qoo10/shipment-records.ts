import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import type { DeliveryStatus } from './words.ts';

/** One line of an order: what the vendor calls an order, by its `orderNo` (qoo10.md 4.2). */
export interface OrderRow {
  readonly order: Order;
  readonly line: OrderLine;
}

const instant = z.int().nullable();
const shipmentRecord = z.object({
  /** The seller confirmed this row. */
  confirmedAt: instant,
  /** When the seller means to send it. */
  plannedAt: instant,
  delay: z.object({ type: z.string(), memo: z.string() }).nullable(),
  shippedAt: instant,
  company: z.string(),
  tracking: z.string(),
  /** The seller accepted its return, to this address. */
  returnAcceptedAt: instant,
  returnAddress: z.string(),
});
type ShipmentRecord = z.infer<typeof shipmentRecord>;

const nothingYet: ShipmentRecord = {
  confirmedAt: null,
  plannedAt: null,
  delay: null,
  shippedAt: null,
  company: '',
  tracking: '',
  returnAcceptedAt: null,
  returnAddress: '',
};

/** The carrier of an order that the buyer does not collect, unless the seller names another (qoo10.md 4.2). */
export const usualCompany = 'Qxpress';
const usualHandling = 2 * 86_400_000;

/** The shipment of each row: the vendor ships the rows of one cart separately (qoo10.md 5). */
export class ShipmentRecords {
  readonly #table: Table<ShipmentRecord>;
  readonly #rows = new WeakMap<Shop, Map<string, OrderRow>>();

  constructor(core: Core) {
    this.#table = core.table('qoo10/shipments', shipmentRecord);
  }

  /** The row with that orderNo, unless the order is still hidden. */
  row(shop: Shop, orderNo: string): OrderRow | null {
    const row = this.#rowsOf(shop).get(orderNo);
    return row === undefined || shop.isHidden(row.order) ? null : row;
  }

  /** A new order, or one of the past. */
  note(shop: Shop, order: Order): void {
    const rows = this.#rowsOf(shop);
    for (const line of order.lines) rows.set(line.id, { order, line });
  }

  of(shop: Shop, line: OrderLine): ShipmentRecord {
    return this.#table.get(`${shop.id}/${line.id}`) ?? nothingYet;
  }

  change(shop: Shop, line: OrderLine, change: Partial<ShipmentRecord>): void {
    this.#table.put(`${shop.id}/${line.id}`, { ...this.of(shop, line), ...change });
  }

  /** The status of a row; null when all of it is cancelled, since it is a claim then (qoo10.md 4.1). */
  status(shop: Shop, { order, line }: OrderRow): DeliveryStatus | null {
    if (line.cancelled === line.quantity) return null;
    switch (order.stage) {
      case 'unpaid':
        return 1;
      case 'shipped':
        return 4;
      case 'delivered':
      case 'completed':
        return 5;
      default: {
        const { shippedAt, confirmedAt } = this.of(shop, line);
        if (shippedAt !== null) return 4;
        return confirmedAt !== null || order.stage === 'packed' ? 3 : 2;
      }
    }
  }

  /** Null for what was cancelled before it left. */
  shippedAt(shop: Shop, { order, line }: OrderRow): number | null {
    if (line.cancelled === line.quantity) return null;
    return this.of(shop, line).shippedAt ?? order.events.find(({ name }) => name === 'ship')?.at ?? null;
  }

  plannedAt(shop: Shop, { order, line }: OrderRow): number | null {
    const planned = this.of(shop, line).plannedAt;
    return planned ?? (order.paidAt === null ? null : order.paidAt + usualHandling);
  }

  company(shop: Shop, { order, line }: OrderRow): string {
    return this.of(shop, line).company || (order.selfCollect ? '' : usualCompany);
  }

  tracking(shop: Shop, { order, line }: OrderRow): string {
    if (line.cancelled === line.quantity) return '';
    return this.of(shop, line).tracking || (order.tracking ?? '');
  }

  #rowsOf(shop: Shop): Map<string, OrderRow> {
    const known = this.#rows.get(shop);
    if (known !== undefined) return known;
    const rows = new Map<string, OrderRow>();
    for (const order of shop.orders.values())
      for (const line of order.lines) rows.set(line.id, { order, line });
    this.#rows.set(shop, rows);
    return rows;
  }
}
