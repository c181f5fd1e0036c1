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
