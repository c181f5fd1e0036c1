/* The installation: what this database is, the processes that run on it, and what they share. */

create extension if not exists pg_trgm;
-- Lets a search index begin with the store, so that one store's search never reads another's.
create extension if not exists btree_gin;

-- A search for one or two characters, as a word in Chinese often is, has no trigram: every part of so many characters is an index
-- entry of its own. Pairs that begin at an even place and at an odd one are each split off in one pass; an index ignores repeated
-- parts. A function in PL/pgSQL is not inlined, so that the planner knows what it costs.
create function short_parts(text) returns text[] language plpgsql immutable strict parallel safe cost 1000 as $$
declare
  lowered text := lower($1);
begin
  return string_to_array(lowered, null) || array_remove(string_to_array(
    regexp_replace(lowered, '(..)', e'\\1\x01', 'g') || e'\x01' || regexp_replace(substr(lowered, 2), '(..)', e'\\1\x01', 'g'),
    e'\x01'), '');
end $$;

-- What codes of SKUs are compared by: composed letters, no invisible characters, no blanks at the ends.
create function code_key(code text) returns text language sql immutable strict parallel safe
  return btrim(translate(normalize(code, nfc), U&'\00AD\200B\200C\200D\200E\200F\2060\FEFF', ''), U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000');

-- What searches compare texts by, as values/search-key.ts: forms that look alike are one, no invisible characters, in lower case.
create function search_key(searched text) returns text language sql immutable strict parallel safe
  return lower(translate(normalize(searched, nfkc),
    U&'\00AD\061C\180E\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2061\2062\2063\2064\2066\2067\2068\2069\FEFF', ''));

-- What this database is: so that the demo never touches another's, and a backup is known as ours. The columns from
-- `generation` on are how it notices that it went back in time (a restored backup, a replica that lagged), and recovers.
create table installation (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('demo', 'production', 'test')),
  seeded_at timestamptz,
  -- Grows with each recovery: a claim of an older generation is refused.
  generation bigint not null default 1,
  -- Which server and database it was when a process last looked; null until one has.
  system_identifier text,
  timeline integer,
  database_oid bigint,
  -- A folder beside the database keeps what it must not lack.
  keeps_recovery_log boolean not null default false,
  -- Somebody said that a backup was restored; a recovery answers it.
  recovery_requested_at timestamptz,
  -- Ledger entries until this one may be gone with a store that was deleted for good.
  purged_movement bigint not null default 0
);

-- Each run of the program, alive while its beat is young.
create table processes (
  id uuid primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Where it runs, by its own word; null until it beats.
  host text,
  pid integer,
  -- What it does: http serves, worker runs jobs, all does both. Null until its program has begun.
  role text check (role in ('all', 'http', 'worker')),
  -- When it said that it ends; null where it lives or was killed.
  ended_at timestamptz,
  -- Ledger entries of its recovery log until this one were looked after by a recovery.
  settled_movement bigint not null default 0
);

-- How many batches of attempts each process has written.
create table attempt_counts (
  process_id uuid primary key,
  count bigint not null
);

-- One recovery of the database.
create table recoveries (
  generation bigint primary key,
  began_at timestamptz not null,
  reason text not null check (reason in ('lacking', 'older_generation', 'log_missing', 'moved_without_log', 'requested')),
  -- The recovery log reaches back to the backup, so the ledger is complete after its replay.
  has_log boolean not null,
  replayed_at timestamptz
);

-- The key of the fingerprints (known places, buyers, counts of tries), sealed. It stays when EVENSTOCK_SECRET changes, for
-- what the fingerprints were made of is not kept: they could not be made anew.
create table fingerprint_keys (
  id integer primary key check (id = 1),
  sealed bytea not null
);

-- Mails of an installation without SMTP_URL, shown at /dev/mail.
create table caught_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  -- A mail that is sent again under its id is kept once.
  message_id text unique,
  created_at timestamptz not null
);

-- Token buckets of the marketplaces' rate limits, shared by all workers.
create table rate_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
