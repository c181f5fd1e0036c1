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
