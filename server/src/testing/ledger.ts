import { sql } from 'kysely';
import type { Handle } from '../platform/database/database.ts';

/** A SKU's number. */
export async function quantityOf(db: Handle, variantId: number): Promise<number> {
  const row = await db
    .selectFrom('variants')
    .select('quantity')
    .where('id', '=', variantId)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

export interface Entry {
  readonly variant_id: number;
  readonly adjustment: number;
  readonly source_type: string;
  readonly action: string;
}

/** What was written since, oldest first. */
export async function entriesAfter(db: Handle, id: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select variant_id, adjustment, source_type, action from stock_movements where id > ${id} order by id`.execute(
    db,
  );
  return rows;
}

/** The newest entry's id; 0 where there is none. */
export async function newestEntry(db: Handle): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(id), 0) as id from stock_movements`.execute(db);
  return rows[0]?.id ?? 0;
}

/** SKUs whose number is not the sum of their entries, or that of sets what their parts allow, and entries whose final number is not the running sum. */
export async function wrongSums(db: Handle): Promise<unknown[]> {
  const { rows } = await sql`
    select v.id, v.quantity::text as has, coalesce(sum(m.adjustment), 0)::text as should from variants v
    left join stock_movements m on m.variant_id = v.id group by v.id
    having case when v.is_set then 0 else v.quantity end <> coalesce(sum(m.adjustment), 0)
    union all
    select v.id, v.quantity::text, min(floor(q.quantity::numeric / c.units))::text
    from variants v join set_parts c on c.set_id = v.id join variants q on q.id = c.part_id
    group by v.id having v.quantity <> min(floor(q.quantity::numeric / c.units))
    union all
    select r.id, r.final_quantity::text, r.running::text from (
      select id, final_quantity, sum(adjustment) over (partition by variant_id order by id) as running
      from stock_movements) r
    where r.final_quantity <> r.running`.execute(db);
  return rows;
}
