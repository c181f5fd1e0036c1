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

-- When its member accepted; null for who founded the store.
alter table store_profiles add column invitation_accepted_at timestamptz;

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

-- No secret: it only says which store an account was invited from.
alter table stores add column referral_code text not null unique
  default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
alter table stores add column requires_second_factor boolean not null default false;
create index stores_deleted on stores (deleted_at) where deleted_at is not null;

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

-- Two lines above every store's screens; the newest that has begun and not ended is shown.
create table banner_announcements (
  id bigint generated always as identity primary key,
  line_1 text not null default '',
  line_2 text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz
);

-- Mails are written as text and as HTML.
alter table caught_mails add column html text;

-- A deleted store is removed row by row: what refers to rows that are many is found without reading a table from end to end.
create index stock_movements_order on stock_movements (source_order_id) where source_order_id is not null;
create index listing_epochs_listing on listing_epochs (variant_listing_id);
