import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Delisting, ListingRemoval, Pricing, Renaming } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import type { ListingKey } from '../kit/listing-key.ts';
import { rejected } from '../kit/errors.ts';
import { editedItems } from '../kit/edited-items.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { amountText } from '../kit/sent-fields.ts';
import { parseReply } from '../kit/read-records.ts';
import { graphql } from './client.ts';
import { deleteProductDocument, setPriceDocument, updateProductDocument } from './documents.ts';
import { gid, listings } from './listings.ts';
import { refusedBy } from './user-errors.ts';
import { written } from './wire-actions.ts';
import { channel } from './channel.ts';

const goneWords = message('refusals.item_gone', { channel });

const items = editedItems(listings, { code: 'PRODUCT_DOES_NOT_EXIST', reason: goneWords });

/** shopify.md 3.2: productVariantsBulkUpdate of one variant. */
export const pricing: Pricing = {
  setPrice: {
    perform: (access, { listing, price, currency }) =>
      catchRejection(knownRejections, () => setPrice(access, listing, price, currency)),
    check: items.checkPrice,
  },
};

/** shopify.md 3.2: productUpdate with a new `title`. */
export const renaming: Renaming = {
  longest: 255,
  rename: {
    perform: (access, { item, name }) =>
      catchRejection(knownRejections, () => update(access, item.itemId, { title: name })),
    check: items.checkName,
  },
};

const offSale = new Set(['ARCHIVED', 'DRAFT']);

/** shopify.md 3.2: productUpdate to ARCHIVED, and back to ACTIVE. */
export const delisting: Delisting = {
  delist: {
    perform: (access, { itemId }) =>
      catchRejection(knownRejections, async () => {
        if (offSale.has((await items.read(access, itemId)).rawStatus)) return done;
        return update(access, itemId, { status: 'ARCHIVED' });
      }),
    check: (access, { itemId }) =>
      checking(async () => ({
        effect: offSale.has((await items.read(access, itemId)).rawStatus) ? 'done' : 'not_done',
      })),
  },
  relist: {
    perform: (access, { itemId }) =>
      catchRejection(knownRejections, () => update(access, itemId, { status: 'ACTIVE' })),
    check: (access, { itemId }) =>
      checking(async () => ({
        effect: (await items.read(access, itemId)).rawStatus === 'ACTIVE' ? 'done' : 'not_done',
      })),
  },
};

/** shopify.md 3.2: productDelete, which is irreversible. */
export const listingRemoval: ListingRemoval = {
  remove: {
    perform: (access, { itemId }) =>
      catchRejection(knownRejections, async () => {
        if ((await items.find(access, itemId)) === null) return done;
        const { data } = await graphql(access, deleteProductDocument, { id: gid('Product', itemId) });
        refusedBy(parseReply(written, data['productDelete'], 'productDelete').userErrors);
        return done;
      }),
    check: (access, { itemId }) =>
      checking(async () => ({ effect: (await items.find(access, itemId)) === null ? 'done' : 'not_done' })),
  },
};

/**
 * A variant with a reduced price keeps it: its regular price is then `compareAtPrice`. A price that would no longer be lower
 * ends the reduction (shopify.md 3.1).
 */
async function setPrice(
  access: Access,
  listing: ListingKey,
  price: number,
  currency: string,
): Promise<ActionResult> {
  const item = await items.read(access, listing.itemId);
  const variant = item.variants.find((each) => each.variantId === listing.variantId);
  if (variant === undefined) throw rejected('PRODUCT_VARIANT_DOES_NOT_EXIST', goneWords);
  if (variant.price === price) return done;
  const amount = amountText(price, currency);
  const { specialPrice } = variant;
  const change =
    specialPrice === null
      ? { price: amount }
      : specialPrice < price
        ? { compareAtPrice: amount }
        : { price: amount, compareAtPrice: null };
  const { data } = await graphql(access, setPriceDocument, {
    product: gid('Product', listing.itemId),
    variants: [{ id: gid('ProductVariant', listing.variantId), ...change }],
  });
  refusedBy(parseReply(written, data['productVariantsBulkUpdate'], 'productVariantsBulkUpdate').userErrors);
  return done;
}

/** Absolute, so it may be sent again. */
async function update(
  access: Access,
  itemId: string,
  change: Readonly<Record<string, string>>,
): Promise<ActionResult> {
  const { data } = await graphql(access, updateProductDocument, {
    product: { id: gid('Product', itemId), ...change },
  });
  refusedBy(parseReply(written, data['productUpdate'], 'productUpdate').userErrors);
  return done;
}

const knownRejections: readonly KnownRejection[] = [
  { when: /DOES_NOT_EXIST|does not exist|not found|invalid id/i, reason: goneWords, mayPass: false },
  {
    when: /title.*(long|blank)|too long/i,
    reason: message('refusals.name_length', { channel, least: 1, most: 255 }),
    mayPass: false,
  },
  { when: /price/i, reason: message('refusals.price_zero', { channel }), mayPass: false },
];
