import type { ReturnState } from '@evenstock/contract/orders/return-detail';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { ReturnStanding } from './order-state.rules.ts';

/** States of an undecided return; an unknown one counts as open. */
const open = sql`r.state in ('pending', 'to_return', 'disputed', 'unknown')`;

/** The status of an order's returns; 'none' also while the order has no id. */
export function returnStanding(orderId: RawBuilder<unknown>): RawBuilder<ReturnStanding> {
  return sql`(
    select case when bool_or(${open}) then 'open' when bool_or(r.state = 'accepted') then 'accepted'
      when count(*) > 0 then 'ended' else 'none' end
    from order_returns r where r.order_id = ${orderId})`;
}

/** Units of order item `i` whose return was accepted. */
export const returnedUnits = sql<number>`(
  select coalesce(sum(l.units), 0)::integer
  from order_return_lines l join order_returns r on r.id = l.return_id
  where l.order_item_id = i.id and r.state = 'accepted')`;

/** The status of the newest return of order item `i`, else the one of its line. */
export const itemReturnStatus = sql<string | null>`coalesce((
  select case when r.state = 'accepted' then 'ACCEPTED' when ${open} then 'TO_RETURN' else r.raw_state end
  from order_return_lines l join order_returns r on r.id = l.return_id
  where l.order_item_id = i.id order by ${open} desc, r.source_created_at desc, r.id desc limit 1), i.return_status)`;

/** Whether return `r` of order `o` was answered from here since it was last read; `m` is its marketplace. */
const answeredHere = sql`exists (
  select from marketplace_actions a
  where a.subject_type = 'Order' and a.subject_id = o.id and a.kind in ('order.accept_return', 'order.dispute_return')
    and a.state = 'done' and (a.asked ->> 'return_id')::bigint = r.id
    and a.finished_at >= r.read_began_at - make_interval(secs => m.clock_offset_ms / 1000.0))`;

/** The return of order `o` that needs a person, else the newest, with its lines. */
export const shownReturn = sql`
  select json_build_object(
    'id', r.id, 'channel_return_id', r.channel_return_id, 'state', r.state, 'raw_state', r.raw_state,
    'answered_here', ${answeredHere}, 'can_accept', r.can_accept, 'can_dispute', r.can_dispute, 'reason', r.reason,
    'dispute_reason', r.dispute_reason, 'dispute_text_reason', r.dispute_text_reason, 'pictures', r.pictures,
    'tracking_number', r.tracking_number, 'refund_amount', r.refund_amount, 'currency', coalesce(r.currency, o.currency),
    'source_created_at', r.source_created_at, 'due_at', r.due_at, 'lines', coalesce(lines.list, '[]')) as return
  from order_returns r
  left join lateral (
    select json_agg(json_build_object('name', l.name, 'units', l.units, 'unit_price', l.unit_price,
      'variant', case when v.id is not null then json_build_object(
        'id', v.id, 'slug', v.slug, 'product_name', p.name, 'product_slug', p.slug) end) order by l.position) as list
    from order_return_lines l
    left join order_items i on i.id = l.order_item_id
    left join variant_listings vl on vl.id = i.variant_listing_id
    left join variants s on s.id = coalesce(i.variant_id, vl.variant_id)
    left join variants v on v.id = coalesce(s.merged_into_id, s.id)
    left join products p on p.id = v.product_id
    where l.return_id = r.id
  ) lines on true
  where r.order_id = o.id
  order by (r.can_accept or r.can_dispute) desc, ${open} desc, r.source_created_at desc, r.id desc limit 1`;

/**
 * Locks the order that a return names: by the marketplace's own id, or by a number that one order alone has.
 * @returns its id; null: it is not here
 */
export async function lockNamedOrder(
  tx: Tx,
  marketplaceId: number,
  named: { readonly number: string | null; readonly channelId: string | null },
): Promise<{ readonly id: number; readonly isBuyerDeleted: boolean } | null> {
  const { rows } = await sql<{ id: number; isBuyerDeleted: boolean }>`
    with named as (
      select id from orders where marketplace_id = ${marketplaceId} and channel_order_id = ${named.channelId}
      union all
      select min(id) from orders
      where marketplace_id = ${marketplaceId} and number = ${named.number} and ${named.channelId}::text is null
      having count(*) = 1)
    select id, buyer_deleted_at is not null as "isBuyerDeleted" from orders
    where id in (select id from named) for update`.execute(tx);
  return rows[0] ?? null;
}

/** Reads the status of an order's returns; call it under the lock of the order. */
export async function readStanding(tx: Tx, orderId: number): Promise<ReturnStanding> {
  const { rows } = await sql<{ standing: ReturnStanding }>`
    select ${returnStanding(sql`${orderId}::bigint`)} as standing`.execute(tx);
  return rows[0]?.standing ?? 'none';
}

/** Writes until when an order's returns are to be answered: the first deadline of those that may be. */
export async function writeAnswerBy(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders o set answer_by = a.due_at
    from (select min(r.due_at) as due_at from order_returns r where r.order_id = ${orderId} and (r.can_accept or r.can_dispute)) a
    where o.id = ${orderId} and o.answer_by is distinct from a.due_at`.execute(tx);
}

/** Raises the returned units of an order's items to those whose return was accepted. */
export async function countReturnedUnits(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update order_items i set returned = least(i.ordered - i.cancelled, ${returnedUnits})
    where i.order_id = ${orderId} and i.returned < least(i.ordered - i.cancelled, ${returnedUnits})`.execute(
    tx,
  );
}

/** Whether a return was answered from here since it was last read. */
export async function isAnsweredHere(tx: Tx, returnId: number): Promise<boolean> {
  const { rows } = await sql`
    select from order_returns r join orders o on o.id = r.order_id join marketplaces m on m.id = r.marketplace_id
    where r.id = ${returnId} and ${answeredHere}`.execute(tx);
  return rows.length > 0;
}

/** The return that is shown with an order, as a row. Instants are texts. */
export interface ShownReturn {
  readonly id: number;
  readonly channel_return_id: string;
  readonly state: ReturnState;
  readonly raw_state: string;
  readonly answered_here: boolean;
  readonly can_accept: boolean;
  readonly can_dispute: boolean;
  readonly reason: string | null;
  readonly dispute_reason: string | null;
  readonly dispute_text_reason: string | null;
  readonly pictures: readonly string[];
  readonly tracking_number: string | null;
  readonly refund_amount: number | null;
  readonly currency: string;
  readonly source_created_at: string;
  readonly due_at: string | null;
  readonly lines: readonly {
    readonly name: string;
    readonly units: number;
    readonly unit_price: number | null;
    readonly variant: { id: number; slug: string; product_name: string; product_slug: string } | null;
  }[];
}
