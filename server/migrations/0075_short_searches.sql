-- A search for one or two characters, as a word in Chinese often is, has no trigram: every part of so many characters is an index
-- entry of its own. In lower case, as searches do not mind it.
create function short_parts(text) returns text[] language sql immutable strict parallel safe cost 1000
  return (
    select coalesce(array_agg(distinct substr(lower($1), place, size)), '{}')
    from generate_series(1, length($1)) place cross join generate_series(1, 2) size
  );

create index orders_reference_short on orders using gin (store_id, short_parts(reference_number));
create index order_items_short on order_items using gin (store_id, short_parts(name || ' ' || coalesce(sku, '') || ' ' || coalesce(tracking_code, '')));
create index variants_short on variants using gin (store_id, short_parts(search_text)) where merged_into_id is null;
