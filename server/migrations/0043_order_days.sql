-- For each marketplace and day: the orders that it lists beside those that are here.
create table order_days (
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces on delete cascade,
  -- YYYY-MM-DD in the zone of the store, by when orders were placed.
  day text not null,
  checked_at timestamptz not null,
  -- Null: its list could not be asked for that day.
  theirs integer,
  ours integer not null,
  -- Orders that the check had to fetch.
  fetched integer not null,
  -- Orders that it lists and that are still not here.
  missing integer not null,
  primary key (marketplace_id, day)
);
create index order_days_store on order_days (store_id, day desc);
