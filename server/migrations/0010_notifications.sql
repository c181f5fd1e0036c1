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
  title text not null,
  -- Plain text, a paragraph a line; shown as HTML.
  content text not null,
  -- A place within the store (`/marketplaces/lazada-sg`); null where there is nothing to open.
  place text check (place like '/%'),
  created_at timestamptz not null,
  resolved_at timestamptz
);
create unique index store_notifications_cause on store_notifications (store_id, kind, subject_id) where resolved_at is null;
create index store_notifications_newest on store_notifications (store_id, created_at desc, id desc) where resolved_at is null;
-- What is removed for good.
create index store_notifications_old on store_notifications (coalesce(resolved_at, created_at)) where resolved_at is not null or not is_critical;

-- Who has read what: a notification is unread for each member until there is a row.
create table store_notification_reads (
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  notification_id bigint not null references store_notifications on delete cascade,
  read_at timestamptz not null,
  primary key (store_id, user_id, notification_id)
);
create index store_notification_reads_notification on store_notification_reads (notification_id);

-- Listings whose marketplace refuses what we write.
create index listing_stocks_refused on listing_stocks (marketplace_id) where flag = 'rejected';
