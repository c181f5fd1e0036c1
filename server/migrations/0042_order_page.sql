alter table orders
  -- Until when the marketplace wants it shipped; null where it tells none.
  add column ship_by timestamptz;
create index orders_due on orders (store_id, ship_by, id) include (source_created_at, marketplace_id)
  where state = 'staff_to_process' and ship_by is not null;

-- What marketplaces changed about an order after it came in, the newest last.
create table order_changes (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  order_id bigint not null references orders on delete cascade,
  -- When it changed by the marketplace's clock.
  at timestamptz not null,
  recorded_at timestamptz not null,
  state_before text not null,
  state text not null,
  marketplace_state_before text not null,
  marketplace_state text not null,
  raw_state_before text not null,
  raw_state text not null
);
create index order_changes_order on order_changes (order_id, at, id);
