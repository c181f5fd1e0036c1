import type { ChannelListing, ChannelVariant } from '@evenstock/connectors/kit/connector';
import { readBarcodes } from '@evenstock/contract/values/barcodes';
import { slugFrom } from '../../../platform/text/slug.ts';
import type { BarcodeForms } from '../variants/barcodes.queries.ts';
import { formsOf } from '../variants/barcodes.rules.ts';
import { fullName } from '../variants/full-name.rules.ts';
import { stateOfListing } from '../variants/listing-status.rules.ts';

/** The stored fields of a product listing, without its owner: the columns of product_listings. */
export interface ItemFields {
  readonly name: string;
  readonly sku: string | null;
  readonly image_url: string | null;
  readonly edit_url: string | null;
  readonly is_bundle: boolean;
  readonly raw_status: string;
  readonly status: ChannelListing['status'];
  readonly state: 'live' | 'inactive' | 'deleted';
}

/** The stored fields of a variant listing: the columns of variant_listings. Prices are in minor units. */
export interface VariantFields {
  readonly name: string;
  readonly sku: string | null;
  readonly stock_ref: Readonly<Record<string, string>>;
  readonly price: number | null;
  readonly special_price: number | null;
  readonly currency: string | null;
  readonly raw_status: string;
  readonly status: ChannelVariant['status'];
  readonly state: 'live' | 'inactive' | 'deleted';
  /** Whose warehouse its units lie in, as it was last told. */
  readonly kept_by: 'seller' | 'marketplace' | null;
  readonly marketplace_sku: string | null;
}

interface WithBarcodes {
  /** The codes that it shows, in the order of their characters. */
  readonly barcodes: readonly string[];
}

export interface KnownItem extends ItemFields {
  readonly id: number;
  readonly channel_item_id: string;
  readonly product_id: number;
  readonly product_name: string;
}

export interface KnownVariant extends VariantFields, WithBarcodes {
  readonly id: number;
  readonly product_listing_id: number;
  readonly variant_id: number;
  readonly channel_item_id: string;
  readonly channel_variant_id: string;
}

export interface NewItem extends ItemFields {
  readonly channel_item_id: string;
  readonly slug_base: string;
}

export interface NewVariantListing extends VariantFields {
  readonly channel_item_id: string;
  readonly channel_variant_id: string;
  /** The name of the SKU that is created for it. */
  readonly variant_name: string;
  readonly full_product_name: string;
  readonly slug_base: string;
}

interface ListingBarcodes {
  readonly channel_item_id: string;
  readonly channel_variant_id: string;
  readonly barcodes: readonly BarcodeForms[];
}

/** The changes that a page of listings makes to the recorded ones. */
export interface ListingPlan {
  readonly newItems: readonly NewItem[];
  readonly changedItems: readonly (ItemFields & { id: number })[];
  readonly newVariants: readonly NewVariantListing[];
  readonly changedVariants: readonly (VariantFields & { id: number; variant_id: number })[];
  /** What listings show that are new, or show others than before. */
  readonly barcodes: readonly ListingBarcodes[];
  /** Variants that their item no longer has. */
  readonly goneVariants: readonly { id: number; variant_id: number }[];
}

function itemFields(listing: ChannelListing): ItemFields {
  return {
    name: listing.name,
    sku: listing.sku,
    image_url: listing.imageUrl,
    edit_url: listing.editUrl,
    is_bundle: listing.isBundle,
    raw_status: listing.rawStatus,
    status: listing.status,
    state: stateOfListing(listing.status),
  };
}

/** What an answer does not tell is kept as it was. */
function variantFields(
  variant: ChannelVariant,
  item: ChannelListing,
  old: KnownVariant | undefined,
): VariantFields {
  return {
    name: variant.name === '' ? item.name : variant.name,
    sku: variant.sku?.trim() === '' ? null : variant.sku,
    stock_ref: variant.stockRef,
    price: variant.price,
    special_price: variant.specialPrice,
    currency: variant.currency,
    raw_status: variant.rawStatus,
    status: variant.status,
    state: stateOfListing(variant.status, item.status),
    kept_by: variant.keptBy ?? old?.kept_by ?? null,
    marketplace_sku: variant.marketplaceSku ?? old?.marketplace_sku ?? null,
  };
}

/** The barcodes of a listing by their characters; null where the answer does not tell them. */
function barcodesRead({ barcodes }: ChannelVariant): readonly string[] | null {
  return barcodes === null ? null : readBarcodes(barcodes).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function sorted(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).sort(([a], [b]) => a.localeCompare(b))
    : value;
}

/** Whether a read listing equals the recorded one. */
function isSame(read: object, known: object): boolean {
  const kept = new Map<string, unknown>(Object.entries(known));
  return Object.entries(read).every(
    ([field, value]) => JSON.stringify(sorted(value)) === JSON.stringify(sorted(kept.get(field))),
  );
}

function newVariant(variant: ChannelVariant, item: ChannelListing, fields: VariantFields): NewVariantListing {
  const full = fullName(item.name, variant.name);
  return {
    ...fields,
    channel_item_id: item.itemId,
    channel_variant_id: variant.variantId,
    variant_name: fields.name,
    full_product_name: full,
    slug_base: slugFrom(full, 'variant'),
  };
}

/** Compares a page of listings with the recorded ones. If a listing occurs twice, the last reading counts. */
export function planListings(
  listings: readonly ChannelListing[],
  items: readonly KnownItem[],
  variants: readonly KnownVariant[],
): ListingPlan {
  const knownItems = new Map(items.map((item) => [item.channel_item_id, item]));
  const plan = {
    newItems: [] as NewItem[],
    changedItems: [] as (ItemFields & { id: number })[],
    newVariants: [] as NewVariantListing[],
    changedVariants: [] as (VariantFields & { id: number; variant_id: number })[],
    barcodes: [] as ListingBarcodes[],
    goneVariants: [] as { id: number; variant_id: number }[],
  };
  for (const listing of new Map(listings.map((read) => [read.itemId, read])).values()) {
    const fields = itemFields(listing);
    const known = knownItems.get(listing.itemId);
    if (known === undefined) {
      plan.newItems.push({
        ...fields,
        channel_item_id: listing.itemId,
        slug_base: slugFrom(listing.name, 'product'),
      });
    } else if (!isSame(fields, known)) {
      plan.changedItems.push({ ...fields, id: known.id });
    }
    const kept = new Map(
      variants
        .filter(({ product_listing_id }) => product_listing_id === known?.id)
        .map((variant) => [variant.channel_variant_id, variant]),
    );
    for (const variant of new Map(listing.variants.map((read) => [read.variantId, read])).values()) {
      const old = kept.get(variant.variantId);
      const read = variantFields(variant, listing, old);
      const codes = barcodesRead(variant);
      const hasOthers = codes !== null && !isSame({ codes }, { codes: old?.barcodes ?? [] });
      kept.delete(variant.variantId);
      if (hasOthers) {
        const { itemId: channel_item_id } = listing;
        plan.barcodes.push({
          channel_item_id,
          channel_variant_id: variant.variantId,
          barcodes: codes.map(formsOf),
        });
      }
      if (old === undefined) plan.newVariants.push(newVariant(variant, listing, read));
      else if (hasOthers || !isSame(read, old))
        plan.changedVariants.push({ ...read, id: old.id, variant_id: old.variant_id });
    }
    for (const { id, variant_id, state } of kept.values()) {
      if (state !== 'deleted') plan.goneVariants.push({ id, variant_id });
    }
  }
  return plan;
}
