import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { channels } from '@evenstock/contract/channels/channels';
import { message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type { ListingDetail, updateVariantListing } from '@evenstock/contract/catalog/product-listings';
import type { z } from 'zod';
import { invalid, invalidFields, notFound, Refusal } from '../../api/routing.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { scheduleForceZero } from '../catalog/zeroing/schedule-force-zero.ts';
import { showListing as showVariantListing } from '../catalog/variants/show-variant.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { performInTime, requestChanges, type Change } from './act-on-listing.ts';
import { LONGEST_NAME } from './listing-actions.rules.ts';
import { listingToActOn, requireOffered, type Caller, type ListingToActOn } from './listing-to-act-on.ts';
import { requireSync } from '../stores/store/require-sync.ts';
import { itemOfVariantListing, type PricedVariant } from './listings.queries.ts';
import { readPrice } from './price.rules.ts';
import { showListing } from './show-listing.ts';

type VariantListingChange = z.output<(typeof updateVariantListing)['body']>['variant_listing'];

/**
 * Sets the price of a SKU at its marketplace, or the name of its listing, or both, while the caller waits; then the time in which it
 * shows 0.
 * @returns the listing of the SKU as its marketplace has confirmed it so far
 * @throws Refusal 404; 409 where the listing was changed since the caller read it; 422 by field, or under 'variant_listing' with why
 * it is not offered, or was refused
 */
export async function editVariantListing(
  caller: Caller,
  variantListingId: number,
  change: VariantListingChange,
): Promise<VariantListing> {
  const { ctx, store, actor } = caller;
  const { price, product_listing_attributes: attributes, if_unchanged_since: since } = change;
  const isEdited = price !== undefined || attributes !== undefined;
  if (isEdited) await editAtMarketplace(caller, variantListingId, { price, attributes, since });
  const { force_zero_qty_from: from, force_zero_qty_to: to } = change;
  if (from !== undefined || to !== undefined) {
    const window = { force_zero_qty_from: from ?? null, force_zero_qty_to: to ?? null };
    // The caller's own edit of a moment ago does not count as a change by somebody else.
    const unchangedSince = isEdited ? undefined : since;
    await scheduleForceZero(ctx, store, actor, variantListingId, window, unchangedSince);
  }
  return showVariantListing(ctx, store.id, variantListingId);
}

/** @throws Refusal as `editVariantListing` does */
async function editAtMarketplace(
  caller: Caller,
  variantListingId: number,
  change: {
    readonly price: number | undefined;
    readonly attributes: VariantListingChange['product_listing_attributes'];
    readonly since: string | undefined;
  },
): Promise<void> {
  const { ctx, store, actor } = caller;
  const { price, attributes, since } = change;
  const itemId = await itemOfVariantListing(ctx.db, store.id, variantListingId);
  if (itemId === null) throw notFound('listing');
  const listing = await listingToActOn(caller, itemId);
  const sku = listing.variants.find(({ id }) => id === variantListingId);
  requireUnchanged(listing, sku === undefined ? [] : [sku], since);
  if (attributes !== undefined && attributes.id !== listing.id) {
    throw invalid('product_listing_attributes', message('listings.name_elsewhere'));
  }
  const changes = [
    ...(price === undefined ? [] : [priceChange(listing, sku, price)]),
    ...(attributes === undefined ? [] : [nameChange(caller, listing, attributes.name)]),
  ];
  const before = { price: inMajor(sku), name: listing.name };
  const after = { price, name: attributes?.name };
  await performChanges(caller, listing, changes, 'variant_listing', (tx, ids) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'variant_listing.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'VariantListing', id: variantListingId },
      before,
      after,
      extras: { action_ids: ids },
      at: ctx.clock.now(),
    }),
  );
}

/**
 * Sets the price of all SKUs of a listing at its marketplace, while the caller waits.
 * @param price in the major unit of its currency
 * @param since refused where one was changed after it
 * @throws Refusal 404; 409; 422 under 'price', or under 'product_listing' with why it is not offered, or which were refused
 */
export async function editListingPrice(
  caller: Caller,
  productListingId: number,
  price: number,
  since: string | undefined,
): Promise<ListingDetail> {
  const { ctx, store, actor } = caller;
  const listing = await listingToActOn(caller, productListingId);
  requireUnchanged(listing, listing.variants, since);
  requireOffered(listing, 'edit_price');
  const changes = listing.variants.map((sku) => priceChange(listing, sku, price));
  await performChanges(caller, listing, changes, 'product_listing', (tx, ids) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'product_listing.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'ProductListing', id: listing.id },
      before: { price: inMajor(listing.variants[0]) },
      after: { price },
      extras: { action_ids: ids },
      at: ctx.clock.now(),
    }),
  );
  return showListing(caller, listing.id);
}

/** Requests changes with their activity, in one transaction, and waits for them. @throws Refusal 422 */
async function performChanges(
  caller: Caller,
  listing: ListingToActOn,
  changes: readonly Change[],
  record: 'variant_listing' | 'product_listing',
  recordRequest: (tx: Tx, actionIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const { ctx, store } = caller;
  const begun = await inTransaction(ctx.db, async (tx) => {
    await requireSync(tx, store.id, record);
    const ids = await requestChanges(tx, caller, listing, changes);
    if (ids.length > 0) await recordRequest(tx, ids);
    return ids;
  });
  const refusals = await performInTime(ctx, store, begun);
  if (refusals.length > 0) throw invalidFields({ [record]: distinct(refusals) });
}

/** The same reason of several SKUs is shown once. */
function distinct(reasons: readonly MessageOnWire[]): MessageOnWire[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

/** @throws Refusal 409 with what the listing is now, where a SKU of it was changed after an instant */
function requireUnchanged(
  { name }: ListingToActOn,
  skus: readonly PricedVariant[],
  since: string | undefined,
): void {
  const changed = skus.find((sku) => since !== undefined && new Date(sku.updated_at) > new Date(since));
  if (changed === undefined) return;
  const { price, currency } = changed;
  throw new Refusal(
    409,
    price === null || currency === null
      ? message('listings.changed_unpriced', { name })
      : message('listings.changed', { name, price: formatMoney(price, currency) }),
  );
}

function inMajor(sku: PricedVariant | undefined): number | null {
  if (sku === undefined || sku.price === null || sku.currency === null) return null;
  return toMajor(sku.price, sku.currency);
}

function priceChange(listing: ListingToActOn, sku: PricedVariant | undefined, major: number): Change {
  requireOffered(listing, 'edit_price');
  const marketplace = listing.marketplace_name;
  if (sku === undefined) throw invalid('variant_listing', message('listings.gone', { marketplace }));
  if (sku.currency === null) throw invalid('price', message('listings.no_price', { marketplace }));
  const price = readPrice(major, sku.currency);
  if ('fault' in price) throw invalid('price', price.fault);
  return {
    kind: 'listing.price',
    subjectType: 'VariantListing',
    subjectId: sku.id,
    exclusiveKey: `price:${String(sku.id)}`,
    asked: { price: price.minor, currency: sku.currency },
  };
}

function nameChange({ ctx }: Caller, listing: ListingToActOn, name: string): Change {
  const isUnderWay = listing.works.some(
    ({ kind, finished_at: end }) => kind === 'listing.rename' && end === null,
  );
  if (!isUnderWay) requireOffered(listing, 'edit_name');
  const limit = ctx.connectors[listing.channel].renaming?.longest ?? LONGEST_NAME;
  if (Array.from(name).length > limit) {
    const { label: channel } = channels[listing.channel];
    throw invalid('name', message('listings.name_too_long', { channel, limit }));
  }
  return {
    kind: 'listing.rename',
    subjectType: 'ProductListing',
    subjectId: listing.id,
    exclusiveKey: `name:${String(listing.id)}`,
    asked: { name },
  };
}
