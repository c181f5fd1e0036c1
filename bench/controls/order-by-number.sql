-- $1 store, $2 reference number: one order with its lines.
select o.*, i.*
from orders o
join order_items i on i.order_id = o.id
where o.store_id = $1 and o.reference_number = $2
order by i.position
