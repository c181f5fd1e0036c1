-- Who keeps and sends a line's units; null: the marketplace has not told yet, and they count as the seller's.
alter table order_items
  add column kept_by text check (kept_by in ('seller', 'marketplace', 'elsewhere')),
  -- False for what no listing sells: a tip, a deposit, an item that the seller typed into the order.
  add column is_listed boolean not null default true,
  add column marketplace_sku text,
  -- Units that left in a parcel.
  add column sent integer not null default 0,
  -- [{id, units, frozen, restocked}]: what was decided of each cancellation of units.
  add column cancellations jsonb not null default '[]',
  -- Units that came back may have done so from then on.
  add column returned_since timestamptz,
  -- {from, again, until, readAt} while newer states of its order lack the line.
  add column lacking jsonb;

alter table orders
  add column is_test boolean not null default false,
  add column tax bigint,
  add column service_fee bigint,
  add column insurance bigint,
  add column gift_wrap bigint,
  add column tip bigint,
  -- A line that a listing sells has found none.
  add column lacks_listing boolean not null default false,
  drop constraint orders_marketplace_id_number_key,
  add constraint orders_marketplace_id_channel_order_id_key unique (marketplace_id, channel_order_id);
create index orders_marketplace_number on orders (marketplace_id, number);
create index orders_lacking_listing on orders (store_id, source_created_at desc, id desc) where lacks_listing;

-- Whose warehouse a listing's units lie in, as it was last told.
alter table variant_listings
  add column kept_by text check (kept_by in ('seller', 'marketplace')),
  add column marketplace_sku text;
create index variant_listings_marketplace_sku on variant_listings (marketplace_id, marketplace_sku)
  where marketplace_sku is not null and deleted_at is null;
create index variant_listings_marketplace_skus on variant_listings (marketplace_id, sku) where deleted_at is null;

-- Orders are named by the marketplace's own id, as numbers may repeat within a shop.
alter table order_day_numbers rename to order_day_listed;
alter table order_day_listed rename column number to channel_order_id;

alter table listing_stocks
  -- The marketplace keeps its units since then: it has no number of the seller's, and is not written.
  add column kept_since timestamptz,
  -- Answers say since then that its units are the seller's again.
  add column seller_since timestamptz;

-- Who sends the order where no line's units are the seller's; null: the seller.
alter table orders add column sent_by text check (sent_by in ('marketplace', 'elsewhere'));

-- Codes of a shop's order lines that a member linked to a SKU, because no listing has them.
create table linked_codes (
  marketplace_id bigint not null references marketplaces,
  code text not null,
  store_id bigint not null references stores,
  variant_id bigint not null references variants,
  user_id bigint references users,
  linked_at timestamptz not null,
  primary key (marketplace_id, code)
);
create index linked_codes_variant on linked_codes (variant_id);

-- Since when the marketplace answers that a listing is not there; it is gone once a later answer agrees.
alter table product_listings add column missing_at timestamptz;
create index product_listings_missing on product_listings (marketplace_id, missing_at) where missing_at is not null;
