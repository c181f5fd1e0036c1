create table marketplaces (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  slug text not null check (slug ~ '[a-z]'),
  name text not null,
  channel text not null,
  -- As the merchant named it before connecting (Shopify: the sub-domain).
  shop_name text,
  is_for_test boolean not null default false,
  is_lazmall boolean not null default false,
  is_tokopedia boolean not null default false,
  can_sync_to_marketplace boolean not null default true,
  state text not null default 'unverified' check (state in ('unverified', 'verified')),
  needs_authorization boolean not null default false,
  auth_expiry timestamptz,
  -- The channel's own id of the shop, and the account fields that its page shows.
  channel_shop_id text,
  currency text,
  account jsonb not null default '[]',
  -- Channel's clock minus ours.
  clock_offset_ms bigint not null default 0,
  verified_at timestamptz,
  -- Who authorised it last, and when the pulls that followed were done: then a mail goes out, once.
  verified_by_user_id bigint references users,
  first_synced_at timestamptz,
  deactivated_at timestamptz,
  start_pulling_orders_at timestamptz,
  last_pull_products_at timestamptz,
  num_orders integer not null default 0,
  num_product_listings integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, slug)
);
create unique index marketplaces_name on marketplaces (store_id, lower(name)) where deleted_at is null;
-- One marketplace shop is connected once, over all stores.
create unique index marketplaces_shop on marketplaces (channel, channel_shop_id)
  where channel_shop_id is not null and deleted_at is null and deactivated_at is null;
create index marketplaces_store on marketplaces (store_id, created_at, id) where deleted_at is null;

create table marketplace_credentials (
  marketplace_id bigint primary key references marketplaces on delete cascade,
  -- Encrypted JSON of the connector's Credentials.
  sealed bytea not null,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  version integer not null default 1,
  -- Single-flight refresh: who refreshes, and until when nobody else may.
  refresh_token uuid,
  refresh_until timestamptz,
  updated_at timestamptz not null
);

-- The `state` of an authorisation under way: single use, ten minutes, bound to user, store and marketplace. Only its SHA-256 is kept.
create table authorisation_states (
  state_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  channel text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A pull of products or orders: its cursor is this row, so it resumes after a kill.
create table marketplace_pulls (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  kind text not null check (kind in ('listings', 'orders')),
  -- first: after authorisation. poll: what changed lately. reconcile: the last 48 hours, or every listing. manual: a person asked.
  scope text not null check (scope in ('first', 'poll', 'reconcile', 'manual')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  cursor jsonb,
  window_from timestamptz,
  window_to timestamptz,
  -- On the channel's clock: what was listed at this instant is in the pull.
  began_at timestamptz not null,
  done integer not null default 0,
  total integer,
  -- Who works on it, and until when nobody else may.
  lease_token uuid,
  lease_until timestamptz,
  -- Failures in a row, and when it is tried again after one.
  failures integer not null default 0,
  resume_at timestamptz,
  error text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index marketplace_pulls_running on marketplace_pulls (marketplace_id, kind, scope) where state = 'running';
create index marketplace_pulls_newest on marketplace_pulls (marketplace_id, kind, id desc);
create index marketplace_pulls_scope on marketplace_pulls (marketplace_id, kind, scope, id desc);
create index marketplace_pulls_began on marketplace_pulls (marketplace_id, kind, began_at desc) where state = 'done';

-- Notices from marketplaces, stored before they are answered. The hint alone is kept, never a buyer's data.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  marketplace_id bigint references marketplaces,
  channel text not null,
  dedupe_key text not null,
  about jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  unique (channel, dedupe_key)
);
create index webhook_deliveries_open on webhook_deliveries (marketplace_id, id) where processed_at is null;

-- Token buckets of the marketplaces' rate limits, shared by all workers.
create table rate_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);

-- Records that could not be read: kept apart with the reason, shown to the seller, gone when they can be read.
create table set_aside_records (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  kind text not null check (kind in ('listing', 'order')),
  reference text not null,
  reason text not null,
  seen_at timestamptz not null,
  unique (marketplace_id, kind, reference)
);
