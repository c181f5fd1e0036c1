/* The catalogue: products, SKUs and the listings that marketplaces show of them. */

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
create index products_created on products (store_id, created_at);

-- A number's place among growing steps: indexes hold this, so that most sales change no index (docs/decisions/2026-11-30-what-a-sale-writes.md).
create function step_of(units bigint) returns integer language sql immutable strict parallel safe
  return width_bucket(units, array[
    0, 1, 2, 4, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
    448, 512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096, 5120, 6144,
    7168, 8192, 10240, 12288, 14336, 16384, 20480, 24576, 28672, 32768, 40960, 49152, 57344, 65536, 81920, 98304, 114688, 131072
  ]::bigint[]);

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
  -- The marketplace marks at least one of its listings as a bundle; kept by catalog in the transaction of the change.
  has_bundle boolean not null default false,
  -- reorder_point: units; at it or below, the SKU runs out, whatever it sells.
  -- runs_out_within: the least number of days of a store at which the SKU runs out; null: at none.
  reorder_point integer check (reorder_point >= 0),
  runs_out_within bigint generated always as (
    case
      when live_listings = 0 then null
      when reorder_point is not null then case when quantity <= reorder_point then 0 end
      when past_30_days_sales_count > 0 then greatest(0, quantity::bigint * 30 / past_30_days_sales_count)
    end) stored,
  -- What indexes hold in the place of numbers that each sale changes. An index of such a number makes each sale write all indexes.
  quantity_step integer generated always as (step_of(quantity)) stored,
  runs_out_step integer generated always as (
    case
      when live_listings = 0 then null
      when reorder_point is not null then case when quantity <= reorder_point then step_of(0) end
      when past_30_days_sales_count > 0 then step_of(greatest(0, quantity::bigint * 30 / past_30_days_sales_count))
    end) stored,
  has_sold boolean generated always as (past_30_days_sales_count > 0) stored,
  -- When a member last changed what a SKU is called or how it is set up; null: never. Sales, adjustments and pins do not count.
  settings_updated_at timestamptz,
  safety_stock integer not null default 0 check (safety_stock >= 0),
  is_set boolean not null default false,
  -- The last units of a SKU, kept for one marketplace: the others are sent so many fewer, once a store keeps units back.
  last_units integer not null default 0 check (last_units >= 0),
  last_units_for bigint references marketplaces,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, slug)
) with (fillfactor = 60);
-- One index for each status of the list, in the list's order: no page reads more than it shows, however few variants match.
create index variants_list on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null;
create index variants_live on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and live_listings > 0;
create index variants_inactive on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and live_listings = 0;
create index variants_linked on variants (store_id, is_pinned desc, full_product_name, id) include (live_listings)
  where merged_into_id is null and live_listings > 1;
create index variants_not_linked on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and live_listings <= 1;
create index variants_in_stock on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and quantity_step > 1;
create index variants_no_stock on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and quantity_step <= 1;
create index variants_discrepancy on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and is_out_of_sync;
create index variants_name on variants (store_id, full_product_name, id) where merged_into_id is null;
create index variants_quantity on variants (store_id, quantity_step) where merged_into_id is null;
create index variants_sku on variants (store_id, sku, id) where merged_into_id is null;
create index variants_product on variants (product_id);
-- Sheets name SKUs by their codes.
create index variants_code on variants (store_id, code_key(sku)) where merged_into_id is null;
create index variants_merged on variants (merged_into_id) where merged_into_id is not null;
-- Further statuses of the list. What many SKUs may share is a condition of the SKU; what few do is looked up among their listings.
create index variants_bundled on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and has_bundle;
create index variants_not_bundled on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and not has_bundle;
create index variants_unsold on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and not has_sold;
create index variants_sold on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and has_sold;
create index variants_not_restocked on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and disable_restock;
-- Counted on every summary.
create index variants_oversold on variants (store_id) where quantity_step = 0 and merged_into_id is null;
-- The list and its count are a range of it.
create index variants_running_out on variants (store_id, runs_out_step)
  where merged_into_id is null and runs_out_step is not null;
create index variants_mergeable on variants (store_id, sku, id)
  where merged_into_id is null and live_listings > 0 and sku <> '' and not is_set;
create index variants_sets on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and is_set;
create index variants_last_units on variants (last_units_for) where last_units_for is not null;
create index variants_search on variants using gin (store_id, search_text gin_trgm_ops) where merged_into_id is null;
create index variants_short on variants using gin (store_id, short_parts(search_text)) where merged_into_id is null;

create table set_parts (
  set_id bigint not null references variants,
  part_id bigint not null references variants,
  store_id bigint not null references stores,
  -- Units of the part in one set.
  units integer not null check (units between 1 and 1000000),
  primary key (set_id, part_id),
  check (set_id <> part_id)
);
create index set_parts_part on set_parts (part_id);
create index set_parts_store on set_parts (store_id);

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
  -- Since when the marketplace answers that it is not there; it is gone once a later answer agrees.
  missing_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  unique (marketplace_id, channel_item_id),
  unique (store_id, slug)
);
create index product_listings_product on product_listings (product_id);
create index product_listings_missing on product_listings (marketplace_id, missing_at) where missing_at is not null;
create index product_listings_boosted on product_listings (store_id) where is_boosted;

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
  -- Whose warehouse its units lie in, as it was last told.
  kept_by text check (kept_by in ('seller', 'marketplace')),
  -- The marketplace's own code of the SKU, beside its ids.
  marketplace_sku text,
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
create index variant_listings_windows on variant_listings (store_id, variant_id, force_zero_qty_from, force_zero_qty_to)
  where force_zero_qty_from is not null and deleted_at is null;
-- Developers look for a listing by the id that its marketplace gave the variant.
create index variant_listings_channel_variant on variant_listings (marketplace_id, channel_variant_id);
-- Order lines find their listing by other codes where they lack ids.
create index variant_listings_marketplace_sku on variant_listings (marketplace_id, marketplace_sku)
  where marketplace_sku is not null and deleted_at is null;
create index variant_listings_marketplace_skus on variant_listings (marketplace_id, sku) where deleted_at is null;

-- Barcodes of goods (EAN, UPC, GTIN, ISBN). A listing's follow it wherever it is merged; those that members entered for a SKU that was
-- merged away count for the one that it became.
create table variant_barcodes (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  -- The listing that shows it, or the SKU that a member entered it for.
  variant_listing_id bigint references variant_listings,
  variant_id bigint references variants,
  code text not null check (length(code) between 1 and 64),
  -- The same for all forms of one GTIN.
  key text not null,
  -- Every form that a search finds it by.
  search_text text not null,
  created_at timestamptz not null,
  check (num_nonnulls(variant_listing_id, variant_id) = 1),
  unique (variant_listing_id, key),
  unique (variant_id, key)
);
-- Scans and the search for the same code name it by its key.
create index variant_barcodes_key on variant_barcodes (store_id, key);

-- What a merge or an unmerge did, so that it can be explained and undone by numbers.
create table variant_merges (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_id bigint not null references variants,
  kind text not null check (kind in ('merge', 'unmerge')),
  -- [{ variant_listing_id, from_variant_id, quantity_before }]
  listings jsonb not null,
  quantity_after integer not null,
  -- Of a merge: what it joined, so that it can be undone.
  -- {sources: [{id, merged: [ids of the SKUs that were merged into it]}], items: [{id, product_id}], parts: [{set_id, part_id, units}],
  --  names: {before: {name, full_product_name}, after}}; names is absent where the merge did not rename.
  joined jsonb,
  undone_at timestamptz,
  user_id bigint references users,
  created_at timestamptz not null,
  check (kind = 'merge' or (joined is null and undone_at is null))
);
create index variant_merges_variant on variant_merges (variant_id, id desc);

-- Suggestions to merge the SKUs of one code that a member has removed. A code is suggested once: this is for good.
create table removed_suggested_merges (
  store_id bigint not null references stores,
  sku text not null,
  user_id bigint references users,
  created_at timestamptz not null,
  primary key (store_id, sku)
);
create index removed_suggested_merges_user on removed_suggested_merges (user_id) where user_id is not null;
