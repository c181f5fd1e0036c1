/* Billing: what stores merge, and what they pay for it. */

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
  unique (store_id, year, month)
);
create index monthly_subscription_infos_newest on monthly_subscription_infos (created_at desc, id desc);
create index monthly_subscription_infos_store on monthly_subscription_infos (store_id, created_at desc, id desc);

-- A store's subscriptions with the payment provider, kept when they have ended: which months are billed follows from them.
create table store_subscriptions (
  -- The provider's id.
  id text primary key,
  store_id bigint not null references stores on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
create unique index store_subscriptions_living on store_subscriptions (store_id) where ended_at is null;
create index store_subscriptions_store on store_subscriptions (store_id);

-- What a subscription costs for one month, or for the part of a month in which it ended: billed once.
create table subscription_charges (
  store_id bigint not null references stores on delete cascade,
  info_id bigint not null references monthly_subscription_infos on delete cascade,
  subscription_id text not null references store_subscriptions on delete cascade,
  average_merged_hundredths integer not null check (average_merged_hundredths >= 0),
  -- In minor units of SGD; 0 where another subscription of the month has paid for it.
  amount integer not null check (amount >= 0),
  created_at timestamptz not null,
  charged_at timestamptz,
  invoice_item_id text,
  unique (info_id, subscription_id),
  check ((charged_at is null) = (invoice_item_id is null))
);
create index subscription_charges_subscription on subscription_charges (subscription_id);
create index subscription_charges_store on subscription_charges (store_id);

-- What the payment provider told of, once each; what it says is read again from the provider before it counts.
create table payment_events (
  id text primary key,
  type text not null,
  subscription_id text,
  received_at timestamptz not null
);
create index payment_events_received on payment_events (received_at);
