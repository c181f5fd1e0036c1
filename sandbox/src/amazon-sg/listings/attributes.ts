import { z } from 'zod';
import { barcodeType } from '../../core/barcodes.ts';
import type { Offer, Shop } from '../../core/shop.ts';
import type { AmazonRecords } from '../protocol/records.ts';
import { site } from '../protocol/site.ts';

/** One attribute of a listing: a list of values, distinguished by their selectors. */
export type Attribute = readonly Readonly<Record<string, unknown>>[];
export type Attributes = Readonly<Record<string, Attribute>>;

/** The fields that distinguish the values of an attribute. */
const selectors: Readonly<Record<string, readonly string[]>> = {
  fulfillment_availability: ['fulfillment_channel_code'],
  purchasable_offer: ['marketplace_id', 'currency', 'audience'],
};
const usualSelectors: readonly string[] = ['marketplace_id', 'language_tag'];

/** Attributes of the offer alone, that the product type PRODUCT allows to change (amazon-sg.md 3.2). */
export const offerAttributes: ReadonlySet<string> = new Set([
  'fulfillment_availability',
  'purchasable_offer',
  'condition_type',
  'condition_note',
  'list_price',
  'merchant_shipping_group',
  'max_order_quantity',
  'merchant_release_date',
  'merchant_suggested_asin',
  'gift_options',
]);

/** Whether the seller sends it himself. Listings whose stock the shop does not count, or that were moved there, lie with Amazon. */
export function isOwnStock({ variant }: Pick<Offer, 'variant'>): boolean {
  return variant.tracked && variant.keptBy === 'seller';
}

/** A listing's current attributes: the listing's values and whatever else was submitted. */
export function attributesOf(
  records: AmazonRecords,
  shop: Shop,
  offer: Offer,
  title: string,
  now: number,
): Attributes {
  const { item, variant } = offer;
  const kept = records.listingNotes(shop, variant.id).attributes;
  const here = { marketplace_id: site.marketplaceId };
  const availability = isOwnStock(offer)
    ? {
        ...first(kept['fulfillment_availability']),
        fulfillment_channel_code: 'DEFAULT',
        quantity: variant.stock.sellable,
      }
    : { fulfillment_channel_code: site.amazonChannel };
  const offers = kept['purchasable_offer'] ?? [];
  const { discounted_price: sent, end_at: _end, ...beside } = offers.find(isForAll) ?? {};
  const sale = saleOf(variant.specialPrice, sent, item.createdAt, now);
  const purchasable = {
    ...beside,
    ...here,
    currency: site.currency,
    audience: 'ALL',
    our_price: [{ schedule: [{ value_with_tax: variant.price / 100 }] }],
    ...(sale === undefined ? {} : { discounted_price: sale }),
    // Closed by hand: the offer is there, and has ended.
    ...(item.status === 'unlisted' ? { end_at: { value: new Date(item.updatedAt).toISOString() } } : {}),
  };
  return {
    ...kept,
    item_name: [{ ...here, language_tag: site.locale, value: title }],
    product_description: [{ ...here, language_tag: site.locale, value: item.description }],
    condition_type: [{ ...here, value: 'new_new' }],
    ...(variant.barcode === null
      ? {}
      : {
          externally_assigned_product_identifier: [
            { ...here, type: barcodeType(variant.barcode).toLowerCase(), value: variant.barcode },
          ],
        }),
    fulfillment_availability: [availability],
    purchasable_offer: hasOffer(records, shop, offer)
      ? [purchasable, ...offers.filter((value) => !isForAll(value))]
      : [],
  };
}

/** Whether there is an offer at all; one that the seller closed by hand is there, and has ended. */
export function hasOffer(records: AmazonRecords, shop: Shop, { item, variant }: Offer): boolean {
  const { hasNoOffer } = records.listingNotes(shop, variant.id);
  return variant.status === 'normal' && !(hasNoOffer && item.status !== 'normal');
}

/** Whether the listing has an offer that buyers may take; without one it is delisted (amazon-sg.md 3.1). */
export function isOffered({ item, variant }: Offer): boolean {
  return item.status === 'normal' && variant.status === 'normal';
}

function first(attribute: Attribute | undefined): Readonly<Record<string, unknown>> {
  return attribute?.[0] ?? {};
}

/** Offers for everybody, rather than for business buyers. */
function isForAll(value: Readonly<Record<string, unknown>>): boolean {
  return (value['audience'] ?? 'ALL') === 'ALL';
}

const century = 100 * 365 * 86_400_000;

/** The sale as it was sent; the listing's own where the seller set or ended it by hand. */
function saleOf(price: number | null, sent: unknown, since: number, now: number): unknown {
  const schedules = z
    .object({ discounted_price: offerValue.shape.discounted_price })
    .safeParse({ discounted_price: sent });
  const running = runningSale(schedules.data?.discounted_price, now);
  if (price === null) return running === null ? sent : undefined;
  if (running === price) return sent;
  const schedule = {
    start_at: new Date(since).toISOString(),
    end_at: new Date(since + century).toISOString(),
    value_with_tax: price / 100,
  };
  return [{ schedule: [schedule] }];
}

export interface Patch {
  readonly op: 'add' | 'replace' | 'merge' | 'delete';
  readonly attribute: string;
  readonly value: Attribute;
}

/** The attribute after one operation. `replace` swaps the whole of it, `merge` changes the fields that are given. */
export function patched(attribute: string, before: Attribute, patch: Patch): Attribute {
  if (patch.op === 'add' || patch.op === 'replace') return patch.value;
  const by = selectors[attribute] ?? usualSelectors;
  const isMeant = (
    value: Readonly<Record<string, unknown>>,
    named: Readonly<Record<string, unknown>>,
  ): boolean =>
    by.every(
      (field) => named[field] === undefined || value[field] === undefined || value[field] === named[field],
    );
  if (patch.op === 'delete')
    return before.filter((value) => !patch.value.some((named) => isMeant(value, named)));
  const merged = before.map((value) => {
    const changes = patch.value.filter((named) => isMeant(value, named));
    return Object.assign({}, value, ...changes) as Readonly<Record<string, unknown>>;
  });
  const added = patch.value.filter((named) => !before.some((value) => isMeant(value, named)));
  return [...merged, ...added];
}

const availabilityValue = z.looseObject({
  fulfillment_channel_code: z.string(),
  quantity: z.int().min(0).optional(),
});
const price = z.number().positive().max(1_000_000_000);
const offerValue = z.looseObject({
  marketplace_id: z.string().optional(),
  currency: z.string().optional(),
  audience: z.string().optional(),
  our_price: z
    .array(z.looseObject({ schedule: z.array(z.looseObject({ value_with_tax: price })).min(1) }))
    .min(1),
  end_at: z.looseObject({ value: z.string() }).optional(),
  discounted_price: z
    .array(
      z.looseObject({
        schedule: z
          .array(
            z.looseObject({
              start_at: z.string().optional(),
              end_at: z.string().optional(),
              value_with_tax: price,
            }),
          )
          .min(1),
      }),
    )
    .optional(),
});
const textValue = z.looseObject({ value: z.string().min(1) });

/** The listing's values after a submission. */
export interface ListingChange {
  readonly quantity: number | null;
  /** Minor units. Null: the offer is gone. */
  readonly offer: {
    readonly price: number;
    readonly specialPrice: number | null;
    readonly isOpen: boolean;
  } | null;
  readonly name: string | null;
  readonly description: string | null;
}

/** Why an attribute cannot be so; with the vendor's category of it. */
export class AttributeFault extends Error {
  readonly attribute: string;
  readonly category: string;

  constructor(attribute: string, category: string, message: string) {
    super(message);
    this.attribute = attribute;
    this.category = category;
  }
}

/** Reads the listing's values from its attributes. Throws AttributeFault; `now` in milliseconds decides whether a sale runs. */
export function listingChangeOf(attributes: Attributes, isOwn: boolean, now: number): ListingChange {
  return {
    quantity: isOwn ? quantityOf(attributes['fulfillment_availability'] ?? []) : null,
    offer: offerOf(attributes['purchasable_offer'] ?? [], now),
    name: textOf('item_name', attributes),
    description: textOf('product_description', attributes),
  };
}

function quantityOf(values: Attribute): number {
  for (const value of values) {
    const read = availabilityValue.safeParse(value);
    if (!read.success)
      throw new AttributeFault('fulfillment_availability', 'INVALID_ATTRIBUTE', "The value of 'fulfillment_availability' is invalid: a whole quantity of 0 or more is expected."); // oxfmt-ignore
    if (read.data.fulfillment_channel_code === 'DEFAULT') return read.data.quantity ?? 0;
    throw new AttributeFault('fulfillment_availability', 'INVALID_ATTRIBUTE', 'Quantities of stock that Amazon fulfils cannot be set here.'); // oxfmt-ignore
  }
  return 0;
}

function offerOf(values: Attribute, now: number): ListingChange['offer'] {
  for (const value of values) {
    const read = offerValue.safeParse(value);
    if (!read.success)
      throw new AttributeFault('purchasable_offer', 'INVALID_PRICE', "The value of 'purchasable_offer' is invalid: our_price needs a schedule with a positive value_with_tax."); // oxfmt-ignore
    const { data } = read;
    if ((data.audience ?? 'ALL') !== 'ALL') continue;
    if ((data.marketplace_id ?? site.marketplaceId) !== site.marketplaceId || (data.currency ?? site.currency) !== site.currency)
      throw new AttributeFault('purchasable_offer', 'INVALID_ATTRIBUTE', 'The offer is not for this marketplace and its currency.'); // oxfmt-ignore
    return {
      price: minorOf(data.our_price[0]?.schedule[0]?.value_with_tax ?? 0),
      specialPrice: runningSale(data.discounted_price, now),
      isOpen: data.end_at === undefined || isWithin(undefined, data.end_at.value, now),
    };
  }
  return null;
}

/** The price of the sale that runs now, in minor units. */
function runningSale(sales: z.infer<typeof offerValue>['discounted_price'], now: number): number | null {
  const running = sales
    ?.flatMap(({ schedule }) => schedule)
    .find(({ start_at, end_at }) => isWithin(start_at, end_at, now));
  return running === undefined ? null : minorOf(running.value_with_tax);
}

/** When a listing's sales begin and end after now, as it was sent. */
export function saleBoundaries(attribute: Attribute, now: number): number[] {
  return attribute
    .flatMap((value) => offerValue.safeParse(value).data?.discounted_price ?? [])
    .flatMap(({ schedule }) => schedule)
    .flatMap(({ start_at, end_at }) => [Date.parse(start_at ?? ''), Date.parse(end_at ?? '')])
    .filter((instant) => instant > now);
}

function isWithin(from: string | undefined, to: string | undefined, now: number): boolean {
  return (from === undefined || Date.parse(from) <= now) && (to === undefined || now < Date.parse(to));
}

function textOf(name: string, attributes: Attributes): string | null {
  const [value] = attributes[name] ?? [];
  if (value === undefined) return null;
  const read = textValue.safeParse(value);
  if (read.success) return read.data.value;
  if (name === 'product_description') return '';
  throw new AttributeFault(name, 'INVALID_ATTRIBUTE', `'${name}' needs a value.`);
}

function minorOf(major: number): number {
  const minor = Math.round(major * 100);
  if (Math.abs(major * 100 - minor) < 1e-6) return minor;
  throw new AttributeFault('purchasable_offer', 'INVALID_PRICE', 'A price has at most two decimals.');
}
