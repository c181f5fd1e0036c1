alter table orders
  -- A member set it ready to collect: some marketplaces do not show that.
  add column ready_to_collect_at timestamptz,
  -- A member moved it to Completed after it was shipped.
  add column moved_to_completed_at timestamptz,
  -- What the buyer showed who collected it, where the channel gives out coupons.
  add column pickup_proof jsonb;

-- Every version of an order's notes, the newest last; `orders.notes` is that one. A buyer's data may be in them.
create table order_notes (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  order_id bigint not null references orders on delete cascade,
  notes text not null,
  user_id bigint references users on delete set null,
  created_at timestamptz not null
);
create index order_notes_order on order_notes (order_id, id);
create index order_notes_user on order_notes (user_id) where user_id is not null;

-- The mass action that asked for it: a step that is repeated finds the action of before.
alter table marketplace_actions add column operation_id bigint references operations on delete set null;
create unique index marketplace_actions_operation on marketplace_actions (operation_id, subject_type, subject_id)
  where operation_id is not null;

drop index marketplace_actions_sender;
create index marketplace_actions_sender on marketplace_actions (marketplace_id, id desc)
  where kind in ('order.ship', 'order.ready_to_collect') and state = 'done'
    and asked -> 'answers' ->> 'sender_real_name' is not null;
