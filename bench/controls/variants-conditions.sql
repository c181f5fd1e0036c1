-- all
true
-- live
v.live_listings > 0
-- inactive
v.live_listings = 0
-- linked
v.live_listings > 1
-- not_linked
v.live_listings <= 1
-- bundled
v.has_bundle
-- not_bundled
not v.has_bundle
-- in_stock
v.quantity > 0
-- no_stock
v.quantity <= 0
-- have_reserved_quantity
v.id in (select l.variant_id from listing_stocks s join variant_listings l on l.id = s.variant_listing_id where s.store_id = $1 and s.reserved > 0)
-- no_reserved_quantity
v.id not in (select l.variant_id from listing_stocks s join variant_listings l on l.id = s.variant_listing_id where s.store_id = $1 and s.reserved > 0)
-- discrepancy
v.is_out_of_sync
-- 0_sold_past_30_days
v.past_30_days_sales_count = 0
-- more_than_0_sold_past_30_days
v.past_30_days_sales_count > 0
-- disable_restock
v.disable_restock
-- force_zero_qty
v.id in (select l.variant_id from variant_listings l where l.store_id = $1 and l.deleted_at is null and l.force_zero_qty_from is not null and l.force_zero_qty_from <= $2 and l.force_zero_qty_to > $2)
-- pending_force_zero_qty
v.id in (select l.variant_id from variant_listings l where l.store_id = $1 and l.deleted_at is null and l.force_zero_qty_from is not null and l.force_zero_qty_from > $2)
-- shopee_bumped
v.id in (select l.variant_id from product_listings i join variant_listings l on l.product_listing_id = i.id where i.store_id = $1 and i.is_boosted)
-- running_out
v.runs_out_within <= (select b.running_out_days from stores b where b.id = $1)
-- filter: pinned
v.is_pinned
-- filter: marketplace
exists (select from variant_listings l where l.variant_id = v.id and l.marketplace_id = :marketplace)
-- filter: type of marketplace
exists (select from variant_listings l join marketplaces m on m.id = l.marketplace_id where l.variant_id = v.id and m.channel = 'lazada')
-- filter: item id
exists (select from variant_listings l where l.variant_id = v.id and l.channel_item_id = 'item-1234')
-- filter: oversold
v.quantity < 0
-- filter: refused
v.id in (select l.variant_id from listing_stocks s join variant_listings l on l.id = s.variant_listing_id where s.store_id = $1 and s.flag = 'rejected')
-- filter: code
v.sku = 'SKU-1234'
-- filter: name
v.search_text ilike '%Kettle%'
-- filter: sets
v.is_set
