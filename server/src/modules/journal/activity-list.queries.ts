import type { ActorType } from '@evenstock/contract/kinds/activities';
import { sql, type RawBuilder } from 'kysely';
import type { Identity } from '../../api/identity.ts';
import type { PageRequest } from '../../api/page-request.ts';
import type { Handle } from '../../platform/database/database.ts';
import { rareParts } from '../../platform/text/rare-parts.rules.ts';
import type { Changes } from './activity-changes.rules.ts';
import type { ActivityFilter, RecipientFilter } from './activity-filters.rules.ts';
import { searched } from './activity-search.queries.ts';

export interface ActivityRecord {
  readonly id: number;
  readonly created_at: Date;
  readonly key: string;
  readonly actor_type: ActorType;
  readonly actor_id: number | null;
  readonly actor_name: string | null;
  readonly user_email: string | null;
  readonly store_id: number | null;
  readonly store_name: string | null;
  readonly store_slug: string | null;
  readonly recipient_type: string | null;
  readonly recipient_id: number | null;
  readonly recipient_name: string | null;
  readonly link_params: Readonly<Record<string, string>> | null;
  readonly access_token_id: number | null;
  readonly access_token_name: string | null;
  readonly changes: Changes;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** The condition that no other entry has deleted entry `a`. */
const isKept = sql`not exists (
  select from activities d where d.key = 'activity.delete' and d.recipient_id = a.id)`;

/** The recipients of a record's activities: the record itself, and the records that belong to it. Rows of `type` and `id`. */
function recipients({ type, id }: RecipientFilter): RawBuilder<unknown> {
  const itself = sql`select ${type}::text as type, ${id}::bigint as id`;
  if (type === 'Product') {
    return sql`
      ${itself}
      union all select 'Variant', v.id from variants v where v.product_id = ${id}
      union all select 'ProductListing', l.id from product_listings l where l.product_id = ${id}
      union all select 'VariantListing', l.id from variants v join variant_listings l on l.variant_id = v.id
        where v.product_id = ${id}`;
  }
  if (type === 'Variant') {
    return sql`
      ${itself}
      union all select 'Variant', v.id from variants v where v.merged_into_id = ${id}
      union all select 'VariantListing', l.id from variant_listings l where l.variant_id = ${id}`;
  }
  return itself;
}

/** The condition that entry `a` belongs to a store; null: to none. */
const isOf = (storeId: number | null): RawBuilder<unknown> =>
  storeId === null ? sql`a.store_id is null` : sql`a.store_id = ${storeId}`;

function plainConditions(filter: ActivityFilter): RawBuilder<unknown> {
  const conditions = [isOf(filter.storeId), isKept];
  if (filter.from !== null) conditions.push(sql`a.created_at >= ${filter.from}`);
  if (filter.before !== null) conditions.push(sql`a.created_at < ${filter.before}`);
  if (filter.key !== null) conditions.push(sql`a.key = ${filter.key}`);
  if (filter.actorType !== null) conditions.push(sql`a.actor_type = ${filter.actorType}`);
  const { recipient } = filter;
  if (recipient !== null && recipient.id === null) conditions.push(sql`a.recipient_type = ${recipient.type}`);
  if (recipient !== null && recipient.id !== null) {
    conditions.push(
      sql`(a.recipient_type, a.recipient_id) in (select r.type, r.id from (${recipients(recipient)}) r)`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** The names of an entry `a`: those of its store, its actor and its recipient. */
const named = sql`
  left join stores s on s.id = a.store_id
  left join access_tokens at on at.id = a.access_token_id
  left join users u on a.actor_type = 'User' and u.id = a.actor_id and u.deleted_at is null
  left join marketplaces am on a.actor_type = 'Marketplace' and am.id = a.actor_id and am.store_id = a.store_id
  left join orders ao on a.actor_type = 'Order' and ao.id = a.actor_id and ao.store_id = a.store_id
  left join lateral (
    select o.reference_number as name, jsonb_build_object('referenceNumber', o.reference_number) as link
      from orders o where a.recipient_type = 'Order' and o.id = a.recipient_id and o.store_id = a.store_id
    union all
    select v.full_product_name, jsonb_build_object('productSlug', p.slug, 'variantId', v.slug)
      from variants v join products p on p.id = v.product_id
      where a.recipient_type = 'Variant' and v.id = a.recipient_id and v.store_id = a.store_id
    union all
    select l.name, jsonb_build_object('productSlug', p.slug, 'variantId', v.slug)
      from variant_listings l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
      where a.recipient_type = 'VariantListing' and l.id = a.recipient_id and l.store_id = a.store_id
    union all
    select l.name, jsonb_build_object('productSlug', p.slug)
      from product_listings l join products p on p.id = l.product_id
      where a.recipient_type = 'ProductListing' and l.id = a.recipient_id and l.store_id = a.store_id
    union all
    select p.name, jsonb_build_object('productSlug', p.slug)
      from products p where a.recipient_type = 'Product' and p.id = a.recipient_id and p.store_id = a.store_id
    union all
    select m.name, case when m.deleted_at is null then jsonb_build_object('marketplaceId', m.slug) end
      from marketplaces m where a.recipient_type = 'Marketplace' and m.id = a.recipient_id and m.store_id = a.store_id
    union all
    select t.name, null from access_tokens t
      where a.recipient_type = 'AccessToken' and t.id = a.recipient_id and t.store_id = a.store_id
    union all
    select substring(w.url from '^https?://([^/]+)'), null from webhooks w
      where a.recipient_type = 'Webhook' and w.id = a.recipient_id and w.store_id = a.store_id
    union all
    select w.email, jsonb_build_object('storeProfileId', i.id::text)
      from store_profiles i join users w on w.id = i.user_id
      where a.recipient_type = 'StoreProfile' and i.id = a.recipient_id and i.store_id = a.store_id
    union all
    select w.email, null from users w
      where a.recipient_type = 'User' and a.store_id is null and w.id = a.recipient_id and w.deleted_at is null
    union all
    select n.title, null from announcements n
      where a.recipient_type = 'Announcement' and a.store_id is null and n.id = a.recipient_id
  ) r on true`;

const columns = sql`
  a.id, a.created_at, a.key, a.actor_type, a.actor_id, u.email as user_email,
  coalesce(u.email, am.name, ao.reference_number, case when a.actor_type = 'Store' then s.name end) as actor_name,
  a.store_id, s.name as store_name, s.slug as store_slug, a.recipient_type, a.recipient_id, r.name as recipient_name,
  r.link as link_params, a.access_token_id, at.name as access_token_name, a.changes, a.extras`;

type PagedActivity = { readonly total_count: number } & (ActivityRecord | { readonly id: null });

/** Looks at some orders for which parts of a searched text are rare in numbers of orders. */
async function readRareNumbers(db: Handle, storeId: number, searched: string): Promise<string | null> {
  const { rows } = await sql<{ text: string; numbers: string[] }>`
    select lower(${searched}) as text, coalesce(array_agg(numbers), '{}') as numbers
    from sampled_order_texts(${storeId})`.execute(db);
  const [row] = rows;
  return row === undefined ? null : rareParts(row.text, row.numbers).pattern;
}

/** `found`, the entries to be counted, and `page`, the ids of one page. */
function pageOf(filter: ActivityFilter, order: RawBuilder<unknown>, page: PageRequest): RawBuilder<unknown> {
  const { text, recipient } = filter;
  const conditions = plainConditions(filter);
  if (text !== null) return searched({ ...filter, text }, conditions, order, page);
  // All entries of one record are read to count them, so page and total share them. Otherwise each has its own index scan.
  const once = sql.raw(recipient !== null && recipient.id !== null ? 'materialized' : 'not materialized');
  return sql`
    found as ${once} (select a.id, a.created_at from activities a where ${conditions}), page as (
      select a.id from found a order by ${order} limit ${page.perPage} offset ${page.offset}
    )`;
}

/** One page of the activities of a store, or of none, and the total, in one statement. Names are looked up only for the entries of the page. */
export function activitiesPage(
  filter: ActivityFilter,
  direction: 'asc' | 'desc',
  page: PageRequest,
): RawBuilder<PagedActivity> {
  const order = sql.raw(`a.created_at ${direction}, a.id ${direction}`);
  return sql<PagedActivity>`
    with ${pageOf(filter, order, page)}
    select counted.total_count, ${columns}
    from (select count(*)::integer as total_count from found) counted
    left join (page join activities a on a.id = page.id) on true
    ${named}
    order by ${order}`;
}

export async function readActivitiesPage(
  db: Handle,
  filter: ActivityFilter,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ activities: ActivityRecord[]; totalCount: number }> {
  const { storeId, text } = filter;
  const asked =
    storeId === null || text === null
      ? filter
      : { ...filter, rareNumbers: await readRareNumbers(db, storeId, text) };
  const { rows } = await activitiesPage(asked, direction, page).execute(db);
  return {
    activities: rows.flatMap((row) => (row.id === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}

/** An activity of a store, or of none; null where there is no such activity, or it was deleted. */
export async function findActivity(
  db: Handle,
  storeId: number | null,
  id: number,
): Promise<ActivityRecord | null> {
  const { rows } = await sql<ActivityRecord>`
    select ${columns} from activities a ${named}
    where a.id = ${id} and ${isOf(storeId)} and ${isKept}`.execute(db);
  return rows[0] ?? null;
}

/** The store of an activity that was not deleted; null where there is no such activity. */
export async function findStoreOfActivity(
  db: Handle,
  id: number,
): Promise<{ storeId: number | null } | null> {
  const { rows } = await sql<{ storeId: number | null }>`
    select a.store_id as "storeId" from activities a where a.id = ${id} and ${isKept}`.execute(db);
  return rows[0] ?? null;
}

const has = (identity: Identity): RawBuilder<unknown> =>
  'id' in identity ? sql`t.id = ${identity.id}` : sql`t.slug = ${identity.slug}`;

/** The id of a product; null where the store has no such product. */
export async function productIdOf(db: Handle, storeId: number, identity: Identity): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select t.id from products t where t.store_id = ${storeId} and ${has(identity)}`.execute(db);
  return rows[0]?.id ?? null;
}

/** The id of a SKU, or of the one that it was merged into; null where the store has no such SKU. */
export async function variantIdOf(db: Handle, storeId: number, identity: Identity): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(t.merged_into_id, t.id) as id from variants t where t.store_id = ${storeId} and ${has(identity)}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** The id of an order by its reference number, or by its number where only one order has it; null where no order matches. */
export async function orderIdOf(db: Handle, storeId: number, reference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select o.id from orders o where o.store_id = ${storeId} and o.reference_number = ${reference}),
      (select min(n.id) from orders n where n.store_id = ${storeId} and n.number = ${reference} having count(*) = 1)) as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}
