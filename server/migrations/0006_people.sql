alter table users
  -- Value of the tracking cookie at the last sign-in; null unless the browser brought one.
  add column ati text,
  -- The account's id at the sister console, once it signed in from there.
  add column console_user_id text unique,
  -- The second factor's secret, sealed by the vault; counts from `second_factor_on_at` on.
  add column second_factor_sealed bytea,
  add column second_factor_on_at timestamptz,
  -- The newest time step whose code was used: each code counts once.
  add column second_factor_step bigint,
  add column deletion_requested_at timestamptz,
  -- Personal data was removed; the row stays so that the journal and the ledger go on naming a user.
  add column deleted_at timestamptz;
create index users_deletion on users (deletion_requested_at) where deletion_requested_at is not null;

-- Single-use codes for a lost second factor; only their SHA-256 is kept, and a used one is removed.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- What a person sees of the places they are signed in at.
alter table sessions
  add column browser text,
  add column last_seen_at timestamptz;

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
  expires_at timestamptz not null
);
create index sign_ups_email on sign_ups (email);
create index sign_ups_expiry on sign_ups (expires_at);
