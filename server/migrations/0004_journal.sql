/* The journal: activities and their seals, notifications and announcements. */

create table activities (
  id bigint generated always as identity primary key,
  -- A store that is removed for good takes its history along; nothing else removes an entry.
  store_id bigint references stores on delete cascade,
  key text not null,
  actor_type text not null check (actor_type in ('User', 'Marketplace', 'Order', 'Store', 'System')),
  actor_id bigint,
  recipient_type text,
  recipient_id bigint,
  -- Record ids and short facts; never a buyer's data.
  extras jsonb not null default '{}',
  -- Fields with their values before and after: {"name": ["Old", "New"]}; never a secret, never a buyer's data.
  changes jsonb not null default '{}',
  -- With which token somebody did something; null for a person at a screen.
  access_token_id bigint,
  created_at timestamptz not null
);
create index activities_store on activities (store_id, created_at desc, id desc) include (key, actor_type, recipient_type);
create index activities_key on activities (store_id, key, created_at desc, id desc) include (actor_type, recipient_type);
create index activities_actor on activities (store_id, actor_type, actor_id, created_at desc, id desc);
create index activities_recipient on activities (store_id, recipient_type, recipient_id, created_at desc, id desc);
-- An entry is deleted by another entry that names it. It can be deleted once.
create unique index activities_deletion on activities (recipient_id) where key = 'activity.delete';
-- The list of activities outside of any store. The index of the stores' lists does not serve it: PostgreSQL does not take rows
-- whose first column is null as sorted by the others.
create index activities_installation on activities (created_at desc, id desc) include (key, actor_type, recipient_type)
  where store_id is null;

-- Entries that wait for their seal. What records an activity writes them in the same statement: a row that is inserted by another
-- statement is in neither list, and is reported as inserted.
create table unsealed_activities (
  activity_id bigint primary key,
  -- Null for entries outside of any store.
  store_id bigint
);
create index unsealed_activities_store on unsealed_activities (store_id, activity_id);

-- Activities are sealed in batches, a chain for each store: each seal holds the hash of every entry of its batch, and is itself hashed
-- with the hash of the seal before it.
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

-- Activities and their seals are only removed with the row of their store.
create function keep_activities() returns trigger language plpgsql as $$
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

create trigger activities_kept before update or delete on activities
  for each row execute function keep_activities();
create trigger activities_kept_whole before truncate on activities
  for each statement execute function keep_activities();

create trigger activity_seals_kept before update or delete on activity_seals
  for each row execute function keep_activities();
create trigger activity_seals_kept_whole before truncate on activity_seals
  for each statement execute function keep_activities();

-- What a store's members are told. One cause has one open notification, however often it is reported; when the cause is put right
-- it is resolved, and nobody sees it any more.
create table store_notifications (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  -- What kind of thing happened, and to which record of that kind; 0 for the store itself.
  kind text not null,
  subject_id bigint not null,
  -- The one member whom it is for; null for everyone whose role may see its kind.
  user_id bigint references users on delete cascade,
  is_critical boolean not null,
  -- A place within the store (`/marketplaces/lazada-sg`); null where there is nothing to open.
  place text check (place like '/%'),
  resolved_at timestamptz,
  -- What it says is kept as messages (`{code, values}`), and rendered when it is read.
  title jsonb not null,
  -- A list of paragraphs, each a list of messages that follow one another.
  paragraphs jsonb not null,
  created_at timestamptz not null
);
create unique index store_notifications_cause on store_notifications (store_id, kind, subject_id) where resolved_at is null;
create index store_notifications_newest on store_notifications (store_id, created_at desc, id desc) where resolved_at is null;
-- What is purged.
create index store_notifications_old on store_notifications (coalesce(resolved_at, created_at))
  where resolved_at is not null or not is_critical;

-- Who has read what: a notification is unread for each member until there is a row.
create table store_notification_reads (
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  notification_id bigint not null references store_notifications on delete cascade,
  read_at timestamptz not null,
  primary key (store_id, user_id, notification_id)
);
create index store_notification_reads_notification on store_notification_reads (notification_id);

-- What platform admins tell every store, newest first on the summary.
create table announcements (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  user_id bigint references users (id) on delete set null,
  created_at timestamptz not null
);
create index announcements_newest on announcements (created_at desc, id desc);
create index announcements_user on announcements (user_id) where user_id is not null;

-- Two lines above every store's screens; the newest that has begun and not ended is shown.
create table banner_announcements (
  id bigint generated always as identity primary key,
  line_1 text not null default '',
  line_2 text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz
);
