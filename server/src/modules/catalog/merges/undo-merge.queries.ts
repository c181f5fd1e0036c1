import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { isChangedSince, type Joined } from '../variants/merges.queries.ts';
import type { SharedSetLine, SoldPart } from './undo-merge.rules.ts';

/** A merge with the present state of its SKU. */
export interface MergeToUndo {
  readonly id: number;
  readonly created_at: Date;
  /** The SKU that the merge made. */
  readonly variant_id: number;
  readonly slug: string;
  readonly sku: string | null;
  readonly full_product_name: string;
  readonly quantity: number;
  readonly quantity_after: number;
  readonly is_merged_away: boolean;
  readonly is_set: boolean;
  readonly is_undone: boolean;
  /** Merged again, unmerged from, or made a set since: merges that were undone themselves do not count. */
  readonly is_changed: boolean;
  readonly joined: Joined | null;
  readonly listings: readonly { readonly variant_listing_id: number; readonly from_variant_id: number }[];
}

/** A merge of a store; null where there is none. */
export async function findMerge(db: Handle, storeId: number, mergeId: number): Promise<MergeToUndo | null> {
  const { rows } = await sql<MergeToUndo>`
    select m.id, m.created_at, m.variant_id, v.slug, v.sku, v.full_product_name, v.quantity, m.quantity_after,
      v.merged_into_id is not null as is_merged_away, v.is_set, m.undone_at is not null as is_undone, m.joined, m.listings,
      ${isChangedSince} as is_changed
    from variant_merges m join variants v on v.id = m.variant_id
    left join stock_movements e on e.variant_id = m.variant_id and e.cause = 'merge:' || m.id
    where m.id = ${mergeId} and m.store_id = ${storeId} and m.kind = 'merge'`.execute(db);
  return rows[0] ?? null;
}

/** What the SKUs of a merge had before it, and what each did since. Units; null as an id: what is the surviving SKU's. */
export interface SinceMerge {
  /** What the merge took from each SKU that was merged away. */
  readonly taken: ReadonlyMap<number, number>;
  /** What the surviving SKU had before. */
  readonly own: number;
  /** What the listings and orders of each SKU did since. */
  readonly since: ReadonlyMap<number, number>;
  /** Whether anything was sold, restocked, booked, counted or adjusted since. */
  readonly isTouched: boolean;
  readonly setLines: readonly SharedSetLine[];
}

/**
 * Whose each movement of the shared SKU is that came after the merge: of a line, a restock or a booking of a source's listing, the
 * source's. `lines` are those of listings that a source brought, first counted while shared.
 */
const ofMerge = (mergeId: number) => sql`
  m as materialized (select * from variant_merges where id = ${mergeId}),
  entry as materialized (
    select s.id from stock_movements s join m on s.variant_id = m.variant_id and s.cause = 'merge:' || m.id
  ), sources as materialized (
    select (s ->> 'id')::bigint as source_id, (s ->> 'id')::bigint as id from m, jsonb_array_elements(m.joined -> 'sources') s
    union all
    select (s ->> 'id')::bigint, merged::bigint
    from m, jsonb_array_elements(m.joined -> 'sources') s, jsonb_array_elements_text(s -> 'merged') merged
  ), brought as materialized (
    select (l ->> 'variant_listing_id')::bigint as listing_id, (l ->> 'from_variant_id')::bigint as source_id
    from m, jsonb_array_elements(m.listings) l where (l ->> 'from_variant_id')::bigint <> m.variant_id
  ), since as materialized (
    select s.id, s.adjustment, s.cause, s.source_listing_id, substring(s.cause from '^line:(\\d+):')::bigint as line_id,
      substring(s.cause from '^line:\\d+:\\d+:(\\d+)$')::bigint as part_id
    from stock_movements s, m, entry
    where s.variant_id = m.variant_id and s.created_at >= m.created_at and s.id > entry.id
  ), lines as materialized (
    select i.id, i.order_id, i.variant_id, i.variant_listing_id, i.made_of, exists (
      select from stock_movements b
      where b.variant_id = m.variant_id and b.source_order_id = i.order_id and b.id < entry.id and b.cause like 'line:' || i.id || ':%'
    ) as is_older
    from m, entry, order_items i where i.id in (select line_id from since)
  )`;

export async function sinceMerge(db: Handle, mergeId: number): Promise<SinceMerge> {
  const { rows } = await sql<{
    taken: readonly { id: number; units: number }[];
    own: number;
    since: readonly { id: number; units: number }[];
    isTouched: boolean;
    setLines: readonly { lineId: number; setId: number | null; parts: readonly SoldPart[]; units: number }[];
  }>`
    with ${ofMerge(mergeId)}, owned as (
      select s.adjustment, s.line_id, i.made_of is not null and s.part_id = m.variant_id and not i.is_older as is_shared_part,
        case
          when s.line_id is null then coalesce(b.source_id, r.source_id)
          when i.made_of is not null then p.source_id
          else coalesce(o.source_id, case when i.variant_id = m.variant_id and not i.is_older then l.source_id end)
        end as source_id
      from m cross join since s
      left join lines i on i.id = s.line_id
      left join brought b on b.listing_id = s.source_listing_id
      left join sources r on r.id = substring(s.cause from '^merge_remainder:(\\d+)$')::bigint
      left join sources o on o.id = i.variant_id
      left join sources p on p.id = s.part_id
      left join brought l on l.listing_id = i.variant_listing_id
    )
    select
      (select coalesce(json_agg(json_build_object('id', q.source_id, 'units', q.units)), '[]') from (
        select n.source_id, coalesce(-sum(t.adjustment), 0)::integer as units
        from (select distinct source_id from sources) n
        left join stock_movements t on t.variant_id = n.source_id and t.cause = 'merge:' || ${mergeId}::text
        group by 1 order by 1) q) as taken,
      (select m.quantity_after - t.adjustment from m join stock_movements t on t.variant_id = m.variant_id and t.cause = 'merge:' || m.id) as own,
      (select coalesce(json_agg(json_build_object('id', q.source_id, 'units', q.units)), '[]') from (
        select source_id, sum(adjustment)::integer as units from owned where source_id is not null group by 1) q) as since,
      exists (select from since where cause not like 'merge%' and cause not like 'undo:%') as "isTouched",
      (select coalesce(json_agg(json_build_object('lineId', q.line_id, 'setId', q.variant_id, 'parts', q.made_of, 'units', q.units)), '[]') from (
        select o.line_id, i.variant_id, i.made_of, sum(o.adjustment)::integer as units
        from owned o join lines i on i.id = o.line_id where o.is_shared_part group by 1, 2, 3) q) as "setLines"
    from m`.execute(db);
  const [row] = rows;
  const byId = (list: readonly { id: number; units: number }[] = []): Map<number, number> =>
    new Map(list.map(({ id, units }) => [id, units]));
  return {
    taken: byId(row?.taken),
    own: row?.own ?? 0,
    since: byId(row?.since),
    isTouched: row?.isTouched ?? false,
    setLines: row?.setLines ?? [],
  };
}

/**
 * Takes apart what a merge joined: the SKUs that it merged away are there again, with their listings, the lines of these that were first
 * counted since, their products and the sets that they were part of.
 */
export async function separate(tx: Tx, merge: MergeToUndo, joined: Joined, at: Date): Promise<void> {
  const survivorId = merge.variant_id;
  await sql`
    with ${ofMerge(merge.id)}
    update order_items i set variant_id = b.source_id
    from m, entry, brought b, orders o
    where i.variant_listing_id = b.listing_id and i.variant_id = m.variant_id and i.made_of is null and o.id = i.order_id
      and not exists (
        select from stock_movements s
        where s.variant_id = m.variant_id and s.source_order_id = i.order_id and s.id < entry.id and s.cause like 'line:' || i.id || ':%')
      and (o.imported_at >= m.created_at or i.id in (select line_id from since))`.execute(tx);
  const sources = joined.sources.map(({ id }) => id);
  const merged = joined.sources.flatMap((source) => source.merged.map((id) => ({ id, into: source.id })));
  await sql`
    update variants v set merged_into_id = n.into_id, updated_at = ${at}
    from unnest(${[...sources, ...merged.map(({ id }) => id)]}::bigint[],
      ${[...sources.map(() => null), ...merged.map(({ into }) => into)]}::bigint[]) n(id, into_id)
    where v.id = n.id and v.merged_into_id = ${survivorId}`.execute(tx);
  const brought = merge.listings.filter((listing) => listing.from_variant_id !== survivorId);
  await sql`
    update variant_listings l set variant_id = n.variant_id, updated_at = ${at}
    from unnest(${brought.map((listing) => listing.variant_listing_id)}::bigint[],
      ${brought.map((listing) => listing.from_variant_id)}::bigint[]) n(id, variant_id)
    where l.id = n.id and l.variant_id = ${survivorId}`.execute(tx);
  await sql`
    update product_listings i set product_id = n.product_id
    from unnest(${joined.items.map(({ id }) => id)}::bigint[], ${joined.items.map((item) => item.product_id)}::bigint[]) n(id, product_id),
      variants s
    where i.id = n.id and s.id = ${survivorId} and i.product_id = s.product_id`.execute(tx);
  await sql`
    with was as (
      select * from unnest(${joined.parts.map((part) => part.set_id)}::bigint[], ${joined.parts.map((part) => part.part_id)}::bigint[],
        ${joined.parts.map(({ units }) => units)}::integer[]) w(set_id, part_id, units)
    ), same as (
      select p.set_id, p.store_id from set_parts p
      where p.part_id = ${survivorId} and p.units = (select sum(units) from was where was.set_id = p.set_id)
    ), gone as (
      delete from set_parts p using same where p.set_id = same.set_id and p.part_id = ${survivorId}
        and not exists (select from was where was.set_id = p.set_id and was.part_id = ${survivorId})
    ), kept as (
      update set_parts p set units = was.units from same, was
      where p.set_id = same.set_id and was.set_id = p.set_id and p.part_id = ${survivorId} and was.part_id = ${survivorId}
    )
    insert into set_parts (set_id, part_id, store_id, units)
    select was.set_id, was.part_id, same.store_id, was.units from was join same on same.set_id = was.set_id
    where was.part_id <> ${survivorId}`.execute(tx);
  if (joined.names !== undefined) {
    const { before, after } = joined.names;
    await sql`
      update variants set name = ${before.name}, full_product_name = ${before.full_product_name}
      where id = ${survivorId} and full_product_name = ${after}`.execute(tx);
  }
  await sql`update variant_merges set undone_at = ${at} where id = ${merge.id}`.execute(tx);
}

/** Writes what lines of sets sold. */
export async function writeSoldParts(
  tx: Tx,
  lines: readonly { readonly lineId: number; readonly parts: readonly SoldPart[] }[],
): Promise<void> {
  await sql`
    update order_items i set made_of = n.parts::jsonb
    from unnest(${lines.map(({ lineId }) => lineId)}::bigint[], ${lines.map(({ parts }) => JSON.stringify(parts))}::text[]) n(id, parts)
    where i.id = n.id`.execute(tx);
}
