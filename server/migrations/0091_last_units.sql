-- The last units of a SKU, kept for one marketplace: the others are sent so many fewer, once a store keeps units back.
alter table variants
  add column last_units integer not null default 0 check (last_units >= 0),
  add column last_units_for bigint references marketplaces;
create index variants_last_units on variants (last_units_for) where last_units_for is not null;

-- What its target keeps back for another marketplace, beyond the safety stock.
alter table listing_stocks add column kept_for_another integer not null default 0;
