import { channelKind, channels } from '@evenstock/contract/channels/channels';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { identityOf } from '../../../api/identity.ts';
import { invalid, notFound, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { retryRefused } from '../../stock/pushes/retry-refused.ts';
import { readListings } from './read-listings.ts';
import { showVariant } from '../variants/show-variant.ts';
import { findVariant, listingsOfVariant, type ListingRecord } from '../variants/variant-page.queries.ts';

async function readAt(ctx: Context, storeId: number, listings: readonly ListingRecord[]): Promise<void> {
  const [first] = listings;
  if (first === undefined) return;
  try {
    await readListings(
      ctx,
      { storeId, marketplaceId: first.marketplace_id },
      listings.map(({ channel_item_id }) => channel_item_id),
      'normal',
    );
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { label } = channels[channelKind.parse(first.channel)];
    throw invalid(
      'product',
      message('catalog.listing_unreadable', {
        marketplace: first.marketplace_name,
        listing: label,
        reason: error.message,
      }),
    );
  }
}

/**
 * Reads listings from those of their marketplaces that are verified.
 * @returns how many were read
 * @throws Refusal 422 under 'product' with what a marketplace answered
 */
export async function readFromMarketplaces(
  ctx: Context,
  storeId: number,
  listings: readonly ListingRecord[],
): Promise<number> {
  const verified = listings.filter(({ marketplace_state }) => marketplace_state === 'verified');
  for (const id of new Set(verified.map(({ marketplace_id }) => marketplace_id))) {
    await readAt(
      ctx,
      storeId,
      verified.filter(({ marketplace_id }) => marketplace_id === id),
    );
  }
  return verified.length;
}

/**
 * Reads the listings of a SKU from their marketplaces now.
 * @throws Refusal 404, or 422 under 'product' with what a marketplace answered
 */
export async function pullVariant(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantId: string,
): Promise<Variant> {
  const variant = await readVariant(ctx, store.id, variantId);
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'variant.pull',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: variant.id },
      extras: { pulled_count: variant.pulled },
      at: ctx.clock.now(),
    }),
  );
  return showVariant(ctx, store.id, String(variant.id), false);
}

/**
 * Reads the listings of a SKU, and sends its quantity to each marketplace that shows another one or has refused it. See
 * `retryRefused`.
 * @throws Refusal 404, or 422 under 'product' with what a marketplace answered
 */
export async function forceUpdateQuantity(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantId: string,
): Promise<Variant> {
  const variant = await readVariant(ctx, store.id, variantId);
  await inTransaction(ctx.db, async (tx) => {
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.force_update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Variant', id: variant.id },
      at: ctx.clock.now(),
    });
    await retryRefused(tx, { storeId: store.id, variantId: variant.id });
  });
  return showVariant(ctx, store.id, String(variant.id), false);
}

/** Reads the listings of a SKU from their marketplaces. @throws Refusal 404, or 422 under 'product' */
async function readVariant(
  ctx: Context,
  storeId: number,
  named: string,
): Promise<{ readonly id: number; readonly pulled: number }> {
  const variant = await findVariant(ctx.db, storeId, identityOf(named, 'variant'));
  if (variant === null) throw notFound('variant');
  const listings = await listingsOfVariant(ctx.db, variant.id, true);
  return { id: variant.id, pulled: await readFromMarketplaces(ctx, storeId, listings) };
}
