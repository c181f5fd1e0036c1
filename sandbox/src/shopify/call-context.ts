import { toMajor } from '@evenstock/contract/values/money';
import { GraphQLError } from 'graphql';
import type { Order, Stock, Variant } from '../core/records.ts';
import type { Offer, Shop } from '../core/shop.ts';
import type { Call, Core } from '../core/simulator.ts';
import { mainPlace, placesOf, stockAt, type NumberedPlace } from '../core/places.ts';
import { locationNumber, numberOf, turned } from './gids.ts';
import type { OrderNotesStore } from './order-records.ts';

/** One call's view of one shop: what it may see, and where things are found. */
export class CallContext {
  readonly core: Core;
  readonly shop: Shop;
  readonly notesStore: OrderNotesStore;
  /** Granted scopes; `write_x` implies `read_x`. */
  readonly scopes: ReadonlySet<string>;
  readonly staleSeconds: number;
  readonly leftOut: Call['leftOut'];
  readonly pageFault: Call['pageFault'];

  constructor(
    core: Core,
    shop: Shop,
    notesStore: OrderNotesStore,
    scopes: ReadonlySet<string>,
    { staleSeconds, leftOut, pageFault }: Pick<Call, 'staleSeconds' | 'leftOut' | 'pageFault'>,
  ) {
    this.core = core;
    this.shop = shop;
    this.notesStore = notesStore;
    this.scopes = scopes;
    this.staleSeconds = staleSeconds;
    this.leftOut = leftOut;
    this.pageFault = pageFault;
  }

  get currency(): string {
    return this.shop.record.currency;
  }

  get domain(): string {
    return `${this.shop.id}.myshopify.com`;
  }

  /** Throws ACCESS_DENIED unless one of the scopes was granted. */
  need(field: string, ...scopes: readonly [string, ...string[]]): void {
    const isGranted = scopes.some(
      (scope) =>
        this.scopes.has(scope) ||
        (scope.startsWith('read_') && this.scopes.has(scope.replace('read_', 'write_'))),
    );
    if (isGranted) return;
    const required = `${scopes.map((scope) => `\`${scope}\` access scope`).join(' or ')}.`;
    throw new GraphQLError(`Access denied for ${field} field. Required access: ${required}`, {
      extensions: {
        code: 'ACCESS_DENIED',
        documentation: 'https://shopify.dev/api/usage/access-scopes',
        requiredAccess: required,
      },
    });
  }

  /** An order by its gid, unless it is still hidden. */
  order(id: string): Order | null {
    const number = numberOf(id, 'Order');
    const order = number === null ? undefined : this.shop.orderById(number);
    return order === undefined || this.shop.isHidden(order) ? null : order;
  }

  offerOfInventoryItem(id: string): Offer | null {
    const number = numberOf(id, 'InventoryItem');
    const offer =
      number === null ? undefined : this.shop.offer(String(turned(number, 'inventoryItem', 'variant')));
    return offer === undefined || isGone(offer) ? null : offer;
  }

  offerOfVariant(id: string): Offer | null {
    const number = numberOf(id, 'ProductVariant');
    const offer = number === null ? undefined : this.shop.offer(number);
    return offer === undefined || isGone(offer) ? null : offer;
  }

  /** The place that a location is, or null for a location that there is not. */
  placeOf(id: string): NumberedPlace | null {
    const number = numberOf(id, 'Location');
    return placesOf(this.shop).find(({ key }) => String(locationNumber(this.shop, key)) === number) ?? null;
  }

  /** The places where a variant is kept. */
  placesWith(variant: Variant): NumberedPlace[] {
    return placesOf(this.shop).filter(({ key }) => stockAt(variant, key) !== null);
  }

  /** The place that sends an order. */
  placeOfOrder(order: Order): NumberedPlace {
    return placesOf(this.shop).find(({ key }) => key === order.place) ?? mainPlace;
  }

  offers(): Offer[] {
    return [...this.shop.offers()].filter((offer) => !isGone(offer));
  }

  /** A variant's stock under one of the vendor's names; null for a name that there is not. */
  quantity(
    variant: Variant,
    name: string,
    stock = this.shop.stockShown(variant, this.staleSeconds),
  ): number | null {
    return quantityNamed(stock, name);
  }

  /** `{ shopMoney, presentmentMoney }` of an amount in minor units. */
  bag(minor: number): object {
    const money = { amount: decimal(toMajor(minor, this.currency)), currencyCode: this.currency };
    return { shopMoney: money, presentmentMoney: money };
  }

  /** A Money scalar: `39.90`. */
  money(minor: number): string {
    return toMajor(minor, this.currency).toFixed(2);
  }
}

/** Whole seconds in UTC, as the Admin API writes instants. */
export function dateTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function dateTimeOrNull(instant: number | null): string | null {
  return instant === null ? null : dateTime(instant);
}

export function isGone({ item, variant }: Offer): boolean {
  return item.status === 'deleted' || variant.status === 'deleted';
}

/**
 * What the vendor's names mean of the common numbers: an order moves its units from available to committed, paid or
 * not; on hand is everything that has not left.
 */
export function quantityNamed(stock: Stock, name: string): number | null {
  const committed = stock.held + stock.occupied;
  switch (name) {
    case 'available':
      return stock.sellable - stock.reserved;
    case 'reserved':
      return stock.reserved;
    case 'committed':
      return committed;
    case 'on_hand':
      return stock.sellable + committed;
    case 'incoming':
    case 'damaged':
    case 'safety_stock':
    case 'quality_control':
      return 0;
    default:
      return null;
  }
}

/** Decimal amounts come without forced zeros, but never without a point: `45.9`, `14.0`. */
function decimal(amount: number): string {
  return Number.isInteger(amount) ? `${String(amount)}.0` : String(amount);
}
