/* Stores, their members, and what members keep in one store. */

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
  -- No secret: it only says which store an account was invited from.
  referral_code text not null unique
    default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12),
  requires_second_factor boolean not null default false,
  -- Who pays for what a store merges. Nothing about cards is kept here: the payment provider has them.
  console_subscription_tier text,
  stripe_subscription_id text unique,
  -- Null: the store does not want to see which SKUs are running out.
  -- Otherwise a SKU without a reorder point runs out when its quantity lasts so many days or fewer.
  running_out_days integer check (running_out_days between 1 and 365),
  -- Whether shops are sent the quantity less a safety stock: the larger of the SKU's and the marketplace's.
  keeps_safety_stock boolean not null default false,
  -- Whether the store makes sets, SKUs that are made of others. A set has no ledger: `quantity` is the least
  -- that its parts allow, kept by stock in the transaction that changes a part.
  makes_sets boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint stores_subscription_whole
    check ((stripe_subscription_id is null) = (console_subscription_tier is null))
);
create index stores_deleted on stores (deleted_at) where deleted_at is not null;

create table store_profiles (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  -- When its member accepted; null for who founded the store.
  invitation_accepted_at timestamptz,
  -- A daily mail of a store's notifications, for each member who wants it: in which language, from when on notifications are new to
  -- them, and when the next mail is due.
  digest_language text check (digest_language in ('en', 'zh')),
  digest_since timestamptz,
  digest_due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, user_id),
  constraint store_profiles_digest
    check (num_nonnulls(digest_language, digest_since, digest_due_at) in (0, 3))
);
create unique index store_profiles_one_owner on store_profiles (store_id) where role = 'owner';
create index store_profiles_user on store_profiles (user_id);
create index store_profiles_digest_due on store_profiles (digest_due_at) where digest_due_at is not null;

-- A pending member is an invitation, never a store profile: no question of access can forget to leave it out.
-- Its id is the one that its membership will have, so that links to it go on working.
create table invitations (
  id bigint primary key default nextval('store_profiles_id_seq'),
  store_id bigint not null references stores,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'member')),
  invited_by_user_id bigint references users on delete set null,
  -- SHA-256 of the mailed link's token; null until the mail is written. A new mail replaces it.
  token_hash bytea unique,
  mailed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  unique (store_id, email)
);

create table store_transfers (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  transferrer_id bigint not null references users on delete cascade,
  transferree_id bigint not null references users on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'cancelled', 'accepted', 'rejected')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'pending') = (ended_at is null))
);
create unique index store_transfers_one_pending on store_transfers (store_id) where state = 'pending';
create index store_transfers_users on store_transfers (transferree_id) where state = 'pending';

-- Who was told of Evenstock by which store, so that nobody is written to again and again.
create table referral_mails (
  store_id bigint not null references stores,
  email text not null check (email = lower(email)),
  sent_by_user_id bigint references users on delete set null,
  sent_at timestamptz not null,
  primary key (store_id, email)
);

-- An account that signed up by a store's referral link, and the first store it made: what a reward is decided by.
create table referrals (
  referred_user_id bigint primary key references users on delete cascade,
  store_id bigint not null references stores,
  referred_store_id bigint unique references stores,
  created_at timestamptz not null
);
create index referrals_store on referrals (store_id);

-- Personal access tokens: a person's key to one store, for programs.
create table access_tokens (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores on delete cascade,
  user_id bigint not null references users on delete cascade,
  name text not null check (name <> ''),
  -- The first characters, by which its owner knows it; the rest is stored as a hash alone.
  prefix text not null,
  token_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Written at most once a minute.
  last_used_at timestamptz,
  ended_at timestamptz,
  check (expires_at > created_at)
);
create index access_tokens_store on access_tokens (store_id, created_at desc);
create index access_tokens_user on access_tokens (user_id);

-- The calls of a token in its current minute. It may be lost in a crash: the minute then begins anew.
create unlogged table access_token_calls (
  access_token_id bigint primary key,
  minute timestamptz not null,
  calls integer not null
);

-- What a member keeps of a list's address under a name. Names are unique for a list, whatever their case.
create table saved_views (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  user_id bigint not null references users on delete cascade,
  list text not null check (list in ('products', 'orders')),
  name text not null check (name <> ''),
  address text not null,
  -- Each view of a member's list has one of 50 places: no two have the same, so there are never more.
  place integer not null check (place between 1 and 50),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_views_name on saved_views (store_id, user_id, list, lower(name));
create index saved_views_user on saved_views (user_id);
create unique index saved_views_place on saved_views (store_id, user_id, list, place);
