import { channelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import { faultRule } from '../core/faults.ts';
import { listingStatus, orderEventName } from '../core/records.ts';

/** What the control API takes. Prices are in major units (12.5 is SGD 12.50), instants ISO text. */

const price = z.number().min(0).max(10_000_000);
const quantity = z.int().min(0).max(1_000_000_000);
const sku = z.string().min(1).max(100);

export const newShop = z.strictObject({
  channel: channelKind,
  name: z.string().min(1).max(100),
  /** The vendor's id of the shop; made up unless given (Shopify: the sub-domain). */
  shop: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9-]*$/).optional(),
  /** The marketplace's own unless given. */
  currency: z.string().length(3).optional(),
}); // prettier-ignore

export const newVariant = z.strictObject({
  sku,
  options: z.array(z.string().min(1)).default([]),
  price: price.default(10),
  special_price: price.nullable().default(null),
  quantity: quantity.default(0),
  tracked: z.boolean().default(true),
  locked: z.boolean().default(false),
});
export const newItem = z.strictObject({
  name: z.string().min(1).max(255),
  description: z.string().default(''),
  sku: z.string().default(''),
  picture: z.string().regex(/^[a-z0-9-]+$/).default('parcel'),
  status: listingStatus.default('normal'),
  option_names: z.array(z.string().min(1)).max(2).default([]),
  variants: z.array(newVariant).min(1).max(50),
}); // prettier-ignore
/** One item without variations in short, one or many items in full, or so many made-up ones. */
export const newListings = z.union([
  z.strictObject({ count: z.int().min(1).max(100_000) }),
  z.strictObject({ items: z.array(newItem).min(1).max(10_000) }),
  newItem,
  newVariant.extend({ name: z.string().min(1).max(255).optional(), status: listingStatus.default('normal') }),
]);

export const listingEdit = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  sku: sku.optional(),
  price: price.optional(),
  special_price: price.nullable().optional(),
  quantity: quantity.optional(),
  /** Of the quantity, set aside for a campaign. */
  reserved: quantity.optional(),
  /** A running promotion refuses what the app writes. */
  locked: z.boolean().optional(),
  status: listingStatus.optional(),
});

const basketLine = z.strictObject({ sku, quantity: z.int().min(1).max(1_000_000) });
export const newOrder = z.strictObject({
  lines: z.array(basketLine).min(1).max(50),
  paid: z.boolean().default(true),
  self_collect: z.boolean().default(false),
  remarks: z.string().max(500).optional(),
});
/** So many orders; what is in them is made up unless given. */
export const manyOrders = newOrder.extend({
  lines: newOrder.shape.lines.optional(),
  count: z.int().min(1).max(100_000).default(1),
  /** Of the past, spread evenly over so many days until now; their units are gone from the shelf already. */
  back_dated_days: z.number().positive().max(3650).optional(),
});

export const orderEventRequest = z.strictObject({
  /** Some units only (cancel, return); all that can be meant unless given. */
  lines: z.array(basketLine).min(1).optional(),
  reason: z.string().max(200).optional(),
  by: z.enum(['buyer', 'seller', 'system']).optional(),
  /** Whether the units go back on the listing: yes when cancelled, no when returned, unless said. */
  restock: z.boolean().optional(),
});

/** What can be asked to happen to an order from outside. */
export const askableEvents = orderEventName.exclude(['place']);

export const grantRequest = z.strictObject({
  state: z.string().optional(),
  redirect_uri: z.string().optional(),
});
export const faultList = z.array(faultRule.strict()).max(200);
export const webhookSetting = z.strictObject({ url: z.url().nullable() });
export const clockChange = z.union([
  z.strictObject({ set: z.union([z.iso.datetime({ offset: true }), z.int().positive()]) }),
  /** Seconds. */
  z.strictObject({ advance: z.number() }),
  z.strictObject({ free: z.literal(true) }),
]);

export const loginSessionRequest = z.object({ email: z.email() });
export const subscriptionRequest = z.object({ store_id: z.int().positive(), email: z.email() });
