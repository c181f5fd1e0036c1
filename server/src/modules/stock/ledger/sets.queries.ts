import { sql } from 'kysely';
import { outboxRows, wakingWebhooks } from '../../../api/webhook-outbox.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { Component, CompositionFacts } from '../protocol/sets.rules.ts';
import type { SetQuantity } from './stock-writes.rules.ts';

/** Writes the quantities of sets, which follow from those of their parts: a set has no ledger. The caller has locked the sets. */
export async function writeSetQuantities(tx: Tx, sets: readonly SetQuantity[], at: Date): Promise<void> {
  const ids = sets.map(({ variantId }) => variantId);
  const quantities = sets.map(({ quantity }) => quantity);
  const changed = sql`
    select store_id, ${at}::timestamptz as at, jsonb_build_object('id', id, 'product_id', product_id) as record from followed`;
  await sql`
    with followed as (
      update variants v set quantity = n.quantity, updated_at = ${at}
      from unnest(${ids}::bigint[], ${quantities}::integer[]) n(id, quantity)
      where v.id = n.id and v.is_set
      returning v.id, v.store_id, v.product_id
    ), outbox as (${outboxRows('quantity.changed', changed)})
    select ${wakingWebhooks('outbox')}`.execute(tx);
}

/** What a set is made of, by the ids of the parts. */
export async function componentsOf(db: Handle, setId: number): Promise<Component[]> {
  const { rows } = await sql<Component>`
    select part_id as "partId", units from set_parts where set_id = ${setId} order by part_id`.execute(db);
  return rows;
}

/** What decides whether these SKUs can make up another. The caller has locked them all. */
export async function compositionFacts(
  tx: Tx,
  setId: number,
  storeId: number,
  partIds: readonly number[],
): Promise<CompositionFacts> {
  const { rows } = await sql<{ isPart: boolean; found: CompositionFacts['found'] | null }>`
    select exists (select from set_parts where part_id = ${setId}) as "isPart",
      (select json_agg(json_build_object('id', id, 'storeId', store_id, 'isSet', is_set))
       from variants where id = any(${partIds}::bigint[]) and merged_into_id is null) as found`.execute(tx);
  return { setId, storeId, isPart: rows[0]?.isPart ?? false, found: rows[0]?.found ?? [] };
}

/** Writes what a SKU is made of; of nothing: it is no set any more, and its own ledger, which ends at 0, counts again. */
export async function writeComponents(
  tx: Tx,
  setId: number,
  components: readonly Component[],
  at: Date,
): Promise<void> {
  const ids = components.map(({ partId }) => partId);
  const units = components.map((component) => component.units);
  const isSet = components.length > 0;
  await sql`delete from set_parts where set_id = ${setId}`.execute(tx);
  await sql`
    insert into set_parts (set_id, part_id, store_id, units)
    select v.id, n.id, v.store_id, n.units
    from variants v, unnest(${ids}::bigint[], ${units}::integer[]) n(id, units)
    where v.id = ${setId}`.execute(tx);
  await sql`
    update variants set is_set = ${isSet}, quantity = case when ${isSet} then quantity else 0 end, updated_at = ${at}
    where id = ${setId}`.execute(tx);
}

/** Puts the SKU that others were merged into in their place in each set; units of parts that are one now add up. */
export async function moveParts(tx: Tx, survivorId: number, sourceIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ setId: number; storeId: number; units: number }>`
    with gone as (
      delete from set_parts c
      where c.part_id = any(${[survivorId, ...sourceIds]}::bigint[])
        and exists (select from set_parts o where o.set_id = c.set_id and o.part_id = any(${sourceIds}::bigint[]))
      returning set_id, store_id, units
    )
    select set_id as "setId", store_id as "storeId", sum(units)::integer as units from gone group by 1, 2 order by 1`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
    insert into set_parts (set_id, part_id, store_id, units)
    select n.set_id, ${survivorId}, n.store_id, n.units
    from unnest(${rows.map(({ setId }) => setId)}::bigint[], ${rows.map(({ storeId }) => storeId)}::bigint[],
      ${rows.map(({ units }) => units)}::integer[]) n(set_id, store_id, units)`.execute(tx);
}

/** Ends the epochs of these listings for good: nothing of them is booked any more, and no booking of them is reversed. */
export async function endBookings(tx: Tx, listingIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update listing_epochs set closed_at = coalesce(closed_at, ${at}), bookable = false, booked = 0, joined = 0
    where variant_listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

/** Whether none of the shops of some part of a set was decided yet since the database went back. */
export async function hasUndecidedPart(tx: Tx, setId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from set_parts c
      where c.set_id = ${setId}
        and exists (
          select from variant_listings l join recovering_listings r on r.variant_listing_id = l.id
          where l.variant_id = c.part_id and l.deleted_at is null)
        and not exists (
          select from variant_listings l join listing_stocks s on s.variant_listing_id = l.id and s.counted_from is not null
          left join recovering_listings r on r.variant_listing_id = l.id
          where l.variant_id = c.part_id and l.deleted_at is null and r.variant_listing_id is null)
    ) as is`.execute(tx);
  return rows[0]?.is ?? false;
}

/** Whether a member is asked to count a SKU after a restore. */
export async function isCountAsked(tx: Tx, variantId: number): Promise<boolean> {
  const { rows } = await sql`select from recovery_counts where variant_id = ${variantId}`.execute(tx);
  return rows.length > 0;
}
