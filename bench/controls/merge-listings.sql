-- $1 store, $2 code: the listings of its SKUs go to the first one.
update variant_listings l set variant_id = (select min(id) from variants where store_id = $1 and sku = $2)
from variants v where v.store_id = $1 and v.sku = $2 and l.variant_id = v.id
