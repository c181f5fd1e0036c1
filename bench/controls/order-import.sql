-- $1 store, $2 marketplace, $3 number, $4 at, $5 $6 the two lines' listings: an order and its lines.
with o as (
  insert into orders (store_id, marketplace_id, channel, number, channel_order_id, reference_number, state, marketplace_state,
    marketplace_raw_state, state_rank, source_created_at, source_updated_at, read_began_at, currency, total_amount, imported_at,
    updated_at)
  values ($1, $2, 'shopee', $3, $3, $3, 'staff_to_process', 'READY_TO_SHIP', 'READY_TO_SHIP', 2, $4, $4, $4, 'SGD', 4000, $4, $4)
  returning id
)
insert into order_items (store_id, order_id, position, channel_line_id, channel_item_id, channel_variant_id,
  variant_listing_id, variant_id, name, sku, ordered, unit_price, original_price, total_price)
select $1, o.id, x.position, x.position::text, l.channel_item_id, l.channel_variant_id, l.id, l.variant_id, l.name, l.sku, 1,
  2000, 2000, 2000
from o
cross join unnest(array[$5::bigint, $6::bigint]) with ordinality x(listing, position)
join variant_listings l on l.id = x.listing
