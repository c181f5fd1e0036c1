-- In lower case `like` finds what `ilike` would, several times faster. The text begins with the SKU's full name, so that a search of
-- names can leave the rest out.
drop index variants_search;
drop index variants_short;
update variants set search_text = lower(concat_ws(e'\n', full_product_name,
  nullif(array_to_string(array_remove(string_to_array(search_text, e'\n'), full_product_name), e'\n'), '')));
create index variants_search on variants using gin (store_id, search_text gin_trgm_ops) where merged_into_id is null;
create index variants_short on variants using gin (store_id, short_parts(search_text)) where merged_into_id is null;

-- A search scans the list by SKU, and looks SKUs up by day, in these indexes alone.
drop index stock_movements_store;
create index stock_movements_store on stock_movements (store_id, created_at desc, id desc) include (variant_id);
drop index stock_movements_variant;
create index stock_movements_variant on stock_movements (variant_id, created_at desc, id desc);
