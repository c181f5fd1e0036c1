import { channelKind } from '@evenstock/contract/channels';
import { z } from 'zod';

/**
 * What the marketplaces know, in one shape for all of them; each simulator writes it in its vendor's words.
 * Instants are milliseconds; money is an integer in the currency's minor unit; ids are text even where vendors write numbers.
 */

const instant = z.int();
const units = z.int();

/** Units of one variant, split as vendors split them. */
export const stockRecord = z.object({
  /** Can be bought now, campaign units included: the shop's number, the unit that stock is compared in. */
  sellable: units,
  /** Of these, set aside for a running campaign. */
  reserved: units,
  /** Taken by orders that are not paid. */
  held: units,
  /** Taken by paid orders that have not left the house. */
  occupied: units,
});
export type Stock = z.infer<typeof stockRecord>;

export const listingStatus = z.enum(['normal', 'unlisted', 'banned', 'reviewing', 'deleted']);
export type ListingStatus = z.infer<typeof listingStatus>;

export const variantRecord = z.object({
  id: z.string(),
  sku: z.string(),
  /** One for each of the item's option names; empty on an item without variations. */
  options: z.array(z.string()),
  price: z.int(),
  /** Price of a running discount. */
  specialPrice: z.int().nullable(),
  stock: stockRecord,
  /** A running promotion refuses what the app writes. */
  locked: z.boolean(),
  /** The shop counts this variant's stock. */
  tracked: z.boolean(),
  status: z.enum(['normal', 'unlisted', 'deleted']),
});
export type Variant = z.infer<typeof variantRecord>;

export const itemRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sku: z.string(),
  /** Name of the picture that the sandbox draws: `{centre}/images/{picture}.svg`. */
  picture: z.string(),
  status: listingStatus,
  /** 'Size', 'Colour'; empty on an item without variations, which then has one variant. */
  optionNames: z.array(z.string()),
  createdAt: instant,
  updatedAt: instant,
  variants: z.array(variantRecord),
});
export type Item = z.infer<typeof itemRecord>;

/** One variant of an order, as it was when it was bought. */
export const orderLineRecord = z.object({
  id: z.string(),
  itemId: z.string(),
  variantId: z.string(),
  sku: z.string(),
  name: z.string(),
  variantName: z.string(),
  quantity: units,
  originalPrice: z.int(),
  /** What the buyer pays for one. */
  unitPrice: z.int(),
  /** Cancelled before they left the house. */
  cancelled: units,
  /** Cancelled units that the marketplace put back on the listing. */
  restored: units,
  /** Came back, or were lost, after they had left. */
  returned: units,
  promotion: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
});
export type OrderLine = z.infer<typeof orderLineRecord>;

export const orderStages = [
  'unpaid',
  'ready',
  'packed',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
] as const;
export const orderStage = z.enum(orderStages);
export type OrderStage = z.infer<typeof orderStage>;

export const orderEventNames = [
  'place', 'pay', 'pack', 'unpack', 'ship', 'deliver', 'collect', 'complete',
  'cancel', 'request_cancellation', 'withdraw_cancellation', 'reject_cancellation', 'reinstate', 'request_return', 'withdraw_return', 'reject_return', 'return',
] as const; // prettier-ignore
export const orderEventName = z.enum(orderEventNames);
export type OrderEventName = z.infer<typeof orderEventName>;

export const orderEventRecord = z.object({
  at: instant,
  name: orderEventName,
  by: z.enum(['buyer', 'seller', 'system']),
  reason: z.string().optional(),
  /** Units by line id, where the event is about some of them. */
  units: z.record(z.string(), units).optional(),
  /** Whether cancelled or returned units went back on the listing. */
  restored: z.boolean().optional(),
});
export type OrderEvent = z.infer<typeof orderEventRecord>;

export const orderRecord = z.object({
  /** As the seller sees it; unique in the shop. */
  number: z.string(),
  /** What the vendor's calls take; the same as the number on most channels. */
  id: z.string(),
  stage: orderStage,
  /** The buyer asked to cancel, and nobody has answered. */
  cancellationRequested: z.boolean(),
  /** The buyer asked to return, and it is not settled. */
  returnRequested: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  paidAt: instant.nullable(),
  /** Not told to anybody before this instant, if the order is listed late; 0 otherwise. */
  visibleAt: instant,
  /** Seeds the buyer (buyers.ts): the same number, the same person. */
  buyer: z.int(),
  selfCollect: z.boolean(),
  /** What the buyer wrote to the seller. */
  remarks: z.string(),
  shippingFee: z.int(),
  tracking: z.string().nullable(),
  lines: z.array(orderLineRecord),
  events: z.array(orderEventRecord),
});
export type Order = z.infer<typeof orderRecord>;

export const shopRecord = z.object({
  channel: channelKind,
  /** The vendor's own id: Shopee shop_id, Lazada seller_id, Shopify handle. */
  id: z.string(),
  name: z.string(),
  region: z.string(),
  currency: z.string(),
  createdAt: instant,
  /** The last instant that this shop gave to a change; the next is later. */
  lastInstant: instant,
  /** How many of each were made, by what: 'item', 'variant', 'order', 'line', and a simulator's own. */
  made: z.record(z.string(), z.int()),
});
export type ShopRecord = z.infer<typeof shopRecord>;
