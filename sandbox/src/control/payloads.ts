import { channelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import { faultRule } from '../core/faults.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import { keeper, listingStatus, orderEventName, parcelState } from '../core/records.ts';
import { wildSetting } from '../wild/wild.ts';

/** The requests of the control API. Prices are in major units (12.5 is SGD 12.50), instants are ISO text. */

const price = z.number().min(0).max(10_000_000);
const quantity = z.int().min(0).max(1_000_000_000);
const sku = z.string().min(1).max(100);
const barcode = z.string().max(255);

export const newShop = z.strictObject({
  channel: channelKind,
  name: z.string().min(1).max(100),
  /** The vendor's id of the shop; generated if absent. It is the sub-domain of a shop that has one. */
  shop: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9-]*$/).optional(),
  /** The marketplace's default if absent. */
  currency: z.string().length(3).optional(),
}); // oxfmt-ignore

export const newVariant = z.strictObject({
  sku,
  barcode: barcode.nullable().default(null),
  options: z.array(z.string().min(1)).default([]),
  price: price.default(10),
  special_price: price.nullable().default(null),
  quantity: quantity.default(0),
  tracked: z.boolean().default(true),
  locked: z.boolean().default(false),
  kept_by: keeper.default('seller'),
});
export const newItem = z.strictObject({
  name: z.string().min(1).max(255),
  description: z.string().default(''),
  sku: z.string().default(''),
  picture: z.string().regex(/^[a-z0-9-]+$/).default('parcel'),
  status: listingStatus.default('normal'),
  /** Sold as several products together; only at channels that have this. */
  kit: z.boolean().default(false),
  option_names: z.array(z.string().min(1)).max(2).default([]),
  variants: z.array(newVariant).min(1).max(50),
}); // oxfmt-ignore
/** One item without variants in short form, one or many items in full, or a number of generated ones. */
export const newListings = z.union([
  z.strictObject({ count: z.int().min(1).max(100_000) }),
  z.strictObject({ items: z.array(newItem).min(1).max(10_000) }),
  newItem,
  newVariant.extend({ name: z.string().min(1).max(255).optional(), status: listingStatus.default('normal') }),
]);

export const listingEdit = z.strictObject({
  name: z.string().min(1).max(255).optional(),
  sku: sku.optional(),
  barcode: barcode.nullable().optional(),
  price: price.optional(),
  special_price: price.nullable().optional(),
  quantity: quantity.optional(),
  /** Units of the quantity that a campaign reserves. */
  reserved: quantity.optional(),
  /** A running promotion rejects the app's writes. */
  locked: z.boolean().optional(),
  status: listingStatus.optional(),
  /** Moves its units to the marketplace's warehouse, or back. */
  kept_by: keeper.optional(),
  /** Its units at further places of the shop, by their key. */
  places: z.record(z.string(), quantity).optional(),
});

/** A further place of stock, beside the main one. */
export const newPlace = z.strictObject({ name: z.string().min(1).max(100) });
export const placeEdit = z.strictObject({ is_active: z.boolean() });

const basketLine = z.strictObject({ sku, quantity: z.int().min(1).max(1_000_000) });
/** `gift`: given with the purchase, for nothing. */
const boughtLine = basketLine.extend({
  gift: z.boolean().optional(),
  /** The listings that one unit is made of; only at channels that name them in the line. */
  parts: z.array(z.strictObject({ sku, units: z.int().min(1) })).optional(),
});
/** A line that the seller typed into the order; only at channels that have this. */
const customLine = z.strictObject({ name: z.string().min(1).max(255), price, quantity: z.int().min(1) });
export const newOrder = z.strictObject({
  lines: z.array(boughtLine).max(200),
  custom: z.array(customLine).max(200).optional(),
  paid: z.boolean().default(true),
  self_collect: z.boolean().default(false),
  /** The seller delivers it, not the platform’s carrier; only at channels that have this. */
  seller_delivers: z.boolean().default(false),
  remarks: z.string().max(500).optional(),
  /** Taxes on top, a fee and a tip, in major units; only at channels that have them. */
  tax: price.optional(),
  fee: price.optional(),
  tip: price.optional(),
  /** It tries the shop out; only at channels that tell it. */
  test: z.boolean().optional(),
  /** The name that the seller gives it, which may repeat; only at channels that have this. */
  name: z.string().min(1).max(100).optional(),
  /** The key of the further place that sends it; the main one if absent. */
  place: z.string().optional(),
  /** A buyer whose name needs another script; drawn if absent. */
  buyer: z.enum(['chinese', 'thai']).optional(),
});
/** The number of orders; their content is generated unless given. */
export const manyOrders = newOrder.extend({
  lines: newOrder.shape.lines.optional(),
  count: z.int().min(1).max(100_000).default(1),
  /** Spreads the orders evenly over this many past days. Their units are not subtracted from the listings. */
  back_dated_days: z.number().positive().max(3650).optional(),
});

/** The order as the seller, or the marketplace, changes it before it is sent. */
export const orderEdit = z.strictObject({
  /** Assigns all its lines to another keeper. */
  kept_by: keeper.optional(),
  /** What became of its parcels, once it was sent; only at channels that tell it. */
  parcels: parcelState.optional(),
  lines: z
    .array(
      z.strictObject({
        sku,
        /** Units that are ordered still. */
        quantity: z.int().min(1).max(1_000_000).optional(),
        /** Whether units that are taken out are put back on sale. */
        restock: z.boolean().optional(),
        removed: z.boolean().optional(),
        /** The line comes under another id. */
        renumbered: z.boolean().optional(),
      }),
    )
    .max(200)
    .optional(),
});

export const orderEventRequest = z.strictObject({
  /** The units concerned (cancel, return); all that are possible if absent. */
  lines: z.array(basketLine).min(1).optional(),
  reason: z.string().max(200).optional(),
  by: z.enum(['buyer', 'seller', 'system']).optional(),
  /** Whether the units are restored to the listing; the default is yes for a cancellation, no for a return. */
  restock: z.boolean().optional(),
});

export const privacyRequest = z.strictObject({
  topic: z.enum(['CUSTOMERS_DATA_REQUEST', 'CUSTOMERS_REDACT', 'SHOP_REDACT']),
  /** The numbers of orders of one buyer. */
  orders: z.array(z.string()).max(100).default([]),
});

/** The events that can be requested from outside. */
export const askableEvents = orderEventName.exclude(['place', 'unship', 'edit']);

export const grantRequest = z.strictObject({
  state: z.string().optional(),
  redirect_uri: z.string().optional(),
});
export const faultList = z.array(faultRule.strict()).max(200);
export const webhookSetting = z.strictObject({ url: z.url().nullable() });
export const clockChange = z.union([
  z.strictObject({ set: z.union([z.iso.datetime({ offset: true }), z.int().positive()]) }),
  /** Seconds to advance the clock by. */
  z.strictObject({ advance: z.number() }),
  z.strictObject({ free: z.literal(true) }),
]);

export const loginSessionRequest = z.object({ email: z.email() });
export const subscriptionRequest = z.object({ store_id: z.int().positive(), email: z.email() });

/** Null ends it. */
export const wildWish = wildSetting.nullable();

/** Throws SandboxError 422 that names what is malformed, or the profile that there is not. */
export function readWildWish(wish: unknown): z.output<typeof wildWish> {
  const read = wildWish.safeParse(wish);
  if (!read.success) throw new SandboxError(422, z.prettifyError(read.error));
  return read.data;
}
