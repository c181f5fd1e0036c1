create extension if not exists pg_trgm;
-- Lets a search index begin with the store, so that one store's search never reads another's.
create extension if not exists btree_gin;

create table products (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  slug text not null check (slug ~ '[a-z]'),
  name text not null,
  image_url text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, slug)
);

-- A SKU with the one shared quantity. stock/record-movement.ts alone changes `quantity`; catalog writes the rest.
create table variants (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  product_id bigint not null references products,
  slug text not null check (slug ~ '[a-z]'),
  sku text,
  name text not null,
  full_product_name text not null,
  -- Everything that a search looks in: names and codes of the SKU and of its listings.
  search_text text not null default '',
  quantity integer not null default 0,
  is_pinned boolean not null default false,
  has_maximum_quantity boolean not null default false,
  disable_restock boolean not null default false,
  disable_restock_since timestamptz,
  -- Merged away: the SKU that it became, for ever.
  merged_into_id bigint references variants,
  -- Listings of it that are live and not deleted; kept by catalog in the transaction of the change.
  live_listings integer not null default 0,
  -- Any listing shows what we cannot explain; kept by stock in the transaction of the change.
  is_out_of_sync boolean not null default false,
  past_30_days_sales_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, slug)
);
-- One index for each status of the list, in the list's order: no page reads more than it shows, however few variants match.
create index variants_list on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null;
create index variants_live on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and live_listings > 0;
create index variants_inactive on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and live_listings = 0;
create index variants_linked on variants (store_id, is_pinned desc, full_product_name, id) include (live_listings) where merged_into_id is null and live_listings > 1;
create index variants_not_linked on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and live_listings <= 1;
create index variants_in_stock on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and quantity > 0;
create index variants_no_stock on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and quantity <= 0;
create index variants_discrepancy on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and is_out_of_sync;
create index variants_name on variants (store_id, full_product_name, id) where merged_into_id is null;
create index variants_quantity on variants (store_id, quantity, id) where merged_into_id is null;
create index variants_sku on variants (store_id, sku, id) where merged_into_id is null;
create index variants_product on variants (product_id);
create index variants_merged on variants (merged_into_id) where merged_into_id is not null;
create index variants_search on variants using gin (store_id, search_text gin_trgm_ops) where merged_into_id is null;

create table product_listings (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  product_id bigint not null references products,
  channel_item_id text not null,
  slug text not null check (slug ~ '[a-z]'),
  name text not null,
  sku text,
  image_url text,
  edit_url text,
  is_bundle boolean not null default false,
  raw_status text not null,
  status text not null check (status in ('normal', 'rejected', 'delisted', 'deleted', 'unknown')),
  state text not null check (state in ('live', 'inactive', 'deleted')),
  is_boosted boolean not null default false,
  last_boosted_at timestamptz,
  channel_updated_at timestamptz,
  last_synced_at timestamptz not null,
  -- Last full pull that saw it: what a full pull does not see any more is gone.
  seen_in_pull_id bigint,
  deleted_at timestamptz,
  created_at timestamptz not null,
  unique (marketplace_id, channel_item_id),
  unique (store_id, slug)
);
create index product_listings_product on product_listings (product_id);

create table variant_listings (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  product_listing_id bigint not null references product_listings,
  variant_id bigint not null references variants,
  channel_item_id text not null,
  channel_variant_id text not null,
  -- What the channel's stock calls need besides the ids.
  stock_ref jsonb not null default '{}',
  name text not null,
  sku text,
  price bigint,
  special_price bigint,
  currency text,
  raw_status text not null,
  status text not null check (status in ('normal', 'rejected', 'delisted', 'deleted', 'unknown')),
  state text not null check (state in ('live', 'inactive', 'deleted')),
  force_zero_qty_from timestamptz,
  force_zero_qty_to timestamptz,
  quantity_sold integer not null default 0,
  past_30_days_sales_count integer not null default 0,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (product_listing_id, channel_variant_id)
);
create index variant_listings_variant on variant_listings (variant_id);
create index variant_listings_marketplace on variant_listings (marketplace_id, variant_id) where deleted_at is null;
create index variant_listings_channel on variant_listings (marketplace_id, channel_item_id, channel_variant_id);
-- Notices name listings by what the channel's stock calls use.
create index variant_listings_stock_ref on variant_listings using gin (marketplace_id, stock_ref jsonb_path_ops) where stock_ref <> '{}';
create index variant_listings_sku on variant_listings (store_id, sku) where deleted_at is null;

-- What a merge or an unmerge did, so that it can be explained and undone by numbers.
create table variant_merges (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_id bigint not null references variants,
  kind text not null check (kind in ('merge', 'unmerge')),
  -- [{ variant_listing_id, from_variant_id, quantity_before }]
  listings jsonb not null,
  quantity_after integer not null,
  user_id bigint references users,
  created_at timestamptz not null
);
create index variant_merges_variant on variant_merges (variant_id, id desc);

-- An automatic merge under way: progress and outcome.
create table merge_runs (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  user_id bigint references users,
  is_using_highest_qty boolean not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  error text,
  -- Who works on it, and until when nobody else may.
  lease_token uuid,
  lease_until timestamptz,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index merge_runs_running on merge_runs (store_id) where state = 'running';
create index merge_runs_newest on merge_runs (store_id, id desc);
