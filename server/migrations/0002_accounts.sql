/* Accounts: people, how they sign in, and registrations that wait for a confirmation. */

create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  password_hash text,
  role text not null default 'member' check (role in ('member', 'admin', 'developer')),
  password_expired boolean not null default false,
  avatar_url text,
  invitation_accepted_at timestamptz,
  -- Value of the tracking cookie at the last sign-in; null unless the browser brought one.
  ati text,
  -- The account's id at the sister console, once it signed in from there.
  console_user_id text unique,
  -- The second factor's secret, sealed by the vault; counts from `second_factor_on_at` on.
  second_factor_sealed bytea,
  second_factor_on_at timestamptz,
  -- The newest time step whose code was used: each code counts once.
  second_factor_step bigint,
  deletion_requested_at timestamptz,
  -- Personal data was removed; the row stays so that the journal and the ledger go on naming a user.
  deleted_at timestamptz,
  -- The password is a common one, as seen at the last sign-in: it still signs in, and its owner is asked to change it.
  password_common boolean not null default false,
  -- In which language somebody reads, as last chosen; null where nothing was chosen. Mails are written in it.
  language text check (language in ('en', 'zh')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_deletion on users (deletion_requested_at) where deletion_requested_at is not null;

-- Session tokens are random; only their SHA-256 is kept.
create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  -- Keyed hash of the address it was opened from: a place that the account's owner is known to use.
  address_print bytea,
  expires_at timestamptz not null,
  -- What a person sees of the places they are signed in at.
  browser text,
  last_seen_at timestamptz,
  created_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- The way back into an account whose password is forgotten: one link at most, of which only the SHA-256 is kept.
create table password_resets (
  user_id bigint primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Single-use codes for a lost second factor; only their SHA-256 is kept, and a used one is removed.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Accounts that wait for their address to be confirmed. Each registration is a row and a link of its own, so that nobody's
-- link brings another's password.
create table sign_ups (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  -- SHA-256 of what the browser that registered keeps: there the link signs in without asking for the password.
  browser_key_hash bytea,
  referral_code text,
  ati text,
  -- SHA-256 of the mailed link's token; null until the mail is written. A mail that is sent again has a new one.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  language text check (language in ('en', 'zh'))
);
create index sign_ups_email on sign_ups (email);
create index sign_ups_expiry on sign_ups (expires_at);

-- Failed sign-ins and requested resets by address and by email, so that guessing slows down without locking anybody out
-- for long.
create table sign_in_throttles (
  key text primary key,
  failures integer not null,
  first_failure_at timestamptz not null
);
