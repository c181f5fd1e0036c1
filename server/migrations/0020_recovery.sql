-- How a database notices that it went back in time (a restored backup, a replica that lagged), and comes back.
alter table installation
  -- Grows with each recovery: a claim of an older generation is refused.
  add column generation bigint not null default 1,
  -- Which server and database it was when a process last looked; null until one has.
  add column system_identifier text,
  add column timeline integer,
  add column database_oid bigint,
  -- A folder beside the database keeps what it must not lack.
  add column keeps_recovery_log boolean not null default false,
  -- Somebody said that a backup was restored; a recovery answers it.
  add column recovery_requested_at timestamptz,
  -- Ledger entries until this one may be gone with a store that was deleted for good.
  add column purged_movement bigint not null default 0;

-- Each run of the program, alive while its beat is young.
create table processes (
  id uuid primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Ledger entries of its recovery log until this one were looked after by a recovery.
  settled_movement bigint not null default 0
);

-- How many batches of attempts each process has written.
create table attempt_counts (
  process_id uuid primary key,
  count bigint not null
);

-- Listings whose database went back: they are not written until their SKU's shops were read and polled, and its quantity is decided.
create table recovering_listings (
  variant_listing_id bigint primary key references variant_listings,
  store_id bigint not null references stores,
  generation bigint not null,
  -- On the channel's clock: when the database came back, and when we last wrote to a shop, as far as is known.
  since timestamptz not null,
  lost_at timestamptz not null,
  -- The first read since.
  read_quantity integer,
  read_from timestamptz,
  read_until timestamptz
);
create index recovering_listings_store on recovering_listings (store_id);

-- One recovery of the database.
create table recoveries (
  generation bigint primary key,
  began_at timestamptz not null,
  reason text not null check (reason in ('lacking', 'older_generation', 'log_missing', 'moved_without_log', 'requested')),
  -- The recovery log reaches back to the backup, so the ledger is complete after its replay.
  has_log boolean not null,
  replayed_at timestamptz
);

-- SKUs that a member is asked to count after a recovery.
create table recovery_counts (
  variant_id bigint primary key references variants,
  store_id bigint not null references stores,
  generation bigint not null,
  asked_at timestamptz not null,
  -- Its shops are only lowered until the answer: their number is the ledger's plus this, which is never above 0.
  holds boolean not null,
  lowers_by integer not null default 0 check (lowers_by <= 0),
  -- [{marketplace_id, shows, sold}]; empty until they were read.
  shops jsonb not null
);
create index recovery_counts_store on recovery_counts (store_id, variant_id);
