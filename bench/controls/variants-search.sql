-- $1 store, $2 pattern: 50 SKUs for sale by a part of their name, with their listings' stock, and how many there are.
with hit as materialized (
  select id, sku, full_product_name, quantity, is_pinned from variants
  where store_id = $1 and merged_into_id is null and live_listings > 0 and search_text ilike $2
), page as (
  select * from hit order by is_pinned desc, full_product_name, id limit 50
)
select p.*, l.id as listing_id, s.shop_quantity, (select count(*) from hit) as total
from page p
join variant_listings l on l.variant_id = p.id
join listing_stocks s on s.variant_listing_id = l.id
