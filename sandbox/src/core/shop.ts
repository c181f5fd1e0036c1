import { chosenUnits } from './chosen-units.ts';
import { FormerStock } from './former-stock.ts';
import type { Journal, Table } from './journal.ts';
import { stageAfter, whyNot } from './order-lifecycle.ts';
import { cancel, move, mustBeThere, reinstate, take, takeBack, takenBy } from './order-units.ts';
import {
  itemRecord,
  orderRecord,
  type Item,
  type Order,
  type OrderEvent,
  type OrderEventName,
  type ShopRecord,
  type Stock,
  type Variant,
} from './records.ts';
import { noStock, stockAt } from './places.ts';
import { SandboxError } from './sandbox-error.ts';
import { TimeIndex } from './time-index.ts';

/** A variant with the item that it belongs to. */
export interface Offer {
  readonly item: Item;
  readonly variant: Variant;
}

/** An event in a shop, passed to its simulator, which notifies the app in its vendor's format. */
export type ShopEvent =
  | { readonly kind: 'order'; readonly order: Order; readonly event: OrderEvent }
  /** `cause`: what changed the number. */
  | {
      readonly kind: 'stock';
      readonly item: Item;
      readonly variant: Variant;
      readonly before: Stock;
      readonly cause: StockCause;
      /** The further place where it changed; null: the main one. */
      readonly place: string | null;
    }
  | { readonly kind: 'item'; readonly item: Item; readonly change: 'made' | 'edited' | 'deleted' }
  | { readonly kind: 'price'; readonly item: Item; readonly variant: Variant; readonly before: number }
  | { readonly kind: 'granted' }
  | { readonly kind: 'revoked' };

/** `api`: a call of the app. `seller`: by hand in the seller centre. `order`: a buyer's order or its end. */
export type StockCause = 'api' | 'seller' | 'order';

/** The request for an event. */
export interface EventRequest {
  readonly by: OrderEvent['by'];
  readonly reason?: string;
  /** Units by line id; all that are possible if absent. */
  readonly units?: Readonly<Record<string, number>>;
  /** Whether cancelled or returned units are restored to the listing; by default yes for cancel, no for return. */
  readonly restore?: boolean;
  readonly tracking?: string;
}

export interface ShopContext {
  readonly journal: Journal;
  /** Milliseconds, on the marketplaces' clock. */
  now(): number;
  /** Stores the shop's changed record. */
  save(record: ShopRecord): void;
  emit(shop: Shop, shopEvent: ShopEvent): void;
}

/** One shop of one channel: its listings and orders. All changes go through here, each with a later instant than the last. */
export class Shop {
  readonly record: ShopRecord;
  readonly items: Table<Item>;
  readonly orders: Table<Order>;
  readonly itemsByUpdate = new TimeIndex<Item>((item) => item.updatedAt);
  readonly ordersByUpdate = new TimeIndex<Order>((order) => order.updatedAt);
  readonly ordersByCreation = new TimeIndex<Order>((order) => order.createdAt);
  readonly #context: ShopContext;
  readonly #offers = new Map<string, Offer>();
  readonly #offersBySku = new Map<string, Offer[]>();
  readonly #ordersById = new Map<string, Order>();
  readonly #formerStock = new FormerStock();

  constructor(record: ShopRecord, context: ShopContext) {
    this.record = record;
    this.#context = context;
    this.items = context.journal.table(this.tableNames[0], itemRecord);
    this.orders = context.journal.table(this.tableNames[1], orderRecord);
    for (const item of this.items.values()) {
      this.#indexItem(item);
      this.itemsByUpdate.note(item, true);
    }
    for (const order of this.orders.values()) this.#indexOrder(order);
  }

  get tableNames(): [items: string, orders: string] {
    const { channel, id } = this.record;
    return [`${channel}/${id}/items`, `${channel}/${id}/orders`];
  }

  get channel(): ShopRecord['channel'] {
    return this.record.channel;
  }

  get id(): string {
    return this.record.id;
  }

  /** The instant of a change (milliseconds): now, and always later than the shop's last one. */
  nextInstant(): number {
    this.record.lastInstant = Math.max(this.#context.now(), this.record.lastInstant + 1);
    this.#context.save(this.record);
    return this.record.lastInstant;
  }

  /** After the clock was set back: changes are dated by it again, not after the latest change. */
  clockPutBack(): void {
    this.record.lastInstant = Math.min(this.record.lastInstant, this.#context.now());
    this.#context.save(this.record);
  }

  /** Stores the record after it was changed in place. */
  recordChanged(): void {
    this.#context.save(this.record);
  }

  /** The next number, from 1, of one kind of record. */
  nextNumber(kind: string): number {
    const next = (this.record.made[kind] ?? 0) + 1;
    this.record.made[kind] = next;
    this.#context.save(this.record);
    return next;
  }

  // ── Listings ──

  offer(variantId: string): Offer | undefined {
    return this.#offers.get(variantId);
  }

  /** The offers with that seller's SKU, except deleted ones. */
  offersOf(sku: string): readonly Offer[] {
    return (this.#offersBySku.get(sku) ?? []).filter(
      ({ item, variant }) => variant.sku === sku && item.status !== 'deleted' && variant.status !== 'deleted',
    );
  }

  offers(): IterableIterator<Offer> {
    return this.#offers.values();
  }

  addItem(item: Item, quiet = false): Item {
    if (this.items.has(item.id)) throw new SandboxError(409, `Item ${item.id} exists already.`);
    this.items.put(item.id, item);
    this.#indexItem(item);
    this.itemsByUpdate.note(item, true);
    if (!quiet) this.#context.emit(this, { kind: 'item', item, change: 'made' });
    return item;
  }

  /** Records that a caller changed texts, prices or status of the item or its variants in place. */
  itemChanged(item: Item, change: 'edited' | 'deleted' = 'edited'): void {
    this.#touchItem(item);
    for (const variant of item.variants) {
      // The vendor may allow adding variants to an existing item.
      if (!this.#offers.has(variant.id)) this.#offers.set(variant.id, { item, variant });
      const offers = this.#offersBySku.get(variant.sku) ?? [];
      if (!offers.some((offer) => offer.variant === variant))
        this.#offersBySku.set(variant.sku, [...offers, { item, variant }]);
    }
    this.#context.emit(this, { kind: 'item', item, change });
  }

  setPrice(offer: Offer, price: number): void {
    const before = offer.variant.price;
    offer.variant.price = price;
    this.#touchItem(offer.item);
    if (before !== price) this.#context.emit(this, { kind: 'price', ...offer, before });
  }

  /** Changes the given quantities of a variant at the main place, or at a further one. */
  setStock(offer: Offer, change: Partial<Stock>, cause: StockCause, place: string | null = null): void {
    const { variant } = offer;
    const before = stockAt(variant, place) ?? noStock;
    const now = { ...before, ...change };
    if (place === null) variant.stock = now;
    else variant.elsewhere = { ...variant.elsewhere, [place]: now };
    const until = this.#touchItem(offer.item);
    this.#formerStock.note(variant, place, until, before);
    if (before.sellable !== now.sellable || before.reserved !== now.reserved) {
      this.#context.emit(this, { kind: 'stock', ...offer, before, cause, place });
    }
  }

  /** The quantities that a read shows when it lags by these seconds; 0 for the present ones. */
  stockShown(variant: Variant, lagSeconds: number, place: string | null = null): Stock {
    const now = stockAt(variant, place) ?? noStock;
    if (lagSeconds <= 0) return now;
    return this.#formerStock.at(variant, place, this.#context.now() - lagSeconds * 1000) ?? now;
  }

  // ── Orders ──

  orderById(id: string): Order | undefined {
    return this.#ordersById.get(id) ?? this.orders.get(id);
  }

  /** Whether the order is not listed yet. */
  isHidden(order: Order): boolean {
    return order.visibleAt > this.#context.now();
  }

  /** Places a buyer's order and takes its units from the listings. Throws SandboxError if too few are left. */
  placeOrder(order: Order, placed: OrderEvent): Order {
    this.#mustBeNew(order);
    for (const line of order.lines) mustBeThere(this, order, line, line.quantity);
    for (const line of order.lines) take(this, order, line, takenBy(order), line.quantity);
    this.#keepOrder(order);
    this.#context.emit(this, { kind: 'order', order, event: placed });
    return order;
  }

  /** Adds a generated past order: quantities stay as they are, and nobody is notified. */
  addPastOrder(order: Order): Order {
    this.#mustBeNew(order);
    const into = takenBy(order);
    if (order.stage === 'unpaid' || order.stage === 'ready' || order.stage === 'packed') {
      for (const line of order.lines) {
        const offer = this.#offers.get(line.variantId);
        if (offer === undefined) continue;
        offer.variant.stock = {
          ...offer.variant.stock,
          [into]: offer.variant.stock[into] + line.quantity - line.cancelled,
        };
        this.items.put(offer.item.id, offer.item);
      }
    }
    this.#keepOrder(order);
    return order;
  }

  /** Applies an event to an order. Throws SandboxError if its stage does not allow it. */
  happen(order: Order, name: OrderEventName, request: EventRequest): OrderEvent {
    const refused = whyNot(order, name);
    if (refused !== null) throw new SandboxError(409, refused);
    const event: OrderEvent = { at: this.nextInstant(), name, by: request.by };
    if (request.reason !== undefined) event.reason = request.reason;
    if (name === 'cancel') cancel(this, order, event, request);
    else if (name === 'return') takeBack(this, order, event, request);
    else if (name === 'reinstate') reinstate(this, order, event, request);
    else {
      if (name === 'pay') move(this, order, 'held', 'occupied');
      if (name === 'unship') move(this, order, null, 'occupied');
      if (name === 'ship' || name === 'collect') move(this, order, 'occupied', null);
      order.stage = stageAfter(order.stage, name);
    }
    if (name === 'pay') order.paidAt = event.at;
    if (name === 'request_cancellation') order.cancellationRequested = true;
    if (name === 'withdraw_cancellation' || name === 'reject_cancellation' || name === 'cancel')
      order.cancellationRequested = false;
    if (name === 'request_return') {
      order.returnRequested = true;
      if (request.units !== undefined)
        event.units = chosenUnits(
          order,
          request.units,
          (line) => line.quantity - line.cancelled - line.returned,
        );
    }
    if (name === 'withdraw_return' || name === 'reject_return') order.returnRequested = false;
    if (request.tracking !== undefined) order.tracking = request.tracking;
    return this.#happened(order, event);
  }

  /** Changes the lines of an order that was not sent. Throws SandboxError if its stage does not allow it. */
  edit(order: Order, change: () => void): OrderEvent {
    const refused = whyNot(order, 'edit');
    if (refused !== null) throw new SandboxError(409, refused);
    change();
    return this.#happened(order, { at: this.nextInstant(), name: 'edit', by: 'seller' });
  }

  #happened(order: Order, event: OrderEvent): OrderEvent {
    order.events.push(event);
    order.updatedAt = event.at;
    this.orders.put(order.number, order);
    this.ordersByUpdate.note(order, false);
    this.#context.emit(this, { kind: 'order', order, event });
    return event;
  }

  /** Records that a caller changed an order in place: its update instant advances. */
  orderChanged(order: Order): void {
    order.updatedAt = this.nextInstant();
    this.orders.put(order.number, order);
    this.ordersByUpdate.note(order, false);
  }

  #mustBeNew(order: Order): void {
    if (this.orders.has(order.number)) throw new SandboxError(409, `Order ${order.number} exists already.`);
  }

  #keepOrder(order: Order): void {
    this.orders.put(order.number, order);
    this.#indexOrder(order);
  }

  #touchItem(item: Item): number {
    item.updatedAt = this.nextInstant();
    this.items.put(item.id, item);
    this.itemsByUpdate.note(item, false);
    return item.updatedAt;
  }

  #indexItem(item: Item): void {
    for (const variant of item.variants) {
      const offer = { item, variant };
      this.#offers.set(variant.id, offer);
      const sameSku = this.#offersBySku.get(variant.sku);
      if (sameSku === undefined) this.#offersBySku.set(variant.sku, [offer]);
      else sameSku.push(offer);
    }
  }

  #indexOrder(order: Order): void {
    if (order.id !== order.number) this.#ordersById.set(order.id, order);
    this.ordersByUpdate.note(order, true);
    this.ordersByCreation.note(order, true);
  }
}
