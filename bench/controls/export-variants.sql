-- $1 store, $2 the last id so far: a page of SKUs with the names of their marketplaces.
select v.id, v.sku, v.full_product_name, v.quantity, string_agg(distinct m.name, ', ') as marketplaces
from variants v
left join variant_listings l on l.variant_id = v.id and l.deleted_at is null
left join marketplaces m on m.id = l.marketplace_id
where v.store_id = $1 and v.id > $2
group by v.id order by v.id limit 1000
