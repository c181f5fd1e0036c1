-- The marketplace marks at least one of its listings as a bundle; kept by catalog in the transaction of the change.
alter table variants add column has_bundle boolean not null default false;
update variants v set has_bundle = true
where exists (
  select from variant_listings l join product_listings i on i.id = l.product_listing_id
  where l.variant_id = v.id and l.deleted_at is null and i.is_bundle);

-- Further statuses of the list. What many SKUs may share is a condition of the SKU; what few do is looked up among their listings.
create index variants_bundled on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and has_bundle;
create index variants_not_bundled on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and not has_bundle;
create index variants_unsold on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and past_30_days_sales_count = 0;
create index variants_sold on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and past_30_days_sales_count > 0;
create index variants_not_restocked on variants (store_id, is_pinned desc, full_product_name, id) where merged_into_id is null and disable_restock;
create index listing_stocks_reserved on listing_stocks (store_id, variant_listing_id) where reserved > 0;
create index variant_listings_windows on variant_listings (store_id, variant_id, force_zero_qty_from, force_zero_qty_to)
  where force_zero_qty_from is not null and deleted_at is null;
create index product_listings_boosted on product_listings (store_id) where is_boosted;

-- Developers look for a listing by the id that its marketplace gave the variant.
create index variant_listings_channel_variant on variant_listings (marketplace_id, channel_variant_id);
