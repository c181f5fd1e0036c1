/* Stock: the ledger, how each listing stands to it, and what a recovery of the database asks for. */

-- The ledger. Rows are never updated or deleted.
create table stock_movements (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_id bigint not null references variants,
  adjustment integer not null,
  final_quantity integer not null,
  source_type text not null check (source_type in ('Marketplace', 'Order', 'User')),
  source_order_id bigint references orders,
  source_marketplace_id bigint references marketplaces,
  -- Of an edit on a marketplace: the listing that showed it; null in entries of versions that did not keep it.
  source_listing_id bigint references variant_listings,
  source_user_id bigint references users,
  -- In people's words: 'Order placed', 'Adjustment', 'Merge'.
  action text not null,
  -- The same cause recorded twice changes nothing.
  cause text not null,
  -- Why a member adjusted a quantity, by a code of a short list, and in words of their own; null: they did not say.
  reason text,
  reason_note text,
  created_at timestamptz not null,
  unique (variant_id, cause),
  constraint stock_movements_reason check (reason in ('damaged', 'lost', 'found', 'received', 'counted', 'other')),
  constraint stock_movements_reason_note
    check (reason_note is null or (reason is not null and length(reason_note) <= 200))
);
-- A deleted store is removed row by row: what refers to rows that are many is found without reading a table from end to end.
create index stock_movements_order on stock_movements (source_order_id) where source_order_id is not null;
create index stock_movements_listing on stock_movements (source_listing_id) where source_listing_id is not null;
create index stock_movements_store on stock_movements (store_id, created_at desc, id desc) include (variant_id);
create index stock_movements_variant on stock_movements (variant_id, created_at desc, id desc);

-- How a variant listing stands to the shared quantity: one row per variant listing, written by stock alone.
-- Leases, retries and verifications are on our clock; everything else is on the channel's.
create table listing_stocks (
  variant_listing_id bigint primary key references variant_listings,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  target integer not null default 0,
  -- What a push would write now: the target plus what is not yet understood.
  send integer not null default 0,
  -- The shop's number does not stand for the quantity: forced to 0, capped, or held up by a campaign.
  transformed boolean not null default false,
  forced boolean not null default false,
  target_rev bigint not null default 0,
  acked_rev bigint not null default 0,
  -- Since when a write has been due.
  due_since timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  -- The attempt under the lease, once it is written.
  attempt_id bigint,
  -- An attempt's outcome is unknown: nothing is inferred before, read at verify_at.
  quarantine_until timestamptz,
  verify_at timestamptz,
  retry_at timestamptz,
  -- Unknown outcomes in a row: how long to wait before the next try.
  failures integer not null default 0,
  -- The read from which the first quantity came; null: not counted yet, so nothing is pushed.
  counted_from timestamptz,
  counted_until timestamptz,
  -- Pushes wait until the listing was read after hold_since, and its orders were polled past that read.
  held boolean not null default true,
  hold_since timestamptz,
  hold_read_at timestamptz,
  reserved integer not null default 0,
  maximum integer,
  -- The last snapshot of the shop's number (a write or a read), and within what time it was true.
  shop_quantity integer,
  snapshot_from timestamptz,
  snapshot_until timestamptz,
  read_quantity integer,
  read_at timestamptz,
  sent_quantity integer,
  sent_at timestamptz,
  acked_quantity integer,
  acked_at timestamptz,
  -- Sum of what is unexplained and not in the ledger over the epochs whose differences may be booked.
  pending integer not null default 0,
  flag text check (flag in ('out_of_sync', 'rejected', 'campaign_holds_more', 'limited')),
  -- In the seller's words: what happened, why, what to do.
  flag_reason text,
  flagged_at timestamptz,
  flag_messages jsonb,
  -- What a shop is expected to show now: its last snapshot and its own orders since.
  expected_quantity integer,
  -- What its target keeps back.
  safety integer not null default 0,
  -- The number that the shop was last written, or read to show, did not stand for the quantity.
  shown_transformed boolean not null default false,
  -- What its target keeps back for another marketplace, beyond the safety stock.
  kept_for_another integer not null default 0,
  -- Until a read's answer certainly stands for a moment after this one, on the channel's clock, `verify_at` stays. Null: any read will do.
  verify_from timestamptz,
  -- The marketplace keeps its units since then: it has no number of the seller's, and is not written.
  kept_since timestamptz,
  -- Answers say since then that its units are the seller's again.
  seller_since timestamptz
);
create index listing_stocks_behind on listing_stocks (marketplace_id) where acked_rev < target_rev;
create index listing_stocks_leased on listing_stocks (lease_until) where lease_token is not null;
create index listing_stocks_verify on listing_stocks (marketplace_id, verify_at) where verify_at is not null;
create index listing_stocks_held on listing_stocks (marketplace_id, hold_read_at) where held;
create index listing_stocks_forced on listing_stocks (variant_listing_id) where forced;
-- Listings whose marketplace refuses what we write.
create index listing_stocks_refused on listing_stocks (marketplace_id) where flag = 'rejected';
create index listing_stocks_reserved on listing_stocks (store_id, variant_listing_id) where reserved > 0;

-- One push of one listing: written when it falls due, claimed before the call, closed by its outcome.
create table listing_stock_movements (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_listing_id bigint not null references variant_listings,
  marketplace_id bigint not null references marketplaces,
  -- The ledger entry that made it due; null where something else did (a read, a verification).
  stock_movement_id bigint references stock_movements,
  revision bigint not null,
  quantity integer not null,
  transformed boolean not null default false,
  force_zero_qty boolean not null default false,
  state text not null default 'pending' check (state in ('pending', 'success', 'failed', 'superseded')),
  -- Null until it is sent.
  outcome text check (outcome in ('pending', 'ok', 'rejected', 'retry', 'unknown', 'stale')),
  attempt_key uuid,
  compare_from integer,
  sent_at timestamptz,
  answered_at timestamptz,
  -- In the seller's words: what happened, why, what to do.
  reason text,
  extras jsonb not null default '[]',
  reason_messages jsonb,
  created_at timestamptz not null
);
create index listing_stock_movements_movement on listing_stock_movements (stock_movement_id);
create index listing_stock_movements_listing on listing_stock_movements (variant_listing_id, id desc);
create index listing_stock_movements_state on listing_stock_movements (store_id, state, id desc) where state in ('failed', 'pending');
-- What is due for a listing is one row.
create unique index listing_stock_movements_due on listing_stock_movements (variant_listing_id) where state = 'pending' and sent_at is null;
create index listing_stock_movements_confirmed on listing_stock_movements (marketplace_id, answered_at) include (sent_at, created_at)
  where outcome = 'ok';
-- Old ones are purged by their age.
create index listing_stock_movements_created on listing_stock_movements using brin (created_at) with (autosummarize = on);
create index listing_stock_movements_failed on listing_stock_movements (marketplace_id, id desc) where state = 'failed';

-- From an acknowledged write (or a clean read) on: what the shop's number stood at, and what reads since could not explain.
-- At most one of a listing is open; none while nothing may be inferred.
create table listing_epochs (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_listing_id bigint not null references variant_listings,
  value integer not null,
  -- Within this time the number came to stand at the value.
  value_from timestamptz not null,
  value_until timestamptz not null,
  -- What reads find in it may become a movement: the number stood for the quantity.
  bookable boolean not null,
  unexplained integer not null default 0,
  -- Of what is unexplained: in the ledger by its own entry; in the ledger by the entry of another listing that the same edit made.
  booked integer not null default 0,
  booked_no integer not null default 0,
  joined integer not null default 0,
  joined_to bigint references listing_epochs,
  -- A booking waits for an order poll that began at this time or later.
  book_after timestamptz,
  -- [[measure, from, until]] in milliseconds, oldest first.
  reads jsonb not null default '[]',
  -- The end of its last read: an order that came before changes what the reads mean.
  read_until timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- Of what is unexplained: without reads whose answer may be old. Only this is booked.
  sure integer not null default 0
);
create index listing_epochs_open on listing_epochs (variant_listing_id) where closed_at is null;
create index listing_epochs_read on listing_epochs (variant_listing_id, read_until) where read_until is not null;
create index listing_epochs_joined on listing_epochs (joined_to) where joined_to is not null;
create index listing_epochs_old on listing_epochs (closed_at) where closed_at is not null;
create index listing_epochs_listing on listing_epochs (variant_listing_id);
create index listing_epochs_pending on listing_epochs (variant_listing_id)
  where sure <> booked + joined or unexplained <> sure;
-- After each poll of a shop's orders its undecided differences are looked for among those of its store, not of the installation.
create index listing_epochs_undecided on listing_epochs (store_id)
  where sure <> booked + joined or unexplained <> sure;

-- What an order did to its own shop's number, dated by the channel.
create table listing_events (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  variant_listing_id bigint not null references variant_listings,
  order_item_id bigint not null references order_items,
  kind text not null check (kind in ('placed', 'restored')),
  seq integer not null,
  delta integer not null,
  happened_from timestamptz not null,
  happened_until timestamptz not null,
  -- It may not have happened: a unit that a member restocked may have been put back at the shop as well.
  is_possible boolean not null default false,
  unique (order_item_id, variant_listing_id, seq)
);
create index listing_events_listing on listing_events (variant_listing_id, happened_until);

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

-- Stock counts and receipts of goods, as members scan them. Nothing changes before one is applied.
create table stock_tallies (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  kind text not null check (kind in ('count', 'receipt')),
  state text not null default 'open' check (state in ('open', 'applied', 'discarded')),
  -- Of the press of the button that started it; its movements are named by it.
  request_key uuid not null,
  reference text,
  note text check (length(note) <= 200),
  -- Grows with each change of what was scanned.
  revision integer not null default 0,
  user_id bigint references users,
  created_at timestamptz not null,
  closed_by bigint references users,
  closed_at timestamptz,
  -- What applies it.
  operation_id bigint references operations on delete set null,
  check ((state = 'open') = (closed_at is null)),
  unique (store_id, request_key)
);
create index stock_tallies_list on stock_tallies (store_id, (state <> 'open'), id desc);
create index stock_tallies_user on stock_tallies (user_id) where user_id is not null;
create index stock_tallies_closer on stock_tallies (closed_by) where closed_by is not null;
create index stock_tallies_operation on stock_tallies (operation_id) where operation_id is not null;

-- The SKUs that a count was started with.
create table stock_tally_skus (
  tally_id bigint not null references stock_tallies,
  variant_id bigint not null references variants,
  store_id bigint not null references stores,
  primary key (tally_id, variant_id)
);
create index stock_tally_skus_variant on stock_tally_skus (variant_id);
create index stock_tally_skus_store on stock_tally_skus (store_id);

-- What was scanned, entry by entry.
create table stock_tally_entries (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  tally_id bigint not null references stock_tallies,
  -- Made where it was scanned: what is sent again counts once.
  scan_key uuid not null,
  -- What was scanned; null where the SKU was chosen from a list.
  code text,
  -- Null: no SKU has the code, or several, and nobody has chosen one yet.
  variant_id bigint references variants,
  -- Null: the SKU is to be as if it had not been scanned.
  units integer check (units between 0 and 1000000),
  -- What was scanned of the SKU before does not count any more.
  is_total boolean not null,
  -- On our clock.
  scanned_at timestamptz not null,
  dismissed_at timestamptz,
  user_id bigint references users,
  created_at timestamptz not null,
  check (code is not null or variant_id is not null),
  check (is_total or units is not null),
  unique (tally_id, scan_key)
);
create index stock_tally_entries_variant on stock_tally_entries (variant_id, scanned_at) where variant_id is not null;
create index stock_tally_entries_codes on stock_tally_entries (tally_id, code) where variant_id is null and dismissed_at is null;
create index stock_tally_entries_store on stock_tally_entries (store_id);
create index stock_tally_entries_user on stock_tally_entries (user_id) where user_id is not null;
