-- The figures of a marketplace's sync are read from a day's entries of these indexes alone.
create index orders_imported on orders (marketplace_id, imported_at) include (source_created_at);
create index listing_stock_movements_confirmed on listing_stock_movements (marketplace_id, answered_at) include (sent_at, created_at)
  where outcome = 'ok';
create index listing_stock_movements_failed on listing_stock_movements (marketplace_id, id desc) where state = 'failed';
create index marketplace_pulls_error on marketplace_pulls (marketplace_id, id desc) where error is not null;
