import { mostCounted } from '@evenstock/contract/api/fields';
import type { Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { AdjustmentReason } from '@evenstock/contract/kinds/adjustment-reasons';
import type { pushStateFilter } from '@evenstock/contract/stock/stock';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { holdsPart, isFound } from '../../../platform/text/search-text.ts';
import type { Identity } from '../../../api/identity.ts';

export interface MovementFilter {
  readonly storeId: number;
  readonly variantId: number | null;
  readonly from: Date;
  readonly before: Date | null;
  /** Part of a product's or a SKU's name. */
  readonly name: string | null;
  readonly state: z.infer<typeof pushStateFilter> | null;
}

export interface PushRecord {
  readonly id: number;
  readonly variant_listing_id: number;
  readonly state: 'pending' | 'success' | 'failed' | 'superseded';
  readonly quantity: number;
  readonly force_zero_qty: boolean;
  readonly sent_at: string | null;
  readonly answered_at: string | null;
  readonly reason: string | null;
  /** What `reason` says, as messages. */
  readonly reason_messages: readonly MessageOnWire[] | null;
  readonly marketplace_id: number;
  readonly marketplace_slug: string;
  readonly marketplace_name: string;
  readonly channel: string;
}

interface Page {
  readonly perPage: number;
  readonly offset: number;
}

export interface MovementRecord {
  readonly id: number;
  readonly created_at: Date;
  readonly adjustment: number;
  readonly final_quantity: number;
  readonly action: string;
  readonly reason: AdjustmentReason | null;
  readonly reason_note: string | null;
  readonly merge_id: number | null;
  readonly source_type: 'Marketplace' | 'Order' | 'User';
  readonly product_slug: string;
  readonly product_name: string;
  readonly variant_id: number;
  readonly variant_slug: string;
  readonly variant_name: string;
  readonly variant_sku: string | null;
  readonly order_reference: string | null;
  readonly user_email: string | null;
  readonly marketplace_id: number | null;
  readonly marketplace_slug: string | null;
  readonly marketplace_name: string | null;
  readonly marketplace_channel: string | null;
  readonly pushes: readonly PushRecord[];
}

/** Whether the name of a SKU `v` holds a text. Its `search_text` begins with the name, as searches compare it. */
const isNamed = (text: string): RawBuilder<unknown> =>
  holdsPart(sql`left(v.search_text, length(search_key(v.full_product_name)))`, text);

/**
 * The SKUs of a store whose names hold a text, by the index of those that were not merged away.
 */
function namedVariants(storeId: number, text: string): RawBuilder<unknown> {
  return sql`
    select v.id from variants v
    where v.store_id = ${storeId} and v.merged_into_id is null and ${isFound(sql`v.search_text`, text)} and ${isNamed(text)}
    union all
    select v.id from variants v where v.store_id = ${storeId} and v.merged_into_id is not null and ${isNamed(text)}`;
}

/** The conditions of a filter but the name, upon a relation `s` of movements of its store. */
function conditionsInStore(filter: MovementFilter): RawBuilder<unknown> {
  const conditions = [sql`s.created_at >= ${filter.from}`];
  if (filter.before !== null) conditions.push(sql`s.created_at < ${filter.before}`);
  if (filter.variantId !== null) conditions.push(sql`s.variant_id = ${filter.variantId}`);
  if (filter.state !== null) {
    conditions.push(sql`exists (
      select from listing_stock_movements p where p.stock_movement_id = s.id and p.state = ${filter.state})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The conditions of a filter but the name, upon a relation `s`. */
const plainConditions = (filter: MovementFilter): RawBuilder<unknown> =>
  sql`s.store_id = ${filter.storeId} and ${conditionsInStore(filter)}`;

/** The movements that match a filter, as a relation `s`. */
export function filtered(filter: MovementFilter): RawBuilder<unknown> {
  const plain = plainConditions(filter);
  if (filter.name === null) return sql`stock_movements s where ${plain}`;
  return sql`stock_movements s where ${plain} and s.variant_id in (${namedVariants(filter.storeId, filter.name)})`;
}

/** If at least MANY of the first SAMPLE movements of a list match, many of all are assumed to match. */
const SAMPLE = 300;
const MANY = 90;
/** Maximum number of movements that are scanned one by one: all of a list that is not longer, or a part of one in which many match. */
const MOST_WALKED = 40_000;
/** Number of movements that are scanned for a page, and for each row up to its end, before all matches are sorted. */
const NEAREST = 2_000;
const NEAREST_PER_ROW = 15;

/** The ids of one page, as `page`, and the number of movements, as `totals`. */
function paged(filter: MovementFilter, order: RawBuilder<unknown>, page: Page): RawBuilder<unknown> {
  if (filter.name !== null) return searched(filter, filter.name, order, page);
  return sql`
    page as (
      select s.id from ${filtered(filter)} order by ${order} limit ${page.perPage} offset ${page.offset}
    ),
    totals as (select count(*)::integer as total_count from ${filtered(filter)})`;
}

/**
 * A search by name counts its matches up to one more than are counted. If many of the first movements match, or the list is short, it is
 * scanned in its order. Otherwise the movements of each SKU with such a name are looked up; if more match than are counted, the page is
 * read from the first movements of the list. If these do not fill it, as what was sold long ago does not, all that match are sorted.
 */
function searched(
  filter: MovementFilter,
  name: string,
  order: RawBuilder<unknown>,
  page: Page,
): RawBuilder<unknown> {
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  const until = page.offset + page.perPage;
  const most = mostCounted + 1;
  const first = (steps: number) => sql`
    select s.id, s.created_at, s.variant_id from stock_movements s where ${plainConditions(filter)} order by ${order} limit ${steps}`;
  const walked = (steps: number) => sql`
    select s.id, s.created_at from (${first(steps)}) s
    cross join lateral (select from variants v where v.id = s.variant_id and ${isNamed(name)} limit 1) named`;
  const isShort = sql`(select count(*) from (
    select from stock_movements s where ${plainConditions(filter)} limit ${MOST_WALKED + 1}) s) <= ${MOST_WALKED}`;
  const isWalked = sql`(select is_walked from how)`;
  const isWhole = sql`(select total_count from totals) <= ${mostCounted}`;
  const isNear = sql`(select count(*) from near) = ${until}`;
  return sql`
    start as materialized (
      select (select count(*) from (${walked(SAMPLE)}) s) >= ${MANY} as are_many, ${isShort} as is_short),
    walked as materialized (
      select * from (${walked(MOST_WALKED)}) s where (select are_many or is_short from start) limit ${most}),
    how as materialized (select is_short or (select count(*) from walked) = ${most} as is_walked from start),
    -- These two are read as far as their readers need, and only once.
    named as materialized (select * from (${namedVariants(filter.storeId, name)}) n where not ${isWalked}),
    matching as materialized (
      select s.id, s.created_at from named n join lateral (
        select s.id, s.created_at from stock_movements s
        where s.variant_id = n.id and ${conditionsInStore(filter)} offset 0) s on true),
    found as materialized (select * from walked where ${isWalked} union all (select * from matching limit ${most})),
    totals as materialized (select count(*)::integer as total_count from found),
    near as materialized (
      select s.id, s.created_at from (${first(NEAREST + NEAREST_PER_ROW * until)}) s
      where not ${isWalked} and not (${isWhole}) and (s.variant_id in (select id from named)) is true
      order by ${order} limit ${until}),
    page as (
      (select s.id from found s where ${isWalked} or ${isWhole} ${slice})
      union all (select s.id from near s where ${isNear} ${slice})
      union all (select s.id from matching s where not ${isWalked} and not (${isWhole}) and not (${isNear}) ${slice})
    )`;
}

type PagedMovement = { readonly total_count: number } & (MovementRecord | { readonly id: null });

/** One page of movements with their pushes, and the total: one statement. */
export function movementsPage(
  filter: MovementFilter,
  direction: 'asc' | 'desc',
  page: Page,
): RawBuilder<PagedMovement> {
  const order = sql.raw(`s.created_at ${direction}, s.id ${direction}`);
  return sql<PagedMovement>`
    with ${paged(filter, order, page)}
    select totals.total_count, s.id, s.created_at, s.adjustment, s.final_quantity, s.action, s.reason, s.reason_note, s.source_type,
      (select g.id from variant_merges g
        where g.id = substring(s.cause from '^merge:(\\d+)$')::bigint and g.undone_at is null) as merge_id,
      p.slug as product_slug, p.name as product_name, v.id as variant_id, v.slug as variant_slug, v.name as variant_name,
      v.sku as variant_sku, o.reference_number as order_reference, u.email as user_email, m.id as marketplace_id,
      m.slug as marketplace_slug, m.name as marketplace_name, m.channel as marketplace_channel, pushes.list as pushes
    from totals
    left join (
      page join stock_movements s on s.id = page.id
      join variants v on v.id = s.variant_id join products p on p.id = v.product_id
    ) on true
    left join orders o on o.id = s.source_order_id
    left join users u on u.id = s.source_user_id
    left join marketplaces m on m.id = coalesce(s.source_marketplace_id, o.marketplace_id)
    left join lateral (
      select coalesce(json_agg(json_build_object('id', l.id, 'variant_listing_id', l.variant_listing_id, 'state', l.state, 'quantity', l.quantity,
        'force_zero_qty', l.force_zero_qty, 'sent_at', l.sent_at, 'answered_at', l.answered_at, 'reason', l.reason,
        'reason_messages', l.reason_messages,
        'marketplace_id', k.id, 'marketplace_slug', k.slug, 'marketplace_name', k.name, 'channel', k.channel)
        order by l.id), '[]') as list
      from listing_stock_movements l join marketplaces k on k.id = l.marketplace_id
      where l.stock_movement_id = s.id
    ) pushes on true
    order by ${order}`;
}

/** Runs `movementsPage`. */
export async function readMovementsPage(
  db: Handle,
  filter: MovementFilter,
  direction: 'asc' | 'desc',
  page: Page,
): Promise<{ movements: MovementRecord[]; totalCount: number }> {
  const { rows } = await movementsPage(filter, direction, page).execute(db);
  return {
    movements: rows.flatMap((row) => (row.id === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}

/** The id of a SKU, or of the one that it was merged into; null where the store has none. */
export async function findVariantId(db: Handle, storeId: number, identity: Identity): Promise<number | null> {
  const named = 'id' in identity ? sql`v.id = ${identity.id}` : sql`v.slug = ${identity.slug}`;
  const { rows } = await sql<{ id: number }>`
    select coalesce(v.merged_into_id, v.id) as id from variants v where v.store_id = ${storeId} and ${named}`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** From then on the transaction reads one state of the database; it writes nothing. To be its first statement. */
export async function readOneState(tx: Tx): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
}

/** All entries of a SKU's ledger: how many, and their sum in units. */
export async function sumLedger(db: Handle, variantId: number): Promise<{ entries: number; sum: number }> {
  const { rows } = await sql<{ entries: number; sum: number }>`
    select count(*)::integer as entries, coalesce(sum(adjustment), 0)::integer as sum
    from stock_movements where variant_id = ${variantId}`.execute(db);
  return rows[0] ?? { entries: 0, sum: 0 };
}

interface Refusal {
  readonly listing: string;
  readonly sku: string | null;
  /** In English; `messages` is null for one that was kept before reasons were messages. */
  readonly reason: string;
  readonly messages: readonly Message[] | null;
}

/** The latest refused quantity of a marketplace; null while it refuses none. */
export async function newestRefusal(db: Handle, marketplaceId: number): Promise<Refusal | null> {
  const { rows } = await sql<Refusal>`
    select l.name as listing, l.sku, coalesce(ls.flag_reason, '') as reason, ls.flag_messages as messages
    from listing_stocks ls join variant_listings l on l.id = ls.variant_listing_id
    where ls.marketplace_id = ${marketplaceId} and ls.flag = 'rejected' and l.state = 'live'
    order by ls.flagged_at desc, ls.variant_listing_id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The quantities that a marketplace refuses, the newest first. */
export interface Refusals {
  readonly storeId: number;
  readonly marketplace: string;
  readonly total: number;
  readonly listings: readonly Refusal[];
}

/** Null: it refuses none now, or is left or deleted. */
export async function findRefusals(
  db: Handle,
  marketplaceId: number,
  limit: number,
): Promise<Refusals | null> {
  const { rows } = await sql<Refusal & Omit<Refusals, 'listings'>>`
    select m.store_id as "storeId", m.name as marketplace, count(*) over ()::integer as total,
      l.name as listing, l.sku, coalesce(ls.flag_reason, '') as reason, ls.flag_messages as messages
    from listing_stocks ls join variant_listings l on l.id = ls.variant_listing_id
    join marketplaces m on m.id = ls.marketplace_id and m.deleted_at is null and m.deactivated_at is null
    where ls.marketplace_id = ${marketplaceId} and ls.flag = 'rejected' and l.state = 'live'
    order by ls.flagged_at desc, ls.variant_listing_id limit ${limit}`.execute(db);
  const [first] = rows;
  return first === undefined
    ? null
    : { storeId: first.storeId, marketplace: first.marketplace, total: first.total, listings: rows };
}
