-- A shop that is left with its listings set to 0 first. The row stays until the shop is authorised again: so long its listings are
-- to show 0, and what anybody does to that number says nothing about the quantity.
create table marketplace_zeroings (
  marketplace_id bigint primary key references marketplaces on delete cascade,
  store_id bigint not null references stores,
  by_user_id bigint references users on delete set null,
  -- What follows when all listings were dealt with.
  leads_to text not null check (leads_to in ('deactivate', 'delete')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Listings that show 0 now, of so many; at the end, as they stood.
  done integer,
  total integer,
  -- [{ listing_id, name, sku, reason }] of those that the marketplace did not let us set to 0.
  left_over jsonb not null default '[]'
);
create index marketplace_zeroings_open on marketplace_zeroings (asked_at) where ended_at is null;
