-- Units that shops do not show, once a store wants it: they are sent the quantity less the larger of the SKU's and the marketplace's.
alter table stores add column keeps_safety_stock boolean not null default false;
alter table variants add column safety_stock integer not null default 0 check (safety_stock >= 0);
alter table marketplaces add column safety_stock integer not null default 0 check (safety_stock >= 0);

alter table listing_stocks
  -- What its target keeps back.
  add column safety integer not null default 0,
  -- The number that the shop was last written, or read to show, did not stand for the quantity.
  add column shown_transformed boolean not null default false;
update listing_stocks set shown_transformed = true where transformed;
