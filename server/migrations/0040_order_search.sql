-- Keyed fingerprints of the words of buyers' names, by which orders are found; the names are sealed. Deleted with them.
create table order_buyer_words (
  store_id bigint not null references stores,
  fingerprint bytea not null,
  order_id bigint not null references orders on delete cascade,
  primary key (store_id, fingerprint, order_id)
);
create index order_buyer_words_order on order_buyer_words (order_id);

-- How far the words of orders from before this table are written; the row is gone when all are.
create table buyer_word_progress (
  only_row boolean primary key default true check (only_row),
  after_order_id bigint not null
);
insert into buyer_word_progress (after_order_id)
select 0 where exists (select from orders where buyer_sealed is not null);

create index order_items_tracking on order_items using gin (store_id, tracking_code gin_trgm_ops) where tracking_code is not null;
