import type { MessageOnWire } from '@evenstock/contract/messages/message';
import type { ListingStatus } from '@evenstock/connectors/kit/connector';
import type { ActionState } from '@evenstock/contract/actions/actions';
import type { listingState } from '@evenstock/contract/catalog/listings';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Identity } from '../../../api/identity.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { lastUnitsOfVariant, type LastUnitsRecord } from './last-units.queries.ts';
import { keptBelow, variantColumns, type VariantRecord } from './variants.queries.ts';

type ListingState = z.infer<typeof listingState>;

export interface VariantWithCounts extends VariantRecord {
  readonly live_listings: number;
  readonly hidden_listings: number;
  /** Its shops are only lowered until a member has counted it; null: no count is requested. */
  readonly count_holds: boolean | null;
  /** Units withheld until the count, at most 0. */
  readonly count_lowers_by: number | null;
  readonly settings_updated_at: Date;
  readonly kept_last: LastUnitsRecord | null;
}

/** A SKU of a store; for a SKU that was merged away, the one that it became. */
export async function findVariant(
  db: Handle,
  storeId: number,
  identity: Identity,
): Promise<VariantWithCounts | null> {
  const named = 'id' in identity ? sql`a.id = ${identity.id}` : sql`a.slug = ${identity.slug}`;
  const { rows } = await sql<VariantWithCounts>`
    with recursive became as (
      select a.id, a.merged_into_id from variants a where a.store_id = ${storeId} and ${named}
      union all
      select n.id, n.merged_into_id from became b join variants n on n.id = b.merged_into_id
    )
    select ${variantColumns}, v.live_listings, coalesce(v.settings_updated_at, v.created_at) as settings_updated_at,
      ${lastUnitsOfVariant} as kept_last,
      (select count(*)::integer from variant_listings l
       where l.variant_id = v.id and (l.deleted_at is not null or l.state <> 'live')) as hidden_listings,
      (select ${keptBelow}
       from variant_listings l join listing_stocks s on s.variant_listing_id = l.id
       where l.variant_id = v.id and l.deleted_at is null) as kept_below,
      c.holds as count_holds, c.lowers_by as count_lowers_by
    from became b
    join variants v on v.id = b.id
    join products p on p.id = v.product_id
    left join recovery_counts c on c.variant_id = v.id and c.shops <> '[]'
    where b.merged_into_id is null`.execute(db);
  return rows[0] ?? null;
}

export interface ListingRecord {
  readonly id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly price: number | null;
  readonly special_price: number | null;
  readonly currency: string | null;
  readonly force_zero_qty_from: Date | null;
  readonly force_zero_qty_to: Date | null;
  readonly quantity_sold: number;
  readonly past_30_days_sales_count: number;
  readonly channel_item_id: string;
  readonly channel_variant_id: string;
  readonly raw_status: string;
  readonly status: ListingStatus;
  readonly state: ListingState;
  readonly deleted_at: Date | null;
  readonly updated_at: Date;
  readonly variant_id: number;
  readonly variant_slug: string;
  readonly live_listings: number;
  readonly marketplace_id: number;
  readonly marketplace_slug: string;
  readonly marketplace_name: string;
  readonly channel: string;
  readonly marketplace_state: string;
  readonly needs_authorization: boolean;
  readonly can_sync_to_marketplace: boolean;
  readonly can_sync_quantity: boolean;
  readonly product_listing_id: number;
  readonly item_slug: string;
  readonly item_name: string;
  readonly item_image_url: string | null;
  readonly item_status: ListingStatus;
  readonly item_state: ListingState;
  readonly item_deleted_at: Date | null;
  readonly is_boosted: boolean;
  readonly last_boosted_at: Date | null;
  readonly edit_url: string | null;
  /** Units that it does not show: safety stock, and those kept for another marketplace. */
  readonly kept_back: number;
  /** Of these, kept for another marketplace. */
  readonly kept_for_another: number;
  /** The unfinished action that boosts the item. */
  readonly boost_id: number | null;
  readonly boost_state: ActionState | null;
  /** The columns are null if it was never counted. */
  readonly send: number | null;
  readonly reserved: number | null;
  /** The expected number by its last snapshot and its orders since. */
  readonly expected_quantity: number | null;
  /** Units that it shows beyond (negative: below) what its orders explain, and that may become part of the quantity. */
  readonly pending: number | null;
  /** An order poll that begins then decides on them; null: a further read comes first, or nothing is pending. */
  readonly decided_after: Date | null;
  /** A part of them may come from an old answer; null: nothing is pending. */
  readonly is_doubtful: boolean | null;
  /** When its next own read is due; null: with the next listing poll. */
  readonly verify_at: Date | null;
  readonly acked_quantity: number | null;
  readonly acked_at: Date | null;
  readonly read_quantity: number | null;
  readonly read_at: Date | null;
  /** Whose warehouse its units lie in, as it was last told. */
  readonly kept_by: string | null;
  /** Since when its number is no measure; null: it is one. */
  readonly kept_since: Date | null;
  readonly counted_from: Date | null;
  readonly behind: boolean | null;
  /** Pushes wait until the listing was read and its orders polled. */
  readonly held: boolean | null;
  /** A member is requested to count its SKU, and it is only lowered until then. */
  readonly is_to_be_counted: boolean;
  readonly flag: 'out_of_sync' | 'rejected' | 'campaign_holds_more' | 'limited' | null;
  readonly flag_reason: string | null;
  /** It is also null for flags that are older than message codes. */
  readonly flag_messages: readonly MessageOnWire[] | null;
  readonly sent_quantity: number | null;
  readonly sent_at: Date | null;
}

function listingsWhere(db: Handle, condition: RawBuilder<unknown>): Promise<{ rows: ListingRecord[] }> {
  return sql<ListingRecord>`
    select l.id, l.name, l.sku, l.price, l.special_price, l.currency, l.force_zero_qty_from, l.force_zero_qty_to,
      l.quantity_sold, l.past_30_days_sales_count, l.channel_item_id, l.channel_variant_id, l.raw_status, l.status, l.state,
      l.deleted_at, l.updated_at, v.id as variant_id, v.slug as variant_slug, v.live_listings,
      m.id as marketplace_id, m.slug as marketplace_slug, m.name as marketplace_name, m.channel,
      m.state as marketplace_state, m.needs_authorization, m.can_sync_to_marketplace, b.can_sync_quantity,
      i.id as product_listing_id, i.slug as item_slug, i.name as item_name, i.image_url as item_image_url,
      i.status as item_status, i.state as item_state, i.deleted_at as item_deleted_at, i.is_boosted, i.last_boosted_at,
      i.edit_url, coalesce(s.safety + s.kept_for_another, 0) as kept_back, coalesce(s.kept_for_another, 0) as kept_for_another, s.send, s.reserved, s.expected_quantity, s.pending, d.decided_after, d.is_doubtful, s.verify_at,
      s.acked_quantity, s.acked_at, s.read_quantity, s.read_at,
      l.kept_by, s.kept_since, s.counted_from, s.acked_rev < s.target_rev as behind, s.flag, s.flag_reason, s.flag_messages,
      s.held, coalesce(c.holds, false) as is_to_be_counted, s.sent_quantity, s.sent_at, a.id as boost_id, a.state as boost_state
    from variant_listings l
    join variants v on v.id = l.variant_id
    join product_listings i on i.id = l.product_listing_id
    join marketplaces m on m.id = l.marketplace_id
    join stores b on b.id = l.store_id
    left join listing_stocks s on s.variant_listing_id = l.id
    left join recovery_counts c on c.variant_id = l.variant_id
    left join marketplace_actions a
      on a.store_id = l.store_id and a.exclusive_key = 'boost:' || i.id and a.finished_at is null
    left join lateral (
      select max(e.book_after) as decided_after, bool_or(e.unexplained <> e.sure) as is_doubtful from listing_epochs e
      where s.pending <> 0 and e.variant_listing_id = l.id and e.unexplained <> e.booked + e.joined and e.bookable
    ) d on true
    where ${condition}
    order by m.id, l.id`.execute(db);
}

/** The listings of a SKU with their statuses; only those for sale unless all are requested. */
export async function listingsOfVariant(
  db: Handle,
  variantId: number,
  withHidden: boolean,
): Promise<readonly ListingRecord[]> {
  const shown = withHidden ? sql`true` : sql`l.deleted_at is null and l.state = 'live'`;
  return (await listingsWhere(db, sql`l.variant_id = ${variantId} and ${shown}`)).rows;
}

/** All listings of SKUs that belong to these items. */
export async function listingsOfItems(
  db: Handle,
  productListingIds: readonly number[],
): Promise<readonly ListingRecord[]> {
  return (await listingsWhere(db, sql`l.product_listing_id = any(${productListingIds}::bigint[])`)).rows;
}

/** Listings by their ids. */
export async function listingsByIds(db: Handle, ids: readonly number[]): Promise<readonly ListingRecord[]> {
  return (await listingsWhere(db, sql`l.id = any(${ids}::bigint[])`)).rows;
}

/** One listing of a store. */
export async function findListing(db: Handle, storeId: number, id: number): Promise<ListingRecord | null> {
  return (await listingsWhere(db, sql`l.store_id = ${storeId} and l.id = ${id}`)).rows[0] ?? null;
}
