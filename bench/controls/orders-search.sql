-- $1 store, $2 from, $3 pattern: the first 10 orders of 30 days that have a line like it, and how many there are.
with hit as materialized (
  select o.id, o.reference_number, o.state, o.source_created_at, o.total_amount
  from orders o
  where o.store_id = $1 and o.source_created_at >= $2 and exists (
    select from order_items i
    where i.order_id = o.id and i.store_id = $1 and (i.name || ' ' || coalesce(i.sku, '')) ilike $3)
)
select h.*, (select count(*) from hit) as total from hit h order by source_created_at desc, id desc limit 10
