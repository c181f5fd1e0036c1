-- $1 store, $2 the last id so far; null at the beginning: a page of orders with their lines.
select o.id, o.number, o.reference_number, o.channel, m.name as marketplace, o.state, o.marketplace_state, o.source_created_at,
  o.paid_at, o.currency, o.subtotal, o.shipping_fee, o.voucher, o.seller_discount, o.total_amount, i.list as items
from (
  select * from orders where store_id = $1 and ($2::bigint is null or id < $2) order by id desc limit 1000
) o
join marketplaces m on m.id = o.marketplace_id
cross join lateral (select json_agg(i order by i.position) as list from order_items i where i.order_id = o.id) i
order by o.id desc
