import { sql, type RawBuilder } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

export interface TodoCounts {
  readonly orders_to_ship: number;
  readonly orders_late: number;
  readonly orders_due_today: number;
  readonly orders_to_link: number;
  readonly cancellations_to_answer: number;
  readonly returns_to_answer: number;
  readonly returns_due_today: number;
  readonly places_to_choose: number;
  readonly refused_quantities: number;
  readonly oversold_skus: number;
  readonly running_out_skus: number;
  readonly ending_authorisations: number;
}

export interface TodoTimes {
  /** Orders that were made since this instant count. */
  readonly soldFrom: Date;
  /** Deadlines before this instant have passed. */
  readonly now: Date;
  /** Deadlines before this instant are today's. */
  readonly tomorrow: Date;
  /** Authorisations that end by this instant count. */
  readonly expiring: Date;
}

const due = (storeId: number, { soldFrom }: TodoTimes, when: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select from orders o where o.store_id = ${storeId} and o.state = 'staff_to_process' and ${when}
    and o.source_created_at >= ${soldFrom}`;

/** The conditions of the lists of orders whose buyers wait for an answer; literals, so that a partial index applies. */
const asksToCancel = sql`o.state = 'outstanding_issues' and o.state_reason = 'orders.cancellation_requested'`;
const asksToReturn = sql`o.state = 'outstanding_issues' and o.state_reason = 'orders.return_requested'
        and exists (select from order_returns r where r.order_id = o.id and (r.can_accept or r.can_dispute))`;

/** Counts what waits in a store; each kind is read from an index, up to `limit`. */
export const todoCounts = (storeId: number, from: TodoTimes, limit: number): RawBuilder<TodoCounts> => sql`
  select
    (select count(*)::integer from (
      select from orders o where o.store_id = ${storeId} and o.state = 'staff_to_process'
        and o.source_created_at >= ${from.soldFrom} limit ${limit}) c) as orders_to_ship,
    (select count(*)::integer from (${due(storeId, from, sql`o.ship_by <= ${from.now}`)} limit ${limit}) c) as orders_late,
    (select count(*)::integer from (
      ${due(storeId, from, sql`o.ship_by > ${from.now} and o.ship_by < ${from.tomorrow}`)} limit ${limit}) c) as orders_due_today,
    (select count(*)::integer from (
      select from orders o where o.store_id = ${storeId} and o.lacks_listing
        and o.source_created_at >= ${from.soldFrom} limit ${limit}) c) as orders_to_link,
    (select count(*)::integer from (
      select from orders o where o.store_id = ${storeId} and ${asksToCancel}
        and o.source_created_at >= ${from.soldFrom} limit ${limit}) c) as cancellations_to_answer,
    (select count(*)::integer from (
      select from orders o where o.store_id = ${storeId} and ${asksToReturn}
        and o.source_created_at >= ${from.soldFrom} limit ${limit}) c) as returns_to_answer,
    (select count(*)::integer from (
      select from orders o where o.store_id = ${storeId} and ${asksToReturn} and o.source_created_at >= ${from.soldFrom}
        and exists (
          select from order_returns r where r.order_id = o.id and (r.can_accept or r.can_dispute)
            and r.due_at >= ${from.now} and r.due_at < ${from.tomorrow}) limit ${limit}) c) as returns_due_today,
    (select count(*)::integer from (
      select from marketplaces m
      where m.store_id = ${storeId} and m.deleted_at is null and m.deactivated_at is null
        and m.place_state = 'asked' limit ${limit}) c) as places_to_choose,
    (select count(*)::integer from (
      select distinct l.variant_id from marketplaces m
      join listing_stocks s on s.marketplace_id = m.id and s.flag = 'rejected'
      join variant_listings l on l.id = s.variant_listing_id and l.state = 'live'
      where m.store_id = ${storeId} and m.deleted_at is null and m.deactivated_at is null limit ${limit}) c) as refused_quantities,
    (select count(*)::integer from (
      select from variants v
      where v.store_id = ${storeId} and v.quantity_step = 0 and v.merged_into_id is null limit ${limit}) c) as oversold_skus,
    (select count(*)::integer from (
      select from variants v
      where v.store_id = ${storeId} and v.merged_into_id is null
        and v.runs_out_step <= step_of((select b.running_out_days from stores b where b.id = ${storeId}))
        and v.runs_out_within <= (select b.running_out_days from stores b where b.id = ${storeId}) limit ${limit}) c) as running_out_skus,
    (select count(*)::integer from (
      select from marketplaces m
      where m.store_id = ${storeId} and m.deleted_at is null and m.deactivated_at is null
        and (m.needs_authorization or (m.state = 'verified' and m.auth_expiry <= ${from.expiring})) limit ${limit}) c) as ending_authorisations`;

export async function readTodoCounts(
  db: Handle,
  storeId: number,
  from: TodoTimes,
  limit: number,
): Promise<TodoCounts> {
  const { rows } = await todoCounts(storeId, from, limit).execute(db);
  if (rows[0] === undefined) throw new Error('A count is always answered.');
  return rows[0];
}
