import { sql, type RawBuilder } from 'kysely';
import { outboxRows, wakingWebhooks } from '../../../api/webhook-outbox.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { MovementSource, NewMovement } from './movement.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';

/** Writes the ledger and the quantities that follow from it: the one statement that changes `variants.quantity`. */
export async function insertMovements(
  tx: Tx,
  movements: readonly NewMovement[],
  at: Date,
): Promise<RecordedMovement[]> {
  const ofType = (type: MovementSource['type']): (number | null)[] =>
    movements.map(({ source }) => (source.type === type ? idOf(source) : null));
  const listingIds = movements.map(({ source }) => (source.type === 'Marketplace' ? source.listingId : null));
  const variantIds = movements.map(({ variantId }) => variantId);
  // Arrays of columns: the planner expects few rows of them and looks each up by its key.
  const { rows } = await sql<RecordedMovement>`
    with wanted as materialized (
      select * from unnest(${variantIds}::bigint[], ${movements.map(({ storeId }) => storeId)}::bigint[],
        ${movements.map(({ adjustment }) => adjustment)}::integer[],
        ${movements.map(({ source }) => source.type)}::text[], ${ofType('Order')}::bigint[],
        ${ofType('Marketplace')}::bigint[], ${listingIds}::bigint[], ${ofType('User')}::bigint[],
        ${movements.map(({ action }) => action)}::text[], ${movements.map(({ cause }) => cause)}::text[],
        ${movements.map(({ reason }) => reason?.code ?? null)}::text[], ${movements.map(({ reason }) => reason?.note ?? null)}::text[])
      with ordinality as w(variant_id, store_id, adjustment, source_type, source_order_id, source_marketplace_id, source_listing_id,
        source_user_id, action, cause, reason, reason_note, index)
    ), locked as materialized (
      select id from variants where id = any(array(
        select unnest(${variantIds}::bigint[]) union select set_id from set_parts where part_id = any(${variantIds}::bigint[])
      )) order by id for no key update
    ), fresh as materialized (
      select w.* from wanted w join locked l on l.id = w.variant_id
      where not exists (select from stock_movements m where m.variant_id = w.variant_id and m.cause = w.cause)
    ), moved as (
      update variants v set quantity = v.quantity + f.total, updated_at = ${at}
      from (select variant_id, sum(adjustment)::integer as total from fresh group by variant_id) f
      where v.id = f.variant_id returning v.id, v.quantity
    ), entered as (
    insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, source_order_id,
      source_marketplace_id, source_listing_id, source_user_id, action, cause, reason, reason_note, created_at)
    select f.store_id, f.variant_id, f.adjustment,
      m.quantity - (sum(f.adjustment) over (partition by f.variant_id order by f.index desc))::integer + f.adjustment,
      f.source_type, f.source_order_id, f.source_marketplace_id, f.source_listing_id, f.source_user_id, f.action, f.cause, f.reason,
      f.reason_note, ${at}
    from fresh f join moved m on m.id = f.variant_id
    order by f.index
    returning id, store_id, variant_id, cause, adjustment, final_quantity
    ), outbox as (${outboxRows('quantity.changed', changedQuantities(at))})
    select id, variant_id as "variantId", cause, adjustment, final_quantity as "finalQuantity",
      array(select l.id from locked l where l.id <> all(${variantIds}::bigint[])) as "lockedSets", ${wakingWebhooks('outbox')}
    from entered order by id`.execute(tx);
  return rows.map(({ id, variantId, cause, adjustment, finalQuantity, lockedSets }) => ({
    id,
    variantId,
    cause,
    adjustment,
    finalQuantity,
    lockedSets: lockedSets.map(Number),
  }));
}

/** The events that webhooks get for the entries of a statement. */
const changedQuantities = (at: Date): RawBuilder<unknown> => sql`
  select distinct e.store_id, ${at}::timestamptz as at,
    jsonb_build_object('id', v.id, 'product_id', v.product_id) as record
  from entered e join variants v on v.id = e.variant_id where e.adjustment <> 0`;

function idOf(source: MovementSource): number | null {
  switch (source.type) {
    case 'Order':
      return source.orderId;
    case 'Marketplace':
      return source.marketplaceId;
    case 'User':
      return source.userId;
  }
}

/** An adjustment, with what it would be recorded under. */
export interface CausedAdjustment {
  readonly variantId: number;
  readonly units: number;
  readonly cause: string;
}

/** How many of these adjustments were recorded after an instant under another cause of the same beginning, and not under their own. */
export async function countRepeated(
  db: Handle,
  adjustments: readonly CausedAdjustment[],
  { beginning, since }: { readonly beginning: string; readonly since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from unnest(
      ${adjustments.map(({ variantId }) => variantId)}::bigint[], ${adjustments.map(({ units }) => units)}::integer[],
      ${adjustments.map(({ cause }) => cause)}::text[]
    ) a(variant_id, units, cause)
    where exists (
      select from stock_movements m where m.variant_id = a.variant_id and m.adjustment = a.units
        and starts_with(m.cause, ${beginning}) and m.created_at > ${since}
    ) and not exists (select from stock_movements m where m.variant_id = a.variant_id and m.cause = a.cause)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Whether a SKU has recorded the cause. */
export async function isRecorded(tx: Tx, variantId: number, cause: string): Promise<boolean> {
  const { rows } = await sql`
    select from stock_movements where variant_id = ${variantId} and cause = ${cause}`.execute(tx);
  return rows.length > 0;
}

/**
 * Those of these causes that their SKUs have recorded, or SKUs that were merged into them. The caller has locked the variants, so no
 * merge comes between.
 */
export async function recordedCauses(
  tx: Tx,
  entries: readonly { readonly variantId: number; readonly cause: string }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ cause: string }>`
    select e.cause
    from unnest(${entries.map(({ variantId }) => variantId)}::bigint[], ${entries.map(({ cause }) => cause)}::text[]) e(variant_id, cause)
    where exists (select from stock_movements m where m.variant_id = e.variant_id and m.cause = e.cause)
      or exists (
        select from variants v join stock_movements m on m.variant_id = v.id and m.cause = e.cause
        where v.merged_into_id = e.variant_id)`.execute(tx);
  return new Set(rows.map(({ cause }) => cause));
}

/** Whether a SKU that was merged into this one has recorded the cause. The caller has locked the variant, so no merge comes between. */
export async function isKnownToMerged(tx: Tx, variantId: number, cause: string): Promise<boolean> {
  const { rows } = await sql`
    select from variants v join stock_movements m on m.variant_id = v.id and m.cause = ${cause}
    where v.merged_into_id = ${variantId} limit 1`.execute(tx);
  return rows.length > 0;
}
