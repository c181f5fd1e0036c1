import { sql } from 'kysely';
import type { PageRequest } from '../../../api/page-request.ts';
import type { Handle } from '../../../platform/database/database.ts';

/** One event of an order; `facts` are those of its kind. */
export interface TimelineRecord {
  readonly kind: string;
  readonly id: number;
  readonly at: Date;
  readonly by: string | null;
  readonly tokenId: number | null;
  readonly tokenName: string | null;
  readonly facts: unknown;
}

/**
 * One page of an order's events, newest first, and the total. Activities that represent an action or a version of the notes, and those
 * of who read the buyer, are left out.
 */
export async function readTimeline(
  db: Handle,
  order: { readonly id: number; readonly storeId: number },
  page: PageRequest,
): Promise<{ events: readonly TimelineRecord[]; totalCount: number }> {
  const { rows } = await sql<{ total_count: number } & (TimelineRecord | { kind: null })>`
    with happened as materialized (
      select t.kind, o.id, t.at, null::bigint as user_id, null::bigint as token_id, '{}'::jsonb as facts, t.rank
      from orders o cross join lateral (
        values ('placed', o.source_created_at, 1), ('paid', o.paid_at, 2), ('imported', o.imported_at, 3)
      ) t(kind, at, rank)
      where o.id = ${order.id} and t.at is not null
      union all
      select 'changed', c.id, c.at, null, null, jsonb_build_object(
        'before', jsonb_build_object('state', c.state_before, 'marketplace_state', c.marketplace_state_before, 'raw_state', c.raw_state_before),
        'after', jsonb_build_object('state', c.state, 'marketplace_state', c.marketplace_state, 'raw_state', c.raw_state)), 6
      from order_changes c where c.order_id = ${order.id}
      union all
      select 'return_requested', r.id, r.source_created_at, null, null, jsonb_build_object('state', first.state, 'raw_state', first.raw_state), 7
      from order_returns r left join lateral (
        select f.state_before as state, f.raw_state_before as raw_state
        from (
          select c.state_before, c.raw_state_before, c.at, c.id from order_return_changes c where c.return_id = r.id
          union all
          select r.state, r.raw_state, 'infinity', null
        ) f order by f.at, f.id limit 1
      ) first on first.state in ('pending', 'unknown')
      where r.order_id = ${order.id}
      union all
      select 'return_changed', c.id, c.at, null, null,
        jsonb_build_object('before', jsonb_build_object('state', c.state_before, 'raw_state', c.raw_state_before),
          'after', jsonb_build_object('state', c.state, 'raw_state', c.raw_state)), 8
      from order_returns r join order_return_changes c on c.return_id = r.id where r.order_id = ${order.id}
      union all
      select 'action', a.id, a.asked_at, a.user_id, a.access_token_id, jsonb_build_object('action', a.kind, 'state', a.state,
        'finished_at', a.finished_at, 'reason', a.outcome_reason, 'message', a.outcome_message,
        'detail', a.asked ->> 'detail', 'refunded', a.asked -> 'refunded'), 5
      from marketplace_actions a where a.subject_type = 'Order' and a.subject_id = ${order.id}
      union all
      select 'noted', n.id, n.created_at, n.user_id, n.access_token_id, jsonb_build_object('notes', n.notes), 4
      from order_notes n where n.order_id = ${order.id}
      union all
      select 'activity', a.id, a.created_at, case a.actor_type when 'User' then a.actor_id end, a.access_token_id,
        jsonb_build_object('key', a.key), 4
      from activities a
      where a.store_id = ${order.storeId} and a.recipient_type = 'Order' and a.recipient_id = ${order.id}
        and a.key not in ('order.read_buyer', 'order.add_notes') and a.extras ->> 'action_id' is null
        and not exists (select from activities d where d.key = 'activity.delete' and d.recipient_id = a.id)
    ), page as (
      select * from happened order by at desc, rank desc, id desc limit ${page.perPage} offset ${page.offset}
    )
    select counted.total_count, p.kind, p.id, p.at, u.email as by, p.token_id as "tokenId", k.name as "tokenName", p.facts
    from (select count(*)::integer as total_count from happened) counted
    left join page p on true
    left join users u on u.id = p.user_id and u.deleted_at is null
    left join access_tokens k on k.id = p.token_id
    order by p.at desc, p.rank desc, p.id desc`.execute(db);
  return {
    events: rows.flatMap((row) => (row.kind === null ? [] : [row])),
    totalCount: rows[0]?.total_count ?? 0,
  };
}
