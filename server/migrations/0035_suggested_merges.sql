-- Suggestions to merge the SKUs of one code that a member has removed. A code is suggested once: this is for good.
create table removed_suggested_merges (
  store_id bigint not null references stores,
  sku text not null,
  user_id bigint references users,
  created_at timestamptz not null,
  primary key (store_id, sku)
);
create index removed_suggested_merges_user on removed_suggested_merges (user_id) where user_id is not null;
-- The SKUs that can be joined, by code: groups are counted and paged in it alone.
create index variants_mergeable on variants (store_id, sku, id)
  where merged_into_id is null and live_listings > 0 and sku <> '';
