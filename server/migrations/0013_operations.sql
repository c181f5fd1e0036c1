-- Long work of a store, done row by row in the background: mass actions, merging everything, later imports and exports.
create table operations (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  kind text not null,
  -- What it is about, where that is one record: the marketplace of a first import.
  subject_id bigint,
  params jsonb not null,
  -- Null: a schedule asked for it.
  user_id bigint references users on delete set null,
  -- Whoever asks for the same while it is unfinished joins it.
  exclusive_key text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Where it goes on, as its kind keeps it.
  cursor jsonb,
  total integer,
  done integer not null default 0,
  failed integer not null default 0,
  -- Why it failed or waits; the text is made of the two where it is shown.
  error_code text,
  error_values jsonb,
  -- In a row, since the last row that was written.
  failures integer not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  resume_at timestamptz,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  cancel_asked_at timestamptz,
  cancelled_by bigint references users on delete set null,
  retry_of bigint references operations on delete set null,
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
);
-- Decides between two who ask for the same at once.
create unique index operations_exclusive on operations (store_id, exclusive_key) where finished_at is null;
create index operations_unfinished on operations (asked_at) where finished_at is null;
create index operations_newest on operations (store_id, id desc);
create index operations_newest_of_kind on operations (store_id, kind, id desc);
create index operations_finished on operations (finished_at) where finished_at is not null;
-- Failed rows are tried again once; those that fail again belong to the second operation.
create unique index operations_retry_of on operations (retry_of) where retry_of is not null;

-- What became of each row; written once, in the transaction that moves the cursor past it.
create table operation_rows (
  operation_id bigint not null references operations on delete cascade,
  row_key text not null,
  position integer not null,
  label text not null,
  subject_type text,
  subject_id bigint,
  state text not null check (state in ('done', 'failed', 'skipped')),
  code text,
  code_values jsonb,
  at timestamptz not null,
  primary key (operation_id, row_key)
);
create index operation_rows_position on operation_rows (operation_id, position);
create index operation_rows_failed on operation_rows (operation_id, position) where state = 'failed';

-- Automatic merges become operations; `merge_run` keeps the number by which jobs that are queued already know them.
insert into operations (store_id, kind, params, user_id, exclusive_key, state, total, done, failed, error_code, error_values,
  asked_at, started_at, finished_at)
select store_id, 'variant.automerge',
  jsonb_build_object('is_using_highest_qty', is_using_highest_qty, 'skus', null, 'merge_run', id), user_id, 'variant.automerge',
  case when state = 'running' then 'waiting' when state = 'failed' and failed = 0 then 'failed' else 'done' end,
  total, done, failed, case when state = 'failed' and failed = 0 then 'internal' end,
  case when state = 'failed' and failed = 0 then '{}'::jsonb end, started_at, started_at,
  case when state = 'running' then null else coalesce(finished_at, started_at) end
from merge_runs order by id;
drop table merge_runs;
