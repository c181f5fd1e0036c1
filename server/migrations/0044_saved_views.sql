-- What a member keeps of a list's address under a name. Names are unique for a list, whatever their case.
create table saved_views (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  list text not null check (list in ('products', 'orders')),
  name text not null check (name <> ''),
  address text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_views_name on saved_views (store_id, user_id, list, lower(name));
create index saved_views_user on saved_views (user_id);
