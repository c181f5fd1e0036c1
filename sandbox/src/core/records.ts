import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';

/**
 * The marketplaces' records, in one shape for all channels; each simulator translates it into its vendor's fields.
 * Instants are milliseconds; money is an integer in the currency's minor unit; ids are text even where vendors write numbers.
 */

const instant = z.int();
const units = z.int();

/** Whose warehouse units lie in, and who sends them. */
export const keeper = z.enum(['seller', 'marketplace']);
export type Keeper = z.infer<typeof keeper>;

/** What became of a parcel: it went, it is not clear yet, or it failed. */
export const parcelState = z.enum(['sent', 'pending', 'failed']);
export type ParcelState = z.infer<typeof parcelState>;

/** Units of one variant, split as vendors split them. */
export const stockRecord = z.object({
  /** For sale now, campaign units included: the number that stock is compared in. */
  sellable: units,
  /** The part of them that a running campaign reserves. */
  reserved: units,
  /** Taken by unpaid orders. */
  held: units,
  /** Taken by paid orders that were not shipped. */
  occupied: units,
});
export type Stock = z.infer<typeof stockRecord>;

export const listingStatus = z.enum(['normal', 'unlisted', 'banned', 'reviewing', 'deleted']);
export type ListingStatus = z.infer<typeof listingStatus>;

export const variantRecord = z.object({
  id: z.string(),
  sku: z.string(),
  /** The number on its goods (EAN, UPC, GTIN, ISBN), as the seller typed it. */
  barcode: z.string().nullable().default(null),
  /** One value for each of the item's option names; empty on an item without variants. */
  options: z.array(z.string()),
  price: z.int(),
  /** The price in a running discount. */
  specialPrice: z.int().nullable(),
  stock: stockRecord,
  /** A running promotion rejects the app's writes. */
  locked: z.boolean(),
  /** Whether the shop tracks this variant's stock. */
  tracked: z.boolean(),
  /** Whose warehouse its units lie in. */
  keptBy: keeper.default('seller'),
  /** Its units at the shop's further places, by their key; a place where it is not kept is left out. */
  elsewhere: z.record(z.string(), stockRecord).default({}),
  status: z.enum(['normal', 'unlisted', 'deleted']),
});
export type Variant = z.infer<typeof variantRecord>;

export const itemRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  sku: z.string(),
  /** The name of the picture that the sandbox draws: `{centre}/images/{picture}.svg`. */
  picture: z.string(),
  status: listingStatus,
  /** Sold as several products together, in the marketplace's own way. */
  isKit: z.boolean().default(false),
  /** 'Size', 'Colour'; empty on an item that has one variant only. */
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
  /** The buyer's price of one unit. */
  unitPrice: z.int(),
  /** Units cancelled before shipping. */
  cancelled: units,
  /** Cancelled units that the marketplace restored to the listing. */
  restored: units,
  /** Units that came back, or were lost, after shipping. */
  returned: units,
  /** Who keeps and sends its units. */
  keptBy: keeper.default('seller'),
  /** Given with a purchase, for nothing. */
  isGift: z.boolean().default(false),
  promotion: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  /** Cancelled units that an edit of the order took out, without a refund. */
  takenOut: units.default(0),
  /** What one unit of it is made of, where the marketplace sells several products as one. */
  parts: z.array(z.object({ itemId: z.string(), variantId: z.string(), sku: z.string(), units })).default([]),
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
  'place', 'pay', 'pack', 'unpack', 'ship', 'unship', 'deliver', 'collect', 'complete',
  'cancel', 'request_cancellation', 'withdraw_cancellation', 'reject_cancellation', 'reinstate', 'request_return', 'withdraw_return', 'reject_return', 'return', 'edit',
] as const; // oxfmt-ignore
export const orderEventName = z.enum(orderEventNames);
export type OrderEventName = z.infer<typeof orderEventName>;
/** What may happen to an order that was placed. */
export type LaterEvent = Exclude<OrderEventName, 'place' | 'edit'>;

export const orderEventRecord = z.object({
  at: instant,
  name: orderEventName,
  by: z.enum(['buyer', 'seller', 'system']),
  reason: z.string().optional(),
  /** The units by line id, for an event that concerns some of them. */
  units: z.record(z.string(), units).optional(),
  /** Whether cancelled or returned units were restored to the listing. */
  restored: z.boolean().optional(),
});
export type OrderEvent = z.infer<typeof orderEventRecord>;

export const orderRecord = z.object({
  /** As the seller sees it; unique in the shop. */
  number: z.string(),
  /** The id that the vendor's calls take; on most channels it equals the number. */
  id: z.string(),
  stage: orderStage,
  /** The buyer's request to cancel is open. */
  cancellationRequested: z.boolean(),
  /** The buyer's request to return is open. */
  returnRequested: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  paidAt: instant.nullable(),
  /** The instant before which a late order is not listed; 0 for others. */
  visibleAt: instant,
  /** Seeds the buyer (buyers.ts): the same number gives the same person. */
  buyer: z.int(),
  selfCollect: z.boolean(),
  /** The seller brings it to the buyer, without a carrier. */
  sellerDelivers: z.boolean().default(false),
  /** The buyer's note to the seller. */
  remarks: z.string(),
  shippingFee: z.int(),
  /** What the buyer pays beside items and delivery: taxes on top, a fee, a tip. */
  charges: z.object({ tax: z.int(), fee: z.int(), tip: z.int() }).default({ tax: 0, fee: 0, tip: 0 }),
  /** Nobody bought it: it tries the shop out. */
  isTest: z.boolean().default(false),
  /** What the seller calls it, which may repeat; null: its number. */
  name: z.string().nullable().default(null),
  tracking: z.string().nullable(),
  /** The key of the further place that sends it; null: the main one. */
  place: z.string().nullable().default(null),
  lines: z.array(orderLineRecord),
  /** Lines that it has no more. */
  removed: z.array(orderLineRecord).default([]),
  events: z.array(orderEventRecord),
});
export type Order = z.infer<typeof orderRecord>;

/** A further place where a shop keeps units, beside its main one: a location, or a warehouse. */
export const placeRecord = z.object({
  /** '2', '3' …: the main place is '1' and has no record. */
  key: z.string(),
  name: z.string(),
  isActive: z.boolean(),
});
export type Place = z.infer<typeof placeRecord>;

export const shopRecord = z.object({
  channel: channelKind,
  /** The vendor's own id: a number or a handle. */
  id: z.string(),
  name: z.string(),
  region: z.string(),
  currency: z.string(),
  createdAt: instant,
  /** The instant of the shop's last change; the next one is later. */
  lastInstant: instant,
  /** How many of each kind were made: 'item', 'variant', 'order', 'line', and a simulator's own. */
  made: z.record(z.string(), z.int()),
  places: z.array(placeRecord).default([]),
});
export type ShopRecord = z.infer<typeof shopRecord>;
