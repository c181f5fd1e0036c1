-- A daily mail of a store's notifications, for each member who wants it: in which language, from when on notifications are new to
-- them, and when the next mail is due.
alter table store_profiles
  add column digest_language text check (digest_language in ('en', 'zh')),
  add column digest_since timestamptz,
  add column digest_due_at timestamptz,
  add constraint store_profiles_digest
    check (num_nonnulls(digest_language, digest_since, digest_due_at) in (0, 3));
create index store_profiles_digest_due on store_profiles (digest_due_at) where digest_due_at is not null;

-- A mail that is sent again under its id is kept once.
alter table caught_mails add column message_id text unique;
