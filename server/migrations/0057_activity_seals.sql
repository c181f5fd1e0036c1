-- Activities are sealed in batches, a chain for each store: each seal holds the hash of every entry of its batch, and is itself hashed
-- with the hash of the seal before it.

-- Entries that wait for their seal. The trigger writes it, so that an entry that no transaction of ours recorded is not in it.
create table unsealed_activities (
  activity_id bigint primary key,
  -- Null for entries outside of any store.
  store_id bigint
);
create index unsealed_activities_store on unsealed_activities (store_id, activity_id);

create table activity_seals (
  id bigint generated always as identity primary key,
  store_id bigint references stores on delete cascade,
  -- The generation of the database: a restored backup begins a new chain, which goes on from the last hash that the backup holds.
  chain bigint not null,
  number bigint not null check (number > 0),
  previous_hash bytea,
  -- The batch in the order of ids: entry_hashes[n] is of entry_ids[n].
  entry_ids bigint[] not null check (cardinality(entry_ids) > 0),
  entry_hashes bytea[] not null check (cardinality(entry_hashes) = cardinality(entry_ids)),
  hash bytea not null,
  sealed_at timestamptz not null
);
create unique index activity_seals_number on activity_seals (coalesce(store_id, 0), chain, number);
create index activity_seals_store on activity_seals (store_id);

-- All that is left of the activities of a store that was purged.
create table purged_chains (
  purged_store_id bigint primary key,
  last_hash bytea not null
);

-- What a store takes along when its row is removed, and nothing else removes.
create or replace function keep_activities() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A row can only be of a store without a row while that row's removal is under way.
    if old.store_id is not null and not exists (select from stores where id = old.store_id) then
      return old;
    end if;
  end if;
  raise exception '% are append-only: % is refused.',
    upper(left(tg_table_name, 1)) || substr(replace(tg_table_name, '_', ' '), 2), tg_op
    using errcode = 'insufficient_privilege';
end
$$;
create trigger activity_seals_kept before update or delete on activity_seals
  for each row execute function keep_activities();
create trigger activity_seals_kept_whole before truncate on activity_seals
  for each statement execute function keep_activities();

create function queue_for_seal() returns trigger language plpgsql as $$
begin
  insert into unsealed_activities (activity_id, store_id) select id, store_id from recorded;
  return null;
end
$$;
create trigger activities_queued after insert on activities
  referencing new table as recorded for each statement execute function queue_for_seal();

insert into unsealed_activities (activity_id, store_id) select id, store_id from activities;
