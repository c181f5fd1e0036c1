import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';

const instant = z.int();

/** A shipment that the app arranged (5.2). */
export const shipmentRecord = z.object({
  mode: z.enum(['pickup', 'dropoff', 'non_integrated', 'self_collection']),
  arrangedAt: instant,
  /** Self collection: the seller said that the parcel waits at the counter. */
  ready: z.boolean(),
});

/** A shipping document in the making (5.3), by shop, order and type. */
export const documentRecord = z.object({ readyAt: instant, reported: z.boolean() });

export const returnStatuses = [
  'REQUESTED',
  'ACCEPTED',
  'CANCELLED',
  'JUDGING',
  'CLOSED',
  'PROCESSING',
  'SELLER_DISPUTE',
] as const;

/** A buyer's return (6.2). */
export const returnRecord = z.object({
  sn: z.string(),
  shop: z.string(),
  order: z.string(),
  status: z.enum(returnStatuses),
  reason: z.string(),
  text: z.string(),
  validation: z.enum(['seller_validation', 'warehouse_validation']),
  createdAt: instant,
  updatedAt: instant,
  /** Units by line id. */
  units: z.record(z.string(), z.int()),
  /** Minor units. */
  refund: z.int(),
  dispute: z
    .object({ reason: z.int(), text: z.string(), email: z.string(), images: z.array(z.string()) })
    .nullable(),
  /** The latest counter-offer in minor units; null if the buyer's own request is the latest. */
  offer: z
    .object({
      solution: z.enum(['RETURN_REFUND', 'REFUND']),
      amount: z.int(),
      by: z.enum(['buyer', 'seller']),
    })
    .nullable()
    .default(null),
  /** Offers that the seller has made. */
  counters: z.int().default(0),
  proof: z
    .object({
      photo: z.array(z.object({ url: z.string(), thumbnail: z.string() })),
      description: z.string(),
    })
    .nullable()
    .default(null),
});
export type ReturnRecord = z.infer<typeof returnRecord>;

/** An uploaded picture, served under an address of its own. */
export const pictureRecord = z.object({
  mediaType: z.string(),
  /** Base64. */
  bytes: z.string(),
});

/** Until when an item is boosted. */
export const boostRecord = z.object({ until: instant });
export const channelRecord = z.object({ enabled: z.boolean(), cod: z.boolean() });
export const noteRecord = z.object({ text: z.string(), at: instant });

/** What Shopee keeps besides what all marketplaces keep. Keys begin with the shop's id. */
export interface Records {
  readonly shipments: Table<z.infer<typeof shipmentRecord>>;
  readonly documents: Table<z.infer<typeof documentRecord>>;
  readonly returns: Table<ReturnRecord>;
  readonly pictures: Table<z.infer<typeof pictureRecord>>;
  readonly boosts: Table<z.infer<typeof boostRecord>>;
  readonly channels: Table<z.infer<typeof channelRecord>>;
  readonly notes: Table<z.infer<typeof noteRecord>>;
}

export function openRecords(core: Core): Records {
  return {
    shipments: core.table('shopee/shipments', shipmentRecord),
    documents: core.table('shopee/documents', documentRecord),
    returns: core.table('shopee/returns', returnRecord),
    pictures: core.table('shopee/pictures', pictureRecord),
    boosts: core.table('shopee/boosts', boostRecord),
    channels: core.table('shopee/channels', channelRecord),
    notes: core.table('shopee/notes', noteRecord),
  };
}

export function keyOf(shop: Shop, ...parts: readonly string[]): string {
  return [shop.id, ...parts].join('/');
}

/** The latest return of an order. */
export function returnOf(records: Records, shop: Shop, order: Order): ReturnRecord | undefined {
  return [...records.returns.values()].findLast((one) => one.shop === shop.id && one.order === order.number);
}
