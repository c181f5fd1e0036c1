-- $1 store, $2 now; a condition takes the place of its name: the first 10 SKUs with the stock and shop of their listings, how many SKUs
-- there are, and how many listings share a SKU.
with page as (
  select v.* from variants v
  where v.store_id = $1 and v.merged_into_id is null and :condition
  order by v.is_pinned desc, v.full_product_name, v.id limit 10
)
select p.*, l.id as listing_id, l.state, s.shop_quantity, m.id as marketplace_id, m.slug, m.name, m.channel, (
  select count(*) from variants v where v.store_id = $1 and v.merged_into_id is null and :condition and $2::timestamptz is not null
) as total, (
  select coalesce(sum(v.live_listings), 0) from variants v where v.store_id = $1 and v.merged_into_id is null and v.live_listings > 1
) as merged
from page p
join variant_listings l on l.variant_id = p.id
join marketplaces m on m.id = l.marketplace_id
join listing_stocks s on s.variant_listing_id = l.id
