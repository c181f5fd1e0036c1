create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  password_hash text,
  role text not null default 'member' check (role in ('member', 'admin', 'developer')),
  password_expired boolean not null default false,
  avatar_url text,
  invitation_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Session tokens are random; only their SHA-256 is kept.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  -- Keyed hash of the address it was opened from: a place that the account's owner is known to use.
  address_print bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- The way back into an account whose password is forgotten: one link at most, of which only the SHA-256 is kept.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Failed sign-ins and requested resets by address and by email, so that guessing slows down without locking anybody out
-- for long.
create table sign_in_throttles (
  key text primary key,
  failures integer not null,
  first_failure_at timestamptz not null
);

create table stores (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[a-z]'),
  name text not null,
  country text not null check (country in ('sg', 'vn', 'id', 'my')),
  company_name text,
  address text,
  send_email_notifications boolean not null default true,
  send_stock_error boolean not null default false,
  can_sync_quantity boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table store_profiles (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, user_id)
);
create unique index store_profiles_one_owner on store_profiles (store_id) where role = 'owner';
create index store_profiles_user on store_profiles (user_id);

create table activities (
  id bigint generated always as identity primary key,
  store_id bigint references stores,
  key text not null,
  actor_type text not null check (actor_type in ('User', 'Marketplace', 'Order', 'Store', 'System')),
  actor_id bigint,
  recipient_type text,
  recipient_id bigint,
  -- Field names and record ids; never a buyer's data.
  extras jsonb not null default '{}',
  created_at timestamptz not null
);
create index activities_store on activities (store_id, created_at desc, id desc);
create index activities_recipient on activities (store_id, recipient_type, recipient_id, created_at desc);

-- Mails of an installation without SMTP_URL, shown at /dev/mail.
create table caught_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null
);

-- What this database is: so that the demo never touches another's, and a backup is known as ours.
create table installation (
  only_row boolean primary key default true check (only_row),
  kind text not null check (kind in ('demo', 'production', 'test')),
  seeded_at timestamptz
);
