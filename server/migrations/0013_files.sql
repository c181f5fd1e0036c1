/* Files: uploads, printed documents and sheets. Their bytes lie in the file store. */

-- Files that members uploaded, such as the pictures of a dispute. Their bytes lie in the file store.
create table attachments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  type text not null check (type in ('ImageAttachment', 'LinkAttachment')),
  name text not null,
  media_type text not null,
  size integer not null,
  file_key text not null unique,
  created_at timestamptz not null,
  -- The order that it was used for; without one it is deleted a day after its upload.
  store_id bigint references stores,
  order_id bigint references orders,
  check ((store_id is null) = (order_id is null))
);
create index attachments_unused on attachments (created_at) where order_id is null;
create index attachments_order on attachments (order_id) where order_id is not null;
create index attachments_user on attachments (user_id);

-- Files that printing made, of buyers' data; their bytes lie in the file store until they expire.
create table print_files (
  key uuid primary key,
  store_id bigint not null references stores,
  expires_at timestamptz not null,
  -- The orders whose buyers a file shows.
  order_ids jsonb not null,
  created_at timestamptz not null
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

-- The documents in which a run joined its labels: one of its PDFs and pictures, one for label printers.
create table print_run_documents (
  operation_id bigint not null references operations on delete cascade,
  store_id bigint not null references stores,
  media_type text not null,
  file_key uuid not null references print_files on delete cascade,
  primary key (operation_id, media_type)
);
create index print_run_documents_file on print_run_documents (file_key);

-- Sheets that were uploaded or made; their bytes lie in the file store until they expire.
create table spreadsheet_files (
  key uuid primary key,
  store_id bigint not null references stores,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index spreadsheet_files_expiring on spreadsheet_files (expires_at);

-- Rows that an operation has gathered for its file, a part at a time, each written with the cursor that moves past it.
create table spreadsheet_parts (
  operation_id bigint not null references operations on delete cascade,
  position integer not null,
  file_key uuid not null references spreadsheet_files on delete cascade,
  primary key (operation_id, position)
);
create index spreadsheet_parts_file on spreadsheet_parts (file_key);

-- The one file that an operation made of its parts.
create table spreadsheet_results (
  operation_id bigint primary key references operations on delete cascade,
  file_key uuid not null references spreadsheet_files on delete cascade,
  name text not null
);
create index spreadsheet_results_file on spreadsheet_results (file_key);

-- Whose turn it is: one mass update of a store at a time, decided by the lock of this row.
create table mass_update_turns (
  store_id bigint primary key references stores,
  operation_id bigint not null references operations on delete cascade
);
create index mass_update_turns_operation on mass_update_turns (operation_id);
