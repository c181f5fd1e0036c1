import { english, englishOf } from '@evenstock/contract/messages/english';
import type { Connector } from '@evenstock/connectors/kit/connector';
import { capabilities } from '@evenstock/contract/channels/capabilities';
import { channels, shopFlags } from '@evenstock/contract/channels/channels';
import { accountField, type Marketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { z } from 'zod';
import { canBeAuthorised } from './consent/consent.rules.ts';
import type { MarketplaceRow, PullRow, QuarantinedRow } from './marketplaces.queries.ts';
import { knownPlacesOf } from './places/places.rules.ts';
import { oldestAnswer, readLagNow } from './sync/old-answers.rules.ts';
import type { RefusedQuantities } from './refusals.queries.ts';
import type { ZeroingRow } from './zeroings/zeroings.queries.ts';

const account = z.array(accountField);

/** A marketplace as lists and its page show it. */
export function describeMarketplace(row: MarketplaceRow, mayAuthenticate: boolean): Marketplace {
  const { label, marketplaceType } = channels[row.channel];
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    type: marketplaceType,
    channel: row.channel,
    vendor_name: label,
    state: row.state,
    needs_authorization: row.needsAuthorization,
    auth_expiry: row.authExpiry?.toISOString() ?? null,
    can_authenticate: mayAuthenticate && canBeAuthorised(row),
    authentication_url: null,
    shop_name: row.shopName,
    ...shopFlags.parse(row),
    can_sync_to_marketplace: row.canSyncToMarketplace,
    safety_stock: row.safetyStock,
    place_state: row.placeState,
    num_orders: row.numOrders,
    num_product_listings: row.numProductListings,
    start_pulling_orders_at: row.startPullingOrdersAt?.toISOString() ?? null,
    last_pull_products_at: row.lastPullProductsAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** The capabilities of the channel. */
export function describeCapabilities(connector: Connector) {
  return capabilities.map((key) => ({ key, offered: connector[key] !== undefined }));
}

/** Which places of its stock are kept here; null where its channel has none to choose from. */
export function describePlaces(row: MarketplaceRow, { locations }: Connector) {
  if (locations === undefined) return null;
  const { places, fault } = knownPlacesOf(row);
  return {
    chosen: [...(places ?? [])],
    are_summed: locations.areSummed,
    fault: fault === null ? null : english(fault),
    ...(fault === null ? {} : { fault_message: fault }),
  };
}

/** How old the numbers may be that reads of this shop show, and how old the oldest was. */
export function describeStockReads({ oldAnswers }: MarketplaceRow, { facts }: Connector, now: Date) {
  const oldest = oldestAnswer(oldAnswers, now);
  return {
    may_be_seconds_old: readLagNow(facts.readLag, oldest),
    oldest_seconds: oldest === null ? null : Math.ceil(oldest / 1000),
  };
}

/** How often a shop's new orders are asked for. @param wanted the period that is set, in seconds */
export const describeOrderPolls = ({ facts }: Connector, wanted: number) => ({
  every_seconds: Math.max(wanted, facts.ordersPolledEvery),
  is_limited: facts.ordersPolledEvery > wanted,
});

/** The vendor's account fields as they were last read. */
export function describeAccount(row: MarketplaceRow): z.infer<typeof account> {
  return account.parse(row.account);
}

/** A pull as the progress bar shows it. */
export function describePull(row: PullRow) {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    started_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    error: row.error === null ? null : englishOf(row.error),
    error_messages: [...(row.error ?? [])],
  };
}

/** A quarantined record, with its reason. */
export function describeQuarantined(row: QuarantinedRow) {
  return {
    id: row.id,
    kind: row.kind,
    reference: row.reference,
    reason: english(row.reason),
    reason_message: row.reason,
    seen_at: row.seenAt.toISOString(),
  };
}

/** The refused quantities, each with its reason and what happens next. */
export function describeRefused({ total, newest }: RefusedQuantities) {
  return {
    total,
    newest: newest.map((row) => ({
      listing_id: row.listingId,
      name: row.name,
      sku: row.sku,
      product_slug: row.productSlug,
      variant_slug: row.variantSlug,
      refused_at: row.refusedAt.toISOString(),
      reason: row.reason,
      reason_messages: [...(row.reasonMessages ?? [])],
    })),
  };
}

/** The progress of the zeroing. */
export function describeZeroing(row: ZeroingRow) {
  return {
    asked_at: row.askedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    done: row.done,
    total: row.total,
    left_over: row.leftOver.map((left) => ({
      ...left,
      reason_messages: [...left.reason_messages],
    })),
  };
}
