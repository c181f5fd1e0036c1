-- An unfinished check of a marketplace's last days, so that it continues where it waited or was killed.
create table order_day_checks (
  marketplace_id bigint primary key references marketplaces on delete cascade,
  store_id bigint not null references stores,
  -- YYYY-MM-DD in the zone of the store.
  first_day text not null,
  last_day text not null,
  -- The end of the last window that it lists.
  until timestamptz not null,
  -- The windows that were listed, then the days that were recorded.
  step integer not null default 0,
  -- Where the next page of the window begins; null: at its first.
  cursor jsonb,
  -- The newest day that the marketplace refused to list; those before it are incomplete too.
  refused_day text,
  moved_at timestamptz not null
);

-- The orders of those days that it has listed so far.
create table order_day_numbers (
  marketplace_id bigint not null references order_day_checks on delete cascade,
  day text not null,
  number text not null,
  -- It was not here when it was listed.
  fetched boolean not null,
  primary key (marketplace_id, number)
);
