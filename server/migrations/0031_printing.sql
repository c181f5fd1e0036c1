-- Files that printing made, of buyers' data; their bytes lie in the file store until they expire.
create table print_files (
  key uuid primary key,
  store_id bigint not null references stores,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index print_files_expiring on print_files (expires_at);

-- The labels of a run, each in a file; written with the outcome of its row.
create table print_run_labels (
  operation_id bigint not null references operations on delete cascade,
  order_id bigint not null references orders,
  store_id bigint not null references stores,
  file_key uuid not null references print_files on delete cascade,
  media_type text not null,
  primary key (operation_id, order_id)
);
create index print_run_labels_file on print_run_labels (file_key);
create index print_run_labels_order on print_run_labels (order_id);

-- The one document in which a run joined its PDFs and pictures.
create table print_run_documents (
  operation_id bigint primary key references operations on delete cascade,
  store_id bigint not null references stores,
  file_key uuid not null references print_files on delete cascade
);
create index print_run_documents_file on print_run_documents (file_key);

-- Who was shown the buyer of an order on a day: decides that the journal tells it once.
create table buyer_readings (
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  order_id bigint not null references orders,
  -- YYYY-MM-DD in the zone of the store.
  day text not null,
  primary key (user_id, order_id, day)
);
create index buyer_readings_order on buyer_readings (order_id);
create index buyer_readings_day on buyer_readings (day);
