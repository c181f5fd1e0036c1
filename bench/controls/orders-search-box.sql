-- $1 store, $2 from, $3 pattern, $4 text, $5 fingerprint of a word: the first 10 orders of 30 days that have it in their number, a
-- line, a tracking number or the buyer's name, or that are of this number however old; and how many there are.
with hit as materialized (
  select o.id from orders o where o.store_id = $1 and o.source_created_at >= $2 and o.reference_number ilike $3
  union
  select o.id from order_items i join orders o on o.id = i.order_id
  where i.store_id = $1 and (i.name || ' ' || coalesce(i.sku, '')) ilike $3 and o.source_created_at >= $2
  union
  select o.id from order_items i join orders o on o.id = i.order_id
  where i.store_id = $1 and i.tracking_code ilike $3 and o.source_created_at >= $2
  union
  select o.id from order_buyer_words w join orders o on o.id = w.order_id
  where w.store_id = $1 and w.fingerprint = $5 and o.source_created_at >= $2
  union
  select o.id from orders o where o.store_id = $1 and o.reference_number = $4
)
select o.id, o.reference_number, o.state, o.source_created_at, o.total_amount, (select count(*) from hit) as total
from hit join orders o using (id) order by o.source_created_at desc, o.id desc limit 10
