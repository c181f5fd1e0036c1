-- How a return changed after it was first read, as its marketplace told it.
create table order_return_changes (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  return_id bigint not null references order_returns on delete cascade,
  -- When it changed by the marketplace's clock.
  at timestamptz not null,
  state_before text not null,
  state text not null,
  raw_state_before text not null,
  raw_state text not null
);
create index order_return_changes_return on order_return_changes (return_id, at, id);
create index order_return_changes_store on order_return_changes (store_id);
