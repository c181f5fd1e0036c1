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

-- The start was recorded in the activities, which are kept; the provider's events are there for thirty days alone.
insert into store_subscriptions (id, store_id, began_at)
select s.stripe_subscription_id, s.id, coalesce(least(
    (select max(a.created_at) from activities a where a.store_id = s.id and a.key = 'store.start_subscription'),
    (select min(e.received_at) from payment_events e where e.subscription_id = s.stripe_subscription_id)
  ), now())
from stores s where s.stripe_subscription_id is not null;

-- What a subscription costs for one month, or for the part of a month in which it ended: billed once.
create table subscription_charges (
  store_id bigint not null references stores on delete cascade,
  info_id bigint not null references monthly_subscription_infos on delete cascade,
  -- Null for a month that was billed before subscriptions were kept.
  subscription_id text references store_subscriptions on delete cascade,
  average_merged_hundredths integer not null check (average_merged_hundredths >= 0),
  -- In minor units of SGD; 0 where another subscription of the month has paid for it.
  amount integer not null check (amount >= 0),
  created_at timestamptz not null,
  charged_at timestamptz,
  invoice_item_id text,
  unique nulls not distinct (info_id, subscription_id),
  check ((charged_at is null) = (invoice_item_id is null))
);
create index subscription_charges_subscription on subscription_charges (subscription_id);
create index subscription_charges_store on subscription_charges (store_id);

insert into subscription_charges
  (store_id, info_id, subscription_id, average_merged_hundredths, amount, created_at, charged_at, invoice_item_id)
select store_id, id, null, average_merged_hundredths,
  1000 + round(greatest(0, average_merged_hundredths - 10000) * 10 / 100.0)::integer, charged_at, charged_at, invoice_item_id
from monthly_subscription_infos where charged_at is not null;

drop index monthly_subscription_infos_uncharged;
alter table monthly_subscription_infos drop column charged_at, drop column invoice_item_id;
