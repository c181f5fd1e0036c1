import type { ListingKey } from '@evenstock/connectors/kit/listing-key';
import type { ActionState } from '@evenstock/contract/actions/actions';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { listingWorkKinds, type ListingWorkKind } from '@evenstock/contract/catalog/product-listings';
import { sql, type RawBuilder } from 'kysely';
import type { Identity } from '../../api/identity.ts';
import type { Handle } from '../../platform/database/database.ts';

/** A listing with the fields that its actions need. */
export interface ListingRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sku: string | null;
  readonly edit_url: string | null;
  readonly state: 'live' | 'inactive' | 'deleted';
  readonly channel_item_id: string;
  readonly marketplace_id: number;
  readonly marketplace_name: string;
  readonly marketplace_state: string;
  readonly channel: ChannelKind;
  readonly product: { readonly id: number; readonly slug: string; readonly name: string };
  /** The SKUs that exist at its marketplace. */
  readonly variants: readonly PricedVariant[];
  /** The listing shares its product, or a SKU, with another listing. */
  readonly is_shared: boolean;
}

export interface PricedVariant {
  readonly id: number;
  /** The price is in minor units. */
  readonly price: number | null;
  readonly currency: string | null;
  /** When its name, price, status or dates last changed. */
  readonly updated_at: string;
}

const columns = sql`
  i.id, i.slug, i.name, i.sku, i.edit_url, i.state, i.channel_item_id, m.id as marketplace_id, m.name as marketplace_name,
  m.state as marketplace_state, m.channel, json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) as product,
  coalesce(v.list, '[]') as variants,
  exists (select from product_listings o where o.product_id = i.product_id and o.id <> i.id) or exists (
    select from variant_listings l join variant_listings o on o.variant_id = l.variant_id and o.product_listing_id <> i.id
    where l.product_listing_id = i.id and l.deleted_at is null and o.deleted_at is null) as is_shared`;

const sources = sql`
  product_listings i
  join marketplaces m on m.id = i.marketplace_id
  join products p on p.id = i.product_id
  left join lateral (
    select json_agg(json_build_object('id', l.id, 'price', l.price, 'currency', l.currency, 'updated_at', l.updated_at) order by l.id) as list
    from variant_listings l where l.product_listing_id = i.id and l.deleted_at is null
  ) v on true`;

/** One listing of a store. */
export async function findListing(
  db: Handle,
  storeId: number,
  identity: Identity,
): Promise<ListingRecord | null> {
  const named = 'id' in identity ? sql`i.id = ${identity.id}` : sql`i.slug = ${identity.slug}`;
  const { rows } = await sql<ListingRecord>`
    select ${columns} from ${sources} where i.store_id = ${storeId} and ${named}`.execute(db);
  return rows[0] ?? null;
}

export async function hasProduct(db: Handle, storeId: number, product: Identity): Promise<boolean> {
  const named = 'id' in product ? sql`p.id = ${product.id}` : sql`p.slug = ${product.slug}`;
  const { rows } = await sql`select from products p where p.store_id = ${storeId} and ${named}`.execute(db);
  return rows.length > 0;
}

export interface ListingFilter {
  readonly storeId: number;
  /** Null: the listings of every product. */
  readonly product: Identity | null;
}

const conditionsOf = ({ storeId, product }: ListingFilter): RawBuilder<unknown> => {
  if (product === null) return sql`i.store_id = ${storeId}`;
  const named = 'id' in product ? sql`p.id = ${product.id}` : sql`p.slug = ${product.slug}`;
  return sql`i.store_id = ${storeId} and ${named}`;
};

/** A page of listings, by the name of their marketplace. */
export async function readListings(
  db: Handle,
  filter: ListingFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly listings: readonly ListingRecord[]; readonly totalCount: number }> {
  const { rows } = await sql<ListingRecord>`
    select ${columns} from ${sources} where ${conditionsOf(filter)}
    order by m.name, m.id, i.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from product_listings i join products p on p.id = i.product_id
    where ${conditionsOf(filter)}`.execute(db);
  return { listings: rows, totalCount: counted[0]?.count ?? 0 };
}

/** The item of a listing of a SKU; null where the store has none. */
export async function itemOfVariantListing(
  db: Handle,
  storeId: number,
  variantListingId: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select product_listing_id as id from variant_listings
    where store_id = ${storeId} and id = ${variantListingId}`.execute(db);
  return rows[0]?.id ?? null;
}

/** An item and where it is listed. */
export interface ListedAt {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  readonly channelItemId: string;
  /** Its marketplace is authorised. */
  readonly isVerified: boolean;
}

export async function findItem(db: Handle, productListingId: number): Promise<ListedAt | null> {
  const { rows } = await sql<ListedAt>`
    select i.store_id as "storeId", m.id as "marketplaceId", m.channel, i.channel_item_id as "channelItemId",
      m.state = 'verified' as "isVerified"
    from product_listings i join marketplaces m on m.id = i.marketplace_id
    where i.id = ${productListingId}`.execute(db);
  return rows[0] ?? null;
}

/** The keys of an item's SKUs as its marketplace's calls take them; of one of them where it is named. */
export async function listingKeys(
  db: Handle,
  which: { readonly productListingId: number } | { readonly variantListingId: number },
): Promise<readonly ListingKey[]> {
  const condition =
    'variantListingId' in which
      ? sql`id = ${which.variantListingId}`
      : sql`product_listing_id = ${which.productListingId}`;
  const { rows } = await sql<ListingKey>`
    select channel_item_id as "itemId", channel_variant_id as "variantId", stock_ref as "stockRef"
    from variant_listings where ${condition} and deleted_at is null order by id`.execute(db);
  return rows;
}

/** The newest action of a kind on a listing, or on one of its SKUs. */
export interface WorkRecord {
  readonly id: number;
  readonly kind: ListingWorkKind;
  readonly state: ActionState;
  readonly product_listing_id: number;
  readonly variant_listing_id: number | null;
  readonly asked: unknown;
  readonly asked_at: Date;
  readonly finished_at: Date | null;
  readonly outcome_reason: string | null;
  readonly outcome_message: MessageOnWire | null;
}

/** The actions on listings that are under way, were confirmed after an instant, or were refused and are not dismissed. */
export async function readWorks(
  db: Handle,
  productListingIds: readonly number[],
  confirmedAfter: Date,
): Promise<readonly WorkRecord[]> {
  const { rows } = await sql<WorkRecord>`
    with subjects as (
      select 'ProductListing' as type, id, id as product_listing_id, null::bigint as variant_listing_id
      from unnest(${productListingIds}::bigint[]) id
      union all
      select 'VariantListing', l.id, l.product_listing_id, l.id
      from variant_listings l where l.product_listing_id = any(${productListingIds}::bigint[])
    )
    select n.id, n.kind, n.state, s.product_listing_id, s.variant_listing_id, n.asked, n.asked_at, n.finished_at,
      n.outcome_reason, n.outcome_message
    from subjects s cross join lateral (
      select distinct on (a.kind) a.* from marketplace_actions a
      where a.subject_type = s.type and a.subject_id = s.id and a.kind = any(${listingWorkKinds})
      order by a.kind, a.id desc
    ) n
    where n.finished_at is null or (n.state = 'refused' and n.dismissed_at is null)
      or (n.state = 'done' and n.finished_at > ${confirmedAfter})
    order by n.id desc`.execute(db);
  return rows;
}
