-- Who pays for what a store merges. Nothing about cards is kept here: the payment provider has them.
alter table stores add column console_subscription_tier text;
alter table stores add column stripe_subscription_id text unique;
alter table stores add constraint stores_subscription_whole
  check ((stripe_subscription_id is null) = (console_subscription_tier is null));

-- How many merged listings a store had, once for each day of its zone.
create table merged_counts (
  store_id bigint not null references stores on delete cascade,
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  merged_count integer not null check (merged_count >= 0),
  counted_at timestamptz not null,
  primary key (store_id, day)
);

-- The mean of a month's daily counts, kept up with each of them; what the month cost follows from it.
create table monthly_subscription_infos (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores on delete cascade,
  year integer not null,
  month integer not null check (month between 1 and 12),
  -- To two decimals, in hundredths.
  average_merged_hundredths integer not null check (average_merged_hundredths >= 0),
  created_at timestamptz not null,
  -- When the month was over and put on the store's next bill, under which name the provider knows it.
  charged_at timestamptz,
  invoice_item_id text,
  unique (store_id, year, month),
  check ((charged_at is null) = (invoice_item_id is null))
);
create index monthly_subscription_infos_newest on monthly_subscription_infos (created_at desc, id desc);
create index monthly_subscription_infos_store on monthly_subscription_infos (store_id, created_at desc, id desc);
create index monthly_subscription_infos_uncharged on monthly_subscription_infos (year, month) where charged_at is null;

-- What the payment provider told of, once each; what it says is read again from the provider before it counts.
create table payment_events (
  id text primary key,
  type text not null,
  subscription_id text,
  received_at timestamptz not null
);
create index payment_events_received on payment_events (received_at);
