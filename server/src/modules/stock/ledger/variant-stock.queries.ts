import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql, type RawBuilder } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { RetryTransaction } from '../../../platform/database/transaction.ts';
import type { ListingStock } from '../protocol/evaluate.rules.ts';
import type { LastUnits } from '../protocol/last-units.rules.ts';
import { numberOfSet, type MadeOf } from '../protocol/sets.rules.ts';
import {
  unreadStock,
  type StockedListing,
  type VariantStock,
  type VariantStocks,
} from '../protocol/variant-stock.rules.ts';

/**
 * Locks variants, and the sets that are made of them, in id order. A change of quantities, of pending differences or of which listings
 * share them takes this lock first.
 * @returns the ids that exist
 */
export function lockVariants(tx: Tx, variantIds: readonly number[]): Promise<number[]> {
  return lockWithSets(tx, sql`select unnest(${variantIds}::bigint[]) as id`);
}

/** Locks variants, the parts of those that are sets, and the sets that are made of any of these, in id order. */
export function lockWithParts(tx: Tx, variantIds: readonly number[]): Promise<number[]> {
  return lockWithSets(
    tx,
    sql`select unnest(${variantIds}::bigint[]) as id
      union select part_id from set_parts where set_id = any(${variantIds}::bigint[])`,
  );
}

async function lockWithSets(tx: Tx, ids: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (${ids})
    select id from variants where id = any(array(
      select id from wanted union select c.set_id from wanted w join set_parts c on c.part_id = w.id
    )) order by id for no key update`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Locks what these variants have become, and the sets that are made of them, in id order. A merge that ends meanwhile shows when the
 * stock is loaded.
 * @returns the ids that are locked, and what each of the variants has become
 */
export async function lockCurrent(
  tx: Tx,
  variantIds: readonly number[],
): Promise<{ readonly locked: readonly number[]; readonly becameOf: ReadonlyMap<number, number> }> {
  const { rows } = await sql<{ id: number; asked: number | null }>`
    with wanted as materialized (
      select id as asked, coalesce(merged_into_id, id) as id from variants where id = any(${variantIds}::bigint[])
    ), locked as materialized (
      select id from variants where id = any(array(
        select id from wanted union select c.set_id from wanted w join set_parts c on c.part_id = w.id
      )) order by id for no key update
    )
    select l.id, w.asked from locked l left join wanted w on w.id = l.id order by l.id`.execute(tx);
  return {
    locked: [...new Set(rows.map(({ id }) => id))],
    becameOf: new Map(rows.flatMap(({ id, asked }) => (asked === null ? [] : [[asked, id]]))),
  };
}

/** The variants that these listings belong to now. */
export async function variantsOf(tx: Tx, listingIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ variant_id: number }>`
    select distinct variant_id from variant_listings where id = any(${listingIds}::bigint[])`.execute(tx);
  return rows.map((row) => row.variant_id);
}

/**
 * The variant that a listing belongs to now.
 * @throws NoResultError where there is no such listing
 */
export async function variantOf(tx: Tx, listingId: number): Promise<number> {
  const row = await tx
    .selectFrom('variant_listings')
    .select('variant_id')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  return row.variant_id;
}

/** Locks the variants of these listings, and their sets, in id order. A merge in between shows when the stock is loaded. */
export function lockVariantsOf(tx: Tx, listingIds: readonly number[]): Promise<number[]> {
  return lockWithSets(
    tx,
    sql`select variant_id as id from variant_listings where id = any(${listingIds}::bigint[])`,
  );
}

type PartRow = readonly [number, number, number, number, number, number, number | null];

type VariantStockRow = {
  readonly loaded_variant_id: number;
  readonly loaded_store_id: number;
  readonly quantity: number;
  readonly lowers_by: number;
  readonly variant_safety: number;
  readonly shop_safety: number;
  readonly last_units: number;
  readonly last_units_for: number | null;
  readonly has_maximum_quantity: boolean;
  readonly is_out_of_sync: boolean;
  readonly disable_restock: boolean;
  readonly disable_restock_since: Date | null;
  readonly merged_into_id: number | null;
  /** Id, units, quantity, what a count lowers it by, safety stock, and last units in effect of each part of a set. */
  readonly parts: readonly PartRow[] | null;
  readonly can_sync_quantity: boolean;
  readonly can_sync_to_marketplace: boolean | null;
  readonly has_unlocked_set: boolean;
  readonly listing_id: number | null;
  readonly listing_marketplace_id: number;
  readonly channel: ChannelKind;
  readonly old_answers: unknown;
  readonly force_zero_qty_from: Date | null;
  readonly force_zero_qty_to: Date | null;
  readonly is_zeroed: boolean;
  readonly is_deactivated: boolean;
  readonly is_recovering: boolean;
  readonly is_deleted: boolean;
  readonly unexplained_unbookable: number;
  readonly certain: number;
  readonly maybe_down: number;
  readonly maybe_up: number;
} & { readonly [Column in keyof ListingStock]: ListingStock[Column] | null };

/**
 * Loads variants with all their listings and locks the listings' rows in id order. The caller has locked the variants.
 * @throws RetryTransaction where one of them has become a part of a set that the caller has not locked
 */
export async function loadStock(tx: Tx, variantIds: readonly number[]): Promise<VariantStocks> {
  const locking = sql`order by ls.variant_listing_id for update of ls`;
  const { stocks, hasUnlockedSet } = await selectStock(tx, variantIds, locking);
  if (hasUnlockedSet) throw new RetryTransaction();
  return stocks;
}

/** Reads variants with all their listings as they are now, and locks nothing: what is decided from it may be outdated. */
export async function readStock(db: Handle, variantIds: readonly number[]): Promise<VariantStocks> {
  return (await selectStock(db, variantIds, sql``)).stocks;
}

async function selectStock(
  db: Handle,
  variantIds: readonly number[],
  locking: RawBuilder<unknown>,
): Promise<{ readonly stocks: VariantStocks; readonly hasUnlockedSet: boolean }> {
  const tolerance = `${String(TOLERANCE_MS)} milliseconds`;
  const { rows } = await sql<VariantStockRow>`
    with stocks as materialized (
      select ls.* from variant_listings vl join listing_stocks ls on ls.variant_listing_id = vl.id
      where vl.variant_id = any(${variantIds}::bigint[])
      ${locking}
    ), listed as materialized (
      -- Joined once: the rows that are locked have no index.
      select vl.variant_id as of_variant_id, vl.id as listing_id, vl.marketplace_id as listing_marketplace_id, vl.force_zero_qty_from,
        vl.force_zero_qty_to, vl.deleted_at is not null as is_deleted, ls.*
      from variant_listings vl left join stocks ls on ls.variant_listing_id = vl.id
      where vl.variant_id = any(${variantIds}::bigint[])
    )
    select v.id as loaded_variant_id, v.store_id as loaded_store_id, v.quantity, coalesce(rc.lowers_by, 0) as lowers_by,
      case when s.keeps_safety_stock then v.safety_stock else 0 end as variant_safety,
      case when s.keeps_safety_stock then m.safety_stock else 0 end as shop_safety,
      case when s.keeps_safety_stock then v.last_units else 0 end as last_units, v.last_units_for, v.has_maximum_quantity, v.is_out_of_sync,
      v.disable_restock, v.disable_restock_since, v.merged_into_id, s.can_sync_quantity,
      m.can_sync_to_marketplace,
      case when v.is_set then ${partsOfSet} end as parts,
      exists (select from set_parts c where c.part_id = any(${variantIds}::bigint[]) and c.set_id <> all(${variantIds}::bigint[]))
        as has_unlocked_set,
      m.channel, m.old_answers, z.marketplace_id is not null as is_zeroed, m.deactivated_at is not null as is_deactivated, rl.variant_listing_id is not null as is_recovering,
      coalesce(unbookable.units, 0) as unexplained_unbookable,
      coalesce(ev.certain, 0)::integer as certain, coalesce(ev.maybe_down, 0)::integer as maybe_down,
      coalesce(ev.maybe_up, 0)::integer as maybe_up,
      l.*
    from variants v
    join stores s on s.id = v.store_id
    left join recovery_counts rc on rc.variant_id = v.id
    left join listed l on l.of_variant_id = v.id
    left join marketplaces m on m.id = l.listing_marketplace_id
    left join marketplace_zeroings z on z.marketplace_id = l.listing_marketplace_id
    left join recovering_listings rl on rl.variant_listing_id = l.listing_id
    left join lateral (
      select e.unexplained as units from listing_epochs e
      where e.variant_listing_id = l.variant_listing_id and e.closed_at is null and not e.bookable limit 1
    ) unbookable on true
    left join lateral (
      select sum(e.delta) filter (where not e.is_possible and e.happened_from - ${tolerance}::interval > l.snapshot_until) as certain,
        sum(least(e.delta, 0)) filter (where e.happened_from - ${tolerance}::interval <= l.snapshot_until) as maybe_down,
        sum(greatest(e.delta, 0)) filter (where e.is_possible or e.happened_from - ${tolerance}::interval <= l.snapshot_until) as maybe_up
      from listing_events e
      where e.variant_listing_id = l.variant_listing_id
        and e.happened_until >= l.snapshot_from - ${tolerance}::interval
    ) ev on true
    where v.id = any(${variantIds}::bigint[])
    order by v.id, l.listing_id`.execute(db);
  const listingsOf = new Map<number, StockedListing[]>();
  const stocks = new Map<number, VariantStock>();
  for (const row of rows) {
    let listings = listingsOf.get(row.loaded_variant_id);
    if (listings === undefined) {
      listings = [];
      listingsOf.set(row.loaded_variant_id, listings);
      stocks.set(row.loaded_variant_id, variantStockOf(row, listings));
    }
    if (row.listing_id !== null) listings.push(listingOf(row, row.listing_id));
  }
  return { stocks, hasUnlockedSet: rows[0]?.has_unlocked_set ?? false };
}

/** Whether the marketplace that the last units of part `q` are kept for can sell it: `lastUnitsInEffect` in SQL. */
const isSoldThere = sql`exists (
  select from variant_listings e
  join marketplaces n on n.id = e.marketplace_id
  join listing_stocks es on es.variant_listing_id = e.id
  where e.variant_id = q.id and e.marketplace_id = q.last_units_for and e.deleted_at is null and n.deactivated_at is null
    and es.counted_from is not null
    and not exists (select from marketplace_zeroings z where z.marketplace_id = n.id))`;

/** The parts of set `v` of store `s`. */
const partsOfSet = sql`(
  select jsonb_agg(jsonb_build_array(c.part_id, c.units, q.quantity, coalesce(k.lowers_by, 0),
    case when s.keeps_safety_stock then q.safety_stock else 0 end,
    case when s.keeps_safety_stock then q.last_units else 0 end, case when ${isSoldThere} then q.last_units_for end) order by c.part_id)
  from set_parts c join variants q on q.id = c.part_id left join recovery_counts k on k.variant_id = q.id
  where c.set_id = v.id)`;

function madeOf({ parts, quantity, variant_safety: safety }: VariantStockRow): MadeOf | null {
  if (parts === null) return null;
  return {
    recorded: quantity,
    safety,
    parts: parts.map(([partId, units, ofPart, lowersBy, kept, last, lastFor]) => ({
      partId,
      units,
      quantity: ofPart,
      lowersBy,
      safety: kept,
      lastUnits: lastUnitsOf(last, lastFor),
    })),
  };
}

const lastUnitsOf = (units: number, marketplaceId: number | null): LastUnits | null =>
  units === 0 || marketplaceId === null ? null : { marketplaceId, units };

function variantStockOf(row: VariantStockRow, listings: readonly StockedListing[]): VariantStock {
  const set = madeOf(row);
  return {
    variantId: row.loaded_variant_id,
    storeId: row.loaded_store_id,
    quantity: row.quantity,
    lowersBy: row.lowers_by,
    safety: row.variant_safety,
    lastUnits: lastUnitsOf(row.last_units, row.last_units_for),
    isLimited: row.has_maximum_quantity,
    canSync: row.can_sync_quantity,
    isOutOfSync: row.is_out_of_sync,
    restockFrozenSince: row.disable_restock ? (row.disable_restock_since ?? new Date(0)) : null,
    mergedInto: row.merged_into_id,
    madeOf: set,
    ...(set === null ? {} : numberOfSet(set)),
    listings,
  };
}

function listingOf(row: VariantStockRow, id: number): StockedListing {
  const stock = hasStock(row) ? row : null;
  return {
    id,
    storeId: row.loaded_store_id,
    marketplaceId: row.listing_marketplace_id,
    channel: row.channel,
    oldAnswers: row.old_answers,
    safety: row.shop_safety,
    canSync: row.can_sync_quantity && row.can_sync_to_marketplace === true,
    isDeleted: row.is_deleted,
    forceZeroFrom: row.force_zero_qty_from,
    forceZeroTo: row.force_zero_qty_to,
    isZeroed: row.is_zeroed,
    isDeactivated: row.is_deactivated,
    isRecovering: row.is_recovering,
    loaded: stock,
    stock: stock ?? unreadStock(id, row.loaded_store_id, row.listing_marketplace_id),
    eventTotals: { certain: row.certain, maybeDown: row.maybe_down, maybeUp: row.maybe_up },
    unexplainedUnbookable: row.unexplained_unbookable,
  };
}

function hasStock(row: VariantStockRow): row is VariantStockRow & ListingStock {
  return row.variant_listing_id !== null;
}
