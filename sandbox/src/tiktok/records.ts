import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import type { Order } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { isIndonesian, platforms, type Platform } from './region.ts';

/*
 * What TikTok knows besides the core: storefronts and audits of products, packages, cancellations and returns of orders,
 * addresses of notices. Instants are milliseconds.
 */

const instant = z.int();

export const productNotes = z.object({
  /** Storefronts that it is listed on; a shop outside Indonesia has the one. */
  listedOn: z.array(z.enum(platforms)),
  /** Platforms where the seller took it off sale. */
  offOn: z.array(z.enum(platforms)),
  /** What a change of texts will make of it once it is through the audit; with `isDraft` it waits for the seller instead. */
  underReview: z
    .object({ title: z.string(), description: z.string(), isDraft: z.boolean(), edit: z.int() })
    .nullable(),
  /** The status of the last webhook. */
  notifiedStatus: z.string(),
});
export type ProductNotes = z.infer<typeof productNotes>;

export const parcel = z.object({
  id: z.string(),
  /** Lines of the order that it holds, whole. */
  lines: z.array(z.string()),
  /** `arranged`: shipping is, the carrier has not come. */
  state: z.enum(['to_fulfil', 'arranged', 'collected']),
  handover: z.enum(['PICKUP', 'DROP_OFF']).nullable(),
  slot: z.object({ from: instant, to: instant }).nullable(),
  tracking: z.string(),
  providerId: z.string(),
  providerName: z.string(),
  updatedAt: instant,
  /** When the carrier comes for it, if it was arranged by a call. */
  collectAt: instant.nullable(),
  /** When the carrier had it. */
  collectedAt: instant.nullable(),
});
export type Parcel = z.infer<typeof parcel>;

export const cancellation = z.object({
  id: z.string(),
  /** The buyer asked for it, and the seller answers; else it was done at once. */
  isAsked: z.boolean(),
  role: z.enum(['BUYER', 'SELLER', 'SYSTEM']),
  status: z.enum(['pending', 'accepted', 'closed']),
  reason: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** Refunded from then on, if it was accepted. */
  refundedAt: instant.nullable(),
  /** Units by line id. */
  units: z.record(z.string(), z.int()),
});
export type Cancellation = z.infer<typeof cancellation>;

const returnStep = z.object({ at: instant, role: z.string(), description: z.string(), note: z.string() });

export const returnRequest = z.object({
  id: z.string(),
  type: z.enum(['REFUND', 'RETURN_AND_REFUND']),
  status: z.enum([
    'RETURN_OR_REFUND_REQUEST_PENDING',
    'REFUND_OR_RETURN_REQUEST_REJECT',
    'AWAITING_BUYER_SHIP',
    'AWAITING_BUYER_RESPONSE',
    'BUYER_SHIPPED_ITEM',
    'REJECT_RECEIVE_PACKAGE',
    'RETURN_OR_REFUND_REQUEST_SUCCESS',
    'RETURN_OR_REFUND_REQUEST_COMPLETE',
    'RETURN_OR_REFUND_REQUEST_CANCEL',
  ]),
  reason: z.string(),
  createdAt: instant,
  updatedAt: instant,
  units: z.record(z.string(), z.int()),
  /** Minor units that the seller offered instead of all. */
  partialRefund: z.int().nullable(),
  steps: z.array(returnStep),
});
export type ReturnRequest = z.infer<typeof returnRequest>;

export const orderNotes = z.object({
  platform: z.enum(platforms),
  shippedBy: z.enum(['TIKTOK', 'SELLER']),
  /** A warehouse of the marketplace's sends it; the seller must not. */
  isDilayani: z.boolean(),
  parcels: z.array(parcel),
  cancellations: z.array(cancellation),
  returns: z.array(returnRequest),
});
export type OrderNotes = z.infer<typeof orderNotes>;

export const subscription = z.object({
  shop: z.string(),
  eventType: z.string(),
  address: z.string(),
  createdAt: instant,
  updatedAt: instant,
});
export type Subscription = z.infer<typeof subscription>;

/** What a write with an idempotency key answered. */
export const keptAnswer = z.object({ data: z.json() });
export type KeptAnswer = z.infer<typeof keptAnswer>;

export interface Records {
  /** By product id. */
  readonly products: Table<ProductNotes>;
  /** By order id. */
  readonly orders: Table<OrderNotes>;
  /** By shop and event type. */
  readonly subscriptions: Table<Subscription>;
  readonly answers: Table<KeptAnswer>;
}

export function openRecords(core: Core): Records {
  return {
    products: core.table('tiktok/products', productNotes),
    orders: core.table('tiktok/orders', orderNotes),
    subscriptions: core.table('tiktok/subscriptions', subscription),
    answers: core.table('tiktok/answers', keptAnswer),
  };
}

/** One product of an Indonesian shop in this many is listed on Tokopedia alone. */
const onTokopediaAlone = 7;

/** The notes of a product. Indonesian shops list on both storefronts, as a rule (tiktok.md 9). */
export function notesOfProduct(records: Records, shop: Shop, productId: string): ProductNotes {
  const notes = records.products.get(productId);
  if (notes !== undefined) return notes;
  const isAlone = Number(productId.slice(-6)) % onTokopediaAlone === 0;
  const indonesian: Platform[] = isAlone ? ['TOKOPEDIA'] : [...platforms];
  return {
    listedOn: isIndonesian(shop) ? indonesian : ['TIKTOK_SHOP'],
    offOn: [],
    underReview: null,
    notifiedStatus: 'ACTIVATE',
  };
}

/** The notes that are made when an order is. */
export function notesOfOrder(records: Records, order: Order): OrderNotes {
  const notes = records.orders.get(order.id);
  if (notes === undefined) throw new Error(`Order ${order.id} has no notes.`);
  return notes;
}
