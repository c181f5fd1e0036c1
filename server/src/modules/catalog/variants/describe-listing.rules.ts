import { channelKind, channels } from '@evenstock/contract/channels/channels';
import type { listingSync, VariantListing } from '@evenstock/contract/catalog/listings';
import { english } from '@evenstock/contract/messages/english';
import { fromChannel, message, type Message } from '@evenstock/contract/messages/message';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type { z } from 'zod';
import { after, later } from '../../../platform/time/time-spans.ts';
import { overallStateOf, readsActive, trackStateOf } from './listing-status.rules.ts';
import type { ListingRecord } from './variant-page.queries.ts';

type ListingSync = z.infer<typeof listingSync>;

/** A marketplace as other records name it. */
export function describeMarketplaceBrief(marketplace: {
  id: number;
  slug: string;
  name: string;
  channel: string;
}): VariantListing['marketplace'] {
  const channel = channelKind.parse(marketplace.channel);
  const { id, slug, name } = marketplace;
  return { id, slug, name, channel, type: channels[channel].marketplaceType };
}

/** Why nothing is pushed to a listing; null where pushes go. */
export function heldBecause(listing: ListingRecord): Message | null {
  const marketplace = listing.marketplace_name;
  if (listing.deleted_at !== null) return message('catalog.held_deleted', { marketplace });
  if (listing.marketplace_state !== 'verified' || listing.needs_authorization)
    return message('catalog.held_not_authorised', { marketplace });
  if (!listing.can_sync_to_marketplace) return message('catalog.held_marketplace_off', { marketplace });
  if (listing.kept_by === 'marketplace') return message('catalog.held_kept_there', { marketplace });
  if (listing.kept_since !== null) return message('catalog.held_at_place', { marketplace });
  if (listing.counted_from === null) return message('catalog.held_not_counted', { marketplace });
  if (!listing.can_sync_quantity) return message('catalog.held_sync_off');
  if (listing.is_to_be_counted) return message('catalog.held_to_be_counted', { marketplace });
  if (listing.held === true) return message('catalog.held_being_read', { marketplace });
  return null;
}

function syncStatus(listing: ListingRecord): Pick<ListingSync, 'state' | 'reason' | 'reason_messages'> {
  const { flag, flag_reason: reason, flag_messages: kept } = listing;
  const flagged = { reason, reason_messages: [...(kept ?? (reason === null ? [] : [fromChannel(reason)]))] };
  if (flag === 'rejected') return { state: 'failed', ...flagged };
  if (flag === 'out_of_sync' || flag === 'campaign_holds_more') return { state: 'out_of_sync', ...flagged };
  const held = heldBecause(listing);
  if (held !== null) return { state: 'held', reason: english(held), reason_messages: [held] };
  return { state: listing.behind === true ? 'pending' : 'in_step', ...flagged };
}

/** The sync status of a listing. */
export function describeSync(listing: ListingRecord): ListingSync {
  return {
    target: listing.send ?? 0,
    sent: listing.sent_quantity,
    sent_at: listing.sent_at?.toISOString() ?? null,
    acknowledged: listing.acked_quantity,
    acknowledged_at: listing.acked_at?.toISOString() ?? null,
    read_back: listing.read_quantity,
    read_at: listing.read_at?.toISOString() ?? null,
    ...syncStatus(listing),
  };
}

function forcedToZero(listing: ListingRecord, now: Date): boolean {
  const { force_zero_qty_from: from, force_zero_qty_to: to } = listing;
  return from !== null && from <= now && (to === null || now < to);
}

function describePrices(
  listing: ListingRecord,
): Pick<VariantListing, 'price' | 'formatted_price' | 'special_price' | 'formatted_special_price'> {
  const { currency } = listing;
  const value = (minor: number | null): number | null =>
    minor === null || currency === null ? null : toMajor(minor, currency);
  const shown = (minor: number | null): string | null =>
    minor === null || currency === null ? null : formatMoney(minor, currency);
  return {
    price: value(listing.price),
    formatted_price: shown(listing.price),
    special_price: value(listing.special_price),
    formatted_special_price: shown(listing.special_price),
  };
}

/** The difference between the marketplace's number and its orders; null where they explain it. */
function describeDifference(
  { pending, decided_after: decidedAfter, is_doubtful: isDoubtful, verify_at: verifyAt }: ListingRecord,
  { now, orderPollSeconds }: ListingSituation,
): VariantListing['difference'] {
  if (pending === null || pending === 0) return null;
  const difference = {
    units: pending,
    is_doubtful: isDoubtful ?? false,
    read_again_at: isDoubtful === true && verifyAt !== null ? later(verifyAt, now).toISOString() : null,
  };
  if (decidedAfter === null) return { ...difference, settled_by: null };
  return {
    ...difference,
    settled_by: after(later(decidedAfter, now), orderPollSeconds * 1000).toISOString(),
  };
}

/** The facts beside a listing that its description depends on. */
export interface ListingSituation {
  readonly now: Date;
  /** The units that unmerging would offer it by default. */
  readonly unmergeQuantity: number | null;
  /** Whether its channel can boost items. */
  readonly boosts: boolean;
  readonly orderPollSeconds: number;
}

/** A listing as the variant page shows it. */
export function describeListing(listing: ListingRecord, at: ListingSituation): VariantListing {
  const own = { status: listing.status, state: listing.state, deletedAt: listing.deleted_at };
  const item = { status: listing.item_status, state: listing.item_state, deletedAt: listing.item_deleted_at };
  const isMerged = listing.state === 'live' && listing.live_listings > 1;
  return {
    id: listing.id,
    name: listing.name,
    sku: listing.sku,
    ...describePrices(listing),
    currency: listing.currency,
    quantity: listing.expected_quantity,
    marketplace_reserved_quantity: listing.reserved ?? 0,
    kept_back: listing.kept_back,
    kept_for_another: listing.kept_for_another,
    force_zero_qty: forcedToZero(listing, at.now),
    force_zero_qty_from: listing.force_zero_qty_from?.toISOString() ?? null,
    force_zero_qty_to: listing.force_zero_qty_to?.toISOString() ?? null,
    quantity_sold: listing.quantity_sold,
    past_30_days_sales_count: listing.past_30_days_sales_count,
    is_merged: isMerged,
    variant_slug: listing.variant_slug,
    marketplace_item_id: listing.channel_variant_id,
    product_listing_marketplace_item_id: listing.channel_item_id,
    marketplace_status: listing.raw_status === '' ? null : listing.raw_status,
    marketplace_active: readsActive(listing.raw_status, listing.deleted_at),
    state: listing.state,
    overall_state: overallStateOf(own, item, trackStateOf(listing.marketplace_state)),
    deleted_at: listing.deleted_at?.toISOString() ?? null,
    updated_at: listing.updated_at.toISOString(),
    marketplace: describeMarketplaceBrief({
      id: listing.marketplace_id,
      slug: listing.marketplace_slug,
      name: listing.marketplace_name,
      channel: listing.channel,
    }),
    product_listing: {
      id: listing.product_listing_id,
      slug: listing.item_slug,
      name: listing.item_name,
      image_url: listing.item_image_url,
      is_boosted: listing.is_boosted,
      last_boosted_at: listing.last_boosted_at?.toISOString() ?? null,
      edit_url: listing.edit_url,
    },
    sync: describeSync(listing),
    difference: describeDifference(listing, at),
    can_boost: at.boosts && listing.item_deleted_at === null && listing.item_state === 'live',
    boost_action:
      listing.boost_id === null || listing.boost_state === null
        ? null
        : { id: listing.boost_id, state: listing.boost_state },
    unmerge_quantity: isMerged ? at.unmergeQuantity : null,
  };
}
