import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** The condition of SKUs `v` that are running out; no SKU meets it where the store does not show them. */
export function isRunningOut(storeId: number): RawBuilder<unknown> {
  const days = sql`(select b.running_out_days from stores b where b.id = ${storeId})`;
  // The index has the step of the days.
  return sql`v.runs_out_step <= step_of(${days}) and v.runs_out_within <= ${days}`;
}

/** Days of cover of a SKU `v`, computed as in `daysTillOut`: null, which sorts last, where none was sold. */
export const daysOfCover = sql`case when v.past_30_days_sales_count > 0
  then greatest(0, v.quantity::bigint * 30 / v.past_30_days_sales_count) end`;

/** Whether a store shows SKUs that are running out. */
export async function showsRunningOut(db: Handle, storeId: number): Promise<boolean> {
  const store = await db
    .selectFrom('stores')
    .select('running_out_days')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return store.running_out_days !== null;
}
