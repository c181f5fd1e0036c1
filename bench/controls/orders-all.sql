-- $1 store, $2 from, $3 offset: ten orders, and how many there are.
select o.id, o.reference_number, o.state, o.source_created_at, o.total_amount, c.total
from (select count(*) as total from orders where store_id = $1 and source_created_at >= $2) c
cross join lateral (
  select * from orders where store_id = $1 and source_created_at >= $2
  order by source_created_at desc, id desc limit 10 offset $3
) o
