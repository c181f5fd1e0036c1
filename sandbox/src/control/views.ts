import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { extrasOf } from '../core/order-amounts.ts';
import type { Keeper, Order, OrderEvent } from '../core/records.ts';
import type { Offer, Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';

/** The replies of the control API: what the marketplace holds, in the same shape for all channels. */

export interface ListingView {
  listing_id: string;
  variant_id: string;
  sku: string;
  name: string;
  variant: string;
  barcode: string | null;
  price: number;
  special_price: number | null;
  /** The units for sale, including a campaign's. */
  quantity: number;
  /** The part of them that a campaign reserves. */
  reserved: number;
  held: number;
  occupied: number;
  locked: boolean;
  tracked: boolean;
  kept_by: Keeper;
  /** Its units at the shop's further places, by their key. */
  places: Record<string, number>;
  /** The vendor's status. */
  status: string;
  updated_at: string;
}

export function listingView(simulator: ChannelSimulator, { item, variant }: Offer): ListingView {
  return {
    listing_id: item.id,
    variant_id: variant.id,
    sku: variant.sku,
    name: item.name,
    variant: variant.options.join(','),
    barcode: variant.barcode,
    price: major(variant.price),
    special_price: variant.specialPrice === null ? null : major(variant.specialPrice),
    quantity: variant.stock.sellable,
    reserved: variant.stock.reserved,
    held: variant.stock.held,
    occupied: variant.stock.occupied,
    locked: variant.locked,
    tracked: variant.tracked,
    kept_by: variant.keptBy,
    places: Object.fromEntries(
      Object.entries(variant.elsewhere).map(([key, stock]) => [key, stock.sellable]),
    ),
    status: simulator.statusOf(item, variant),
    updated_at: iso(item.updatedAt),
  };
}

export interface OrderView {
  number: string;
  id: string;
  /** The vendor's status. */
  state: string;
  stage: string;
  cancellation_requested: boolean;
  return_requested: boolean;
  self_collect: boolean;
  created_at: string;
  updated_at: string;
  paid_at: string | null;
  currency: string;
  total: number;
  test: boolean;
  /** Lines that it has no more. */
  removed: { sku: string; quantity: number; cancelled: number }[];
  lines: {
    line_id: string;
    listing_id: string;
    variant_id: string;
    sku: string;
    name: string;
    variant: string;
    price: number;
    quantity: number;
    cancelled: number;
    restored: number;
    returned: number;
    kept_by: Keeper;
    gift: boolean;
  }[];
  events: {
    at: string;
    event: string;
    by: string;
    reason: string | null;
    lines: { sku: string; quantity: number }[] | null;
    restocked: boolean | null;
  }[];
}

export function orderView(shop: Shop, simulator: ChannelSimulator, order: Order): OrderView {
  return {
    number: order.number,
    id: order.id,
    state: simulator.wordFor(order),
    stage: order.stage,
    cancellation_requested: order.cancellationRequested,
    return_requested: order.returnRequested,
    self_collect: order.selfCollect,
    created_at: iso(order.createdAt),
    updated_at: iso(order.updatedAt),
    paid_at: order.paidAt === null ? null : iso(order.paidAt),
    currency: shop.record.currency,
    total: major(totalOf(order)),
    test: order.isTest,
    removed: order.removed.map(({ sku, quantity, cancelled }) => ({ sku, quantity, cancelled })),
    lines: order.lines.map((line) => ({
      line_id: line.id,
      listing_id: line.itemId,
      variant_id: line.variantId,
      sku: line.sku,
      name: line.name,
      variant: line.variantName,
      price: major(line.unitPrice),
      quantity: line.quantity,
      cancelled: line.cancelled,
      restored: line.restored,
      returned: line.returned,
      kept_by: line.keptBy,
      gift: line.isGift,
    })),
    events: order.events.map((event) => ({
      at: iso(event.at),
      event: event.name,
      by: event.by,
      reason: event.reason ?? null,
      lines: unitsBySku(order, event),
      restocked: event.restored ?? null,
    })),
  };
}

/** The buyer's price, in minor units. */
export function totalOf(order: Order): number {
  return order.lines.reduce(
    (sum, line) => sum + line.unitPrice * line.quantity,
    order.shippingFee + extrasOf(order),
  );
}

export function major(minor: number): number {
  return minor / 100;
}

export function minor(major: number): number {
  return Math.round(major * 100);
}

export function iso(instant: number): string {
  return new Date(instant).toISOString();
}

function unitsBySku(order: Order, event: OrderEvent): { sku: string; quantity: number }[] | null {
  const { units } = event;
  if (units === undefined) return null;
  return order.lines
    .map((line) => ({ sku: line.sku, quantity: units[line.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
}

/** A shop as lists show it. */
export interface ShopView {
  channel: ChannelKind;
  shop: string;
  name: string;
  currency: string;
}

export function shopView({ record }: Shop): ShopView {
  return { channel: record.channel, shop: record.id, name: record.name, currency: record.currency };
}
