/* Operations: long work, done row by row in the background. */

-- Long work of a store: mass actions, merging everything, imports and exports.
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
  -- An operation that was cancelled or ended before its last row is gone on with once, by another that begins at its cursor.
  continuation_of bigint references operations on delete set null,
  -- With which access token it was asked for; null for a person at a screen.
  access_token_id bigint,
  -- A failed row may be tried again alone. Null: the operation tries all failed rows of the other that were not tried again before.
  retry_row text,
  -- The operation at whose end it began: it makes the labels of the orders that the other shipped.
  begun_by bigint references operations on delete set null,
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
);
-- Decides between two who ask for the same at once.
create unique index operations_exclusive on operations (store_id, exclusive_key) where finished_at is null;
create index operations_unfinished on operations (asked_at) where finished_at is null;
create index operations_newest on operations (store_id, id desc);
create index operations_newest_of_kind on operations (store_id, kind, id desc);
create index operations_finished on operations (finished_at) where finished_at is not null;
create unique index operations_continuation_of on operations (continuation_of) where continuation_of is not null;
-- All at once, and each row alone, once.
create unique index operations_retry_of on operations (retry_of, coalesce(retry_row, '')) where retry_of is not null;

-- What became of each row; written once, in the transaction that moves the cursor past it.
create unique index operations_begun_by on operations (begun_by) where begun_by is not null;

create table operation_rows (
  operation_id bigint not null references operations on delete cascade,
  row_key text not null,
  position integer not null,
  label text not null,
  subject_type text,
  subject_id bigint,
  state text not null check (state in ('done', 'failed', 'skipped', 'left_out')),
  code text,
  code_values jsonb,
  at timestamptz not null,
  store_id bigint not null references stores,
  -- A failed row is listed on the summary until a member dismisses it.
  dismissed_at timestamptz,
  primary key (operation_id, row_key)
);
create index operation_rows_position on operation_rows (operation_id, position);
create index operation_rows_failed on operation_rows (operation_id, position) where state = 'failed';
create index operation_rows_left_out on operation_rows (operation_id) where state = 'left_out';
create index operation_rows_order on operation_rows (subject_id) where subject_type = 'Order';
create index operation_rows_needs_you on operation_rows (store_id, at desc, operation_id desc, position desc)
  where state = 'failed' and dismissed_at is null;
