-- Reports count and add up a store's orders by the time they were placed, from this index alone.
create index orders_report on orders (store_id, source_created_at) include (state, currency, total_amount);
create index products_created on products (store_id, created_at);
