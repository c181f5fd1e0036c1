-- $1 store, $2 from: the first 50 orders of 30 days with their lines, and how many orders there are.
select o.id, o.reference_number, o.state, o.source_created_at, o.total_amount, c.total, i.id as item_id, i.sku, i.name, i.ordered
from (select count(*) as total from orders where store_id = $1 and source_created_at >= $2) c
cross join lateral (
  select * from orders where store_id = $1 and source_created_at >= $2
  order by source_created_at desc, id desc limit 50
) o
join order_items i on i.order_id = o.id
