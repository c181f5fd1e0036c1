import { bumpedStatus, channelOf, type MarketplaceType } from '@evenstock/contract/channels/channels';
import type { listingState } from '@evenstock/contract/catalog/listings';
import {
  runningOutStatus,
  variantStatuses,
  type variantProblems,
} from '@evenstock/contract/catalog/variants';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { PageRequest, Sort } from '../../../api/page-request.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { barcodesOfVariant } from './barcodes.queries.ts';
import { daysOfCover, isRunningOut } from './running-out.queries.ts';
import { isFoundBy, listedColumns, searched } from './variant-search.queries.ts';
import { settingColumns, type SettingValues } from './variant-settings.rules.ts';

export type VariantStatus = (typeof variantStatuses)[number] | typeof runningOutStatus;
type VariantProblem = (typeof variantProblems)[number];
export type VariantSort = 'pinned_first' | 'full_product_name' | 'sku' | 'quantity' | 'days_of_cover';

/** The facts that the conditions of statuses depend on. */
interface StatusPlace {
  readonly storeId: number;
  readonly now: Date;
}

export interface VariantFilter extends StatusPlace {
  readonly status: VariantStatus;
  readonly text: string | null;
  readonly sku: string | null;
  readonly marketplaceId: number | null;
  readonly marketplaceType: MarketplaceType | null;
  /** The id of an item or a variant at its marketplace. */
  readonly channelId: string | null;
  readonly pinned: boolean | null;
  readonly isSet: boolean | null;
  readonly problem: VariantProblem | null;
}

export interface VariantRecord extends SettingValues {
  readonly id: number;
  readonly slug: string;
  readonly sku: string | null;
  readonly full_product_name: string;
  readonly quantity: number;
  readonly is_pinned: boolean;
  readonly is_out_of_sync: boolean;
  readonly past_30_days_sales_count: number;
  readonly is_set: boolean;
  /** Units withheld, as a number of at most 0: pending differences of its listings, and units withheld until the SKU is counted. */
  readonly kept_below: number;
  readonly product_id: number;
  readonly product_slug: string;
  readonly product_name: string;
  readonly product_image: string | null;
}

export interface ListingBrief {
  readonly id: number;
  readonly quantity: number | null;
  /** Units that it does not show: safety stock, and those kept for another marketplace. */
  readonly kept_back: number;
  readonly state: z.infer<typeof listingState>;
  readonly marketplace: { id: number; slug: string; name: string; channel: string };
}

export interface ListedVariant extends VariantRecord {
  readonly variant_listings: readonly ListingBrief[] | null;
}

/** SKUs with a listing that is not deleted and meets a condition, which few of a store's SKUs have. */
const withListing = (storeId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`v.id in (
  select l.variant_id from variant_listings l where l.store_id = ${storeId} and l.deleted_at is null and ${condition})`;

const withReserved = (storeId: number): RawBuilder<unknown> => sql`v.id in (
  select l.variant_id from listing_stocks s join variant_listings l on l.id = s.variant_listing_id
  where s.store_id = ${storeId} and s.reserved > 0 and l.deleted_at is null)`;

/**
 * Conditions on SKUs are written as literals, not as parameters: each is the condition of a partial index. A quantity below 0 has step 0,
 * and 0 has step 1.
 */
function statusCondition(status: VariantStatus, { storeId, now }: StatusPlace): RawBuilder<unknown> {
  const conditions: Readonly<Record<VariantStatus, RawBuilder<unknown>>> = {
    all: sql`true`,
    live: sql`v.live_listings > 0`,
    inactive: sql`v.live_listings = 0`,
    linked: sql`v.live_listings > 1`,
    not_linked: sql`v.live_listings <= 1`,
    bundled: sql`v.has_bundle`,
    not_bundled: sql`not v.has_bundle`,
    in_stock: sql`v.quantity_step > 1`,
    no_stock: sql`v.quantity_step <= 1`,
    have_reserved_quantity: withReserved(storeId),
    no_reserved_quantity: sql`not ${withReserved(storeId)}`,
    discrepancy: sql`v.is_out_of_sync`,
    '0_sold_past_30_days': sql`not v.has_sold`,
    more_than_0_sold_past_30_days: sql`v.has_sold`,
    disable_restock: sql`v.disable_restock`,
    force_zero_qty: withListing(
      storeId,
      sql`l.force_zero_qty_from is not null and l.force_zero_qty_from <= ${now}
        and (l.force_zero_qty_to is null or l.force_zero_qty_to > ${now})`,
    ),
    pending_force_zero_qty: withListing(
      storeId,
      sql`l.force_zero_qty_from is not null and l.force_zero_qty_from > ${now}`,
    ),
    [bumpedStatus]: sql`v.id in (
      select l.variant_id from product_listings i join variant_listings l on l.product_listing_id = i.id
      where i.store_id = ${storeId} and i.is_boosted and l.deleted_at is null)`,
    [runningOutStatus]: isRunningOut(storeId),
  };
  return conditions[status];
}

function problemCondition(problem: VariantProblem, storeId: number): RawBuilder<unknown> {
  if (problem === 'oversold') return sql`v.quantity_step = 0`;
  return sql`v.id in (
    select l.variant_id from marketplaces m
    join listing_stocks s on s.marketplace_id = m.id and s.flag = 'rejected'
    join variant_listings l on l.id = s.variant_listing_id and l.state = 'live'
    where m.store_id = ${storeId} and m.deleted_at is null and m.deactivated_at is null)`;
}

function listedAt(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from variant_listings l where l.variant_id = v.id and l.deleted_at is null and ${condition})`;
}

/** The conditions of a filter on a relation `v`. */
export function conditionsOf(filter: VariantFilter): RawBuilder<unknown> {
  const conditions = [
    sql`v.store_id = ${filter.storeId}`,
    sql`v.merged_into_id is null`,
    statusCondition(filter.status, filter),
  ];
  if (filter.text !== null) {
    conditions.push(isFoundBy(filter.text));
  }
  if (filter.sku !== null) conditions.push(sql`code_key(v.sku) = code_key(${filter.sku})`);
  if (filter.problem !== null) conditions.push(problemCondition(filter.problem, filter.storeId));
  if (filter.pinned !== null) conditions.push(sql`v.is_pinned = ${filter.pinned}`);
  // A literal: sets have an index of their own.
  if (filter.isSet !== null) conditions.push(filter.isSet ? sql`v.is_set` : sql`not v.is_set`);
  if (filter.marketplaceId !== null)
    conditions.push(listedAt(sql`l.marketplace_id = ${filter.marketplaceId}`));
  if (filter.marketplaceType !== null) {
    conditions.push(
      listedAt(sql`l.marketplace_id in (
        select k.id from marketplaces k
        where k.store_id = ${filter.storeId} and k.channel = ${channelOf(filter.marketplaceType)})`),
    );
  }
  if (filter.channelId !== null) {
    const named = (column: 'channel_item_id' | 'channel_variant_id') => sql`
      select l.variant_id from marketplaces k
      join variant_listings l on l.marketplace_id = k.id and l.${sql.ref(column)} = ${filter.channelId}
      where k.store_id = ${filter.storeId} and l.deleted_at is null`;
    conditions.push(sql`v.id in (${named('channel_item_id')} union all ${named('channel_variant_id')})`);
  }
  return sql.join(conditions, sql` and `);
}

function orderOf(sort: Sort<VariantSort>): RawBuilder<unknown> {
  if (sort.field === 'pinned_first') return sql`v.is_pinned desc, v.full_product_name, v.id`;
  const direction = sql.raw(sort.direction);
  // The index has the step; the quantities of one step are sorted as they are read.
  if (sort.field === 'quantity') {
    return sql`v.quantity_step ${direction}, v.quantity ${direction}, v.id ${direction}`;
  }
  const field = sort.field === 'days_of_cover' ? daysOfCover : sql.raw(`v.${sort.field}`);
  return sql`${field} ${direction}, v.id ${direction}`;
}

/** Columns of a variant and its product; relations `v` and `p`. */
export const variantColumns = sql`
  v.id, v.slug, v.sku, v.full_product_name, v.quantity, v.is_pinned, v.is_out_of_sync, v.past_30_days_sales_count, v.is_set,
  ${sql.join(settingColumns.map((column) => sql.ref(`v.${column}`)))},
  p.id as product_id, p.slug as product_slug, p.name as product_name, p.image_url as product_image`;

/** Units withheld from the shops of variant `v` until a member has counted it; at most 0. */
const lowersBy = sql`coalesce((select c.lowers_by from recovery_counts c where c.variant_id = v.id), 0)`;

/** The units of variant `v` that are withheld, at most 0; relation `s` is the stock of its listings. */
export const keptBelow = sql`(coalesce(sum(least(s.pending, 0)), 0) + ${lowersBy})::integer`;

/** The listings of variant `v` that are not deleted, as one JSON list per variant, and the units that are withheld. */
export const listingBriefs = sql`
  left join lateral (
    select json_agg(json_build_object(
      'id', l.id, 'quantity', s.expected_quantity, 'kept_back', coalesce(s.safety + s.kept_for_another, 0), 'state', l.state,
      'marketplace', json_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'channel', m.channel)
    ) order by m.id, l.id) as list, ${keptBelow} as kept_below
    from variant_listings l
    join marketplaces m on m.id = l.marketplace_id
    left join listing_stocks s on s.variant_listing_id = l.id
    where l.variant_id = v.id and l.deleted_at is null
  ) listings on true`;

type PagedVariant = { readonly total_count: number; readonly merged_count: number } & (
  | ListedVariant
  | { readonly id: null }
);

/**
 * One page of a store's SKUs with their listings, their total, and how many listings share a SKU, in one statement. Ids and count are
 * read from the index of the status; rows are read only if they are shown.
 */
export function variantsPage(
  filter: VariantFilter,
  sort: Sort<VariantSort>,
  page: PageRequest,
): RawBuilder<PagedVariant> {
  const conditions = conditionsOf(filter);
  const order = orderOf(sort);
  const slice = sql`order by ${order} limit ${page.perPage} offset ${page.offset}`;
  const matching = sql`select ${listedColumns} from variants v where ${conditions}`;
  // Without a search, page and count are each read from an index.
  const ctes =
    filter.text === null
      ? sql`found as not materialized (${matching}), page as (select v.id from found v ${slice})`
      : searched(filter.text, { conditions, plain: conditionsOf({ ...filter, text: null }) }, order, page);
  return sql<PagedVariant>`
    with ${ctes}
    select counted.total_count, merged.merged_count, ${variantColumns}, listings.list as variant_listings,
      listings.kept_below
    from (select count(*)::integer as total_count from found) counted
    cross join (
      select coalesce(sum(v.live_listings), 0)::integer as merged_count from variants v
      where v.store_id = ${filter.storeId} and v.merged_into_id is null and v.live_listings > 1
    ) merged
    left join (page join variants v on v.id = page.id join products p on p.id = v.product_id) on true
    ${listingBriefs}
    order by ${order}`;
}

export interface VariantsPage {
  readonly variants: readonly ListedVariant[];
  readonly totalCount: number;
  readonly mergedCount: number;
}

export async function readVariantsPage(
  db: Handle,
  filter: VariantFilter,
  sort: Sort<VariantSort>,
  page: PageRequest,
): Promise<VariantsPage> {
  const { rows } = await variantsPage(filter, sort, page).execute(db);
  return {
    variants: rows.flatMap((row) => (row.id === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
    mergedCount: rows[0]?.merged_count ?? 0,
  };
}

/** Counts the SKUs of a store by status, in one pass over them. */
export async function countStatuses(db: Handle, place: StatusPlace): Promise<Record<VariantStatus, number>> {
  const counts = ([...variantStatuses, runningOutStatus] as const).map(
    (status) => sql`${sql.lit(status)}, count(*) filter (where ${statusCondition(status, place)})`,
  );
  const { rows } = await sql<{ counts: Record<VariantStatus, number> }>`
    select json_build_object(${sql.join(counts)}) as counts
    from variants v where v.store_id = ${place.storeId} and v.merged_into_id is null`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate without groups always has one row.');
  return row.counts;
}

/** Locks SKUs in id order. */
export async function lockVariants(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from variants where id = any(${ids}) order by id for no key update`.execute(tx);
}

/**
 * Writes the columns of SKUs that are derived from their listings: how many are for sale, whether one is a bundle, and the text that
 * searches use. The text is in lower case and begins with the SKU's full name. Codes of digits are in it without their hyphens too, as
 * barcodes are.
 */
export async function writeListingSummaries(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update variants v set live_listings = now.live, search_text = now.text, past_30_days_sales_count = now.sold,
      has_bundle = now.bundle
    from (
      select a.id,
        (select count(*)::integer from variant_listings l
         where l.variant_id = a.id and l.state = 'live' and l.deleted_at is null) as live,
        (select coalesce(sum(l.past_30_days_sales_count), 0)::integer from variant_listings l
         where l.variant_id = a.id) + (
          select coalesce(sum(p.units * l.past_30_days_sales_count), 0)::integer
          from set_parts p join variant_listings l on l.variant_id = p.set_id where p.part_id = a.id) as sold,
        exists (select from variant_listings l join product_listings i on i.id = l.product_listing_id
         where l.variant_id = a.id and l.deleted_at is null and i.is_bundle) as bundle,
        search_key(concat_ws(e'\\n', a.full_product_name, (select string_agg(distinct t.text, e'\\n') from (
           values (a.sku)
           union select l.sku from variant_listings l where l.variant_id = a.id
           union select i.name from variant_listings l join product_listings i on i.id = l.product_listing_id
             where l.variant_id = a.id
           union select l.name from variant_listings l where l.variant_id = a.id
           union select translate(c.code, '- ', '') from (
               select a.sku union select l.sku from variant_listings l where l.variant_id = a.id
             ) c(code) where c.code ~ '^[0-9][0-9 -]{8,16}[0-9xX]$'
           union select b.search_text from ${barcodesOfVariant(sql`a.id`)} b
         ) t(text) where t.text not in ('', a.full_product_name)))) as text
      from variants a where a.id = any(${ids})
    ) now
    where v.id = now.id and (v.live_listings, v.search_text, v.past_30_days_sales_count, v.has_bundle)
      is distinct from (now.live, now.text, now.sold, now.bundle)`.execute(tx);
}

export interface VariantSettings extends SettingValues {
  readonly full_product_name: string;
  readonly product_name: string;
  readonly is_pinned: boolean;
  /** The name of the marketplace that the last units are kept for. */
  readonly last_units_name: string | null;
  readonly settings_updated_at: Date | null;
}

/**
 * Locks a SKU, with the settings that it has.
 * @throws NoResultError where there is no such SKU
 */
export function lockSettings(tx: Tx, id: number): Promise<VariantSettings> {
  return tx
    .selectFrom('variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('marketplaces as m', 'm.id', 'v.last_units_for')
    .select(settingColumns.map((column) => `v.${column}` as const))
    .select([
      'v.full_product_name',
      'v.is_pinned',
      'm.name as last_units_name',
      'v.settings_updated_at',
      'p.name as product_name',
    ])
    .where('v.id', '=', id)
    .forNoKeyUpdate('v')
    .executeTakeFirstOrThrow();
}

/** Changes settings of a SKU; fields that are not given are unchanged. */
export async function setSettings(
  tx: Tx,
  id: number,
  settings: Partial<SettingValues> & {
    readonly disable_restock_since?: Date | null;
    readonly full_product_name?: string;
    readonly is_pinned?: boolean;
    readonly settings_updated_at?: Date;
  },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('variants')
    .set({ ...settings, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** SKUs of a store by their ids, or by a filter of the list; neither includes SKUs that were merged away. */
export type ChosenVariants = { readonly ids: readonly number[] } | { readonly filter: VariantFilter };

/** The condition of chosen SKUs `v`. */
export function chosenCondition(storeId: number, chosen: ChosenVariants): RawBuilder<unknown> {
  return 'ids' in chosen
    ? sql`v.store_id = ${storeId} and v.merged_into_id is null and v.id = any(${chosen.ids}::bigint[])`
    : conditionsOf(chosen.filter);
}

/** Pins or unpins SKUs. @returns the ids of those that changed */
export async function setPinned(
  tx: Tx,
  storeId: number,
  chosen: ChosenVariants,
  isPinned: boolean,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update variants set is_pinned = ${isPinned}, updated_at = ${at}
    where id in (
      select v.id from variants v where ${chosenCondition(storeId, chosen)} and v.is_pinned <> ${isPinned} order by v.id for no key update)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}
