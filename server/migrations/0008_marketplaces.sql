/* Marketplaces: shops, their credentials, and what is pulled from them and asked of them. */

create table marketplaces (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  slug text not null check (slug ~ '[a-z]'),
  name text not null,
  channel text not null,
  -- As the merchant named it before connecting (Shopify: the sub-domain).
  shop_name text,
  is_for_test boolean not null default false,
  is_lazmall boolean not null default false,
  is_tokopedia boolean not null default false,
  can_sync_to_marketplace boolean not null default true,
  state text not null default 'unverified' check (state in ('unverified', 'verified')),
  needs_authorization boolean not null default false,
  auth_expiry timestamptz,
  -- The channel's own id of the shop, and the account fields that its page shows.
  channel_shop_id text,
  currency text,
  account jsonb not null default '[]',
  -- Channel's clock minus ours.
  clock_offset_ms bigint not null default 0,
  verified_at timestamptz,
  -- Who authorised it last, and when the pulls that followed were done: then a mail goes out, once.
  verified_by_user_id bigint references users,
  first_synced_at timestamptz,
  deactivated_at timestamptz,
  start_pulling_orders_at timestamptz,
  last_pull_products_at timestamptz,
  num_orders integer not null default 0,
  num_product_listings integer not null default 0,
  deleted_at timestamptz,
  -- [[age, seen at]] in milliseconds: how old the answers to reads were that showed the number of before our own write, the oldest
  -- first. Each is older than all that came after it.
  old_answers jsonb not null default '[]',
  safety_stock integer not null default 0 check (safety_stock >= 0),
  -- Whether it is known which of the shop's places of stock are kept here. chosen: it is, or the marketplace's own default is. unread: their list
  -- could not be read yet. asked: a member must choose. moving: its listings begin anew at other places. Until it is known, nothing is
  -- read from the shop's lists and nothing is written there.
  place_state text not null default 'chosen' check (place_state in ('chosen', 'unread', 'asked', 'moving')),
  -- [{ id, name }] of those that are kept here; null: none was chosen.
  places jsonb,
  -- [{ until, ids }] of those that were before, the oldest first, on the channel's clock.
  former_places jsonb not null default '[]',
  -- Why their list could not be read, as a message.
  places_fault jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (store_id, slug)
);
create unique index marketplaces_name on marketplaces (store_id, lower(name)) where deleted_at is null;
-- One marketplace shop is connected once, over all stores.
create unique index marketplaces_shop on marketplaces (channel, channel_shop_id)
  where channel_shop_id is not null and deleted_at is null and deactivated_at is null;
create index marketplaces_store on marketplaces (store_id, created_at, id) where deleted_at is null;

create table marketplace_credentials (
  marketplace_id bigint primary key references marketplaces on delete cascade,
  -- Encrypted JSON of the connector's Credentials.
  sealed bytea not null,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  version integer not null default 1,
  -- Single-flight refresh: who refreshes, and until when nobody else may.
  refresh_token uuid,
  refresh_until timestamptz,
  updated_at timestamptz not null,
  -- Since when calls with these credentials are refused without a success in between, how often, and until when none is made.
  refused_since timestamptz,
  refusals integer not null default 0,
  refused_until timestamptz
);

-- The `state` of an authorisation under way: single use, ten minutes, bound to user, store and marketplace. Only its SHA-256 is kept.
create table authorisation_states (
  state_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  channel text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Notices from marketplaces, stored before they are answered. The hint alone is kept, never a buyer's data.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  marketplace_id bigint references marketplaces,
  channel text not null,
  dedupe_key text not null,
  about jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  -- One whose record cannot be read is tried again alone, and is a dead letter with its failure after several attempts.
  attempts integer not null default 0,
  attempt_at timestamptz,
  dead_at timestamptz,
  failure text,
  unique (channel, dedupe_key)
);
create index webhook_deliveries_open on webhook_deliveries (marketplace_id, id) where processed_at is null and dead_at is null;

-- A shop that is left with its listings set to 0 first. The row stays until the shop is authorised again: so long its listings are
-- to show 0, and what anybody does to that number says nothing about the quantity.
create table marketplace_zeroings (
  marketplace_id bigint primary key references marketplaces on delete cascade,
  store_id bigint not null references stores,
  by_user_id bigint references users on delete set null,
  -- What follows when all listings were dealt with.
  leads_to text not null check (leads_to in ('deactivate', 'delete')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Listings that show 0 now, of so many; at the end, as they stood.
  done integer,
  total integer,
  -- [{ listing_id, name, sku, reason }] of those that the marketplace did not let us set to 0.
  left_over jsonb not null default '[]'
);
create index marketplace_zeroings_open on marketplace_zeroings (asked_at) where ended_at is null;

-- A pull of products or orders: its cursor is this row, so it resumes after a kill.
create table marketplace_pulls (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  kind text not null check (kind in ('listings', 'orders', 'returns')),
  -- first: after authorisation. poll: what changed lately. reconcile: the last 48 hours, or every listing. manual: a person asked.
  scope text not null check (scope in ('first', 'poll', 'reconcile', 'manual')),
  state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  cursor jsonb,
  window_from timestamptz,
  window_to timestamptz,
  -- On the channel's clock: what was listed at this instant is in the pull.
  began_at timestamptz not null,
  done integer not null default 0,
  total integer,
  -- Who works on it, and until when nobody else may.
  lease_token uuid,
  lease_until timestamptz,
  -- Failures in a row, and when it is tried again after one.
  failures integer not null default 0,
  resume_at timestamptz,
  -- Why it failed or waits: a list of messages that are read one after another.
  error jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index marketplace_pulls_running on marketplace_pulls (marketplace_id, kind, scope) where state = 'running';
create index marketplace_pulls_newest on marketplace_pulls (marketplace_id, kind, id desc);
create index marketplace_pulls_scope on marketplace_pulls (marketplace_id, kind, scope, id desc);
create index marketplace_pulls_began on marketplace_pulls (marketplace_id, kind, began_at desc) where state = 'done';
create index marketplace_pulls_error on marketplace_pulls (marketplace_id, id desc) where error is not null;

-- Records that could not be read: kept apart with the reason, shown to the seller, gone when they can be read.
create table quarantined_records (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces,
  kind text not null check (kind in ('listing', 'order', 'return')),
  reference text not null,
  -- Why it could not be read, as a message.
  reason jsonb not null,
  seen_at timestamptz not null,
  unique (marketplace_id, kind, reference)
);

-- One effect at a marketplace that somebody asked for once: written before the call, so that a lost answer or a killed worker
-- never repeats it.
create table marketplace_actions (
  id bigint generated always as identity primary key,
  store_id bigint not null references stores,
  marketplace_id bigint not null references marketplaces on delete cascade,
  kind text not null,
  subject_type text not null check (subject_type in ('Order', 'ProductListing', 'VariantListing')),
  subject_id bigint not null,
  -- What may not be done twice at once, for instance `order:17`.
  exclusive_key text not null,
  -- The channel's idempotency key where it has one: the same for every call of this action.
  attempt_key text not null,
  asked jsonb not null,
  -- A digest of what was asked for, in its caller's words. It tells the same from something else also where the marketplace has done it
  -- already and offers nothing to compare with.
  asked_digest text,
  user_id bigint references users on delete set null,
  -- waiting: not at the marketplace. sent: called, or accepted and worked on over there. unknown: nobody knows whether it took effect.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'unknown', 'done', 'refused')),
  -- What the marketplace knows an accepted action by, until it has ended.
  reference jsonb,
  outcome_code text,
  outcome_reason text,
  -- The marketplace may accept the same later.
  may_retry boolean not null default false,
  -- Calls that may have taken effect, so far. `sent_at`: when the last of them left.
  calls integer not null default 0,
  checks integer not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  next_at timestamptz not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  -- A member closed it. One that has no outcome yet is looked at once more and then ends.
  dismissed_at timestamptz,
  -- What is said to people is kept as messages, codes with values. Rows of before have their English alone, which is kept beside.
  outcome_message jsonb,
  -- The mass action that asked for it: a step that is repeated finds the action of before.
  operation_id bigint references operations on delete set null,
  -- With which access token an action was asked for, or notes were written; null for a person at a screen.
  access_token_id bigint,
  check ((state in ('done', 'refused')) = (finished_at is not null)),
  check (state <> 'refused' or outcome_reason is not null)
);
-- Old actions on listings are purged by their age.
create index marketplace_actions_of_listings on marketplace_actions (asked_at) where subject_type <> 'Order' and finished_at is not null;
-- Decides between two members who ask for the same at once: the second joins the first.
create unique index marketplace_actions_unfinished on marketplace_actions (store_id, exclusive_key) where finished_at is null;
create index marketplace_actions_due on marketplace_actions (next_at) where finished_at is null;
create index marketplace_actions_subject on marketplace_actions (subject_type, subject_id, id desc);
create index marketplace_actions_store on marketplace_actions (store_id, id desc);
-- Holds what needs a person, and the few that are under way.
create index marketplace_actions_open on marketplace_actions (store_id, id desc) where dismissed_at is null and state <> 'done';
create index marketplace_actions_marketplace on marketplace_actions (marketplace_id);
create index marketplace_actions_user on marketplace_actions (user_id) where user_id is not null;
create unique index marketplace_actions_operation on marketplace_actions (operation_id, subject_type, subject_id)
  where operation_id is not null;
create index marketplace_actions_sender on marketplace_actions (marketplace_id, id desc)
  where kind in ('order.ship', 'order.ready_to_collect') and state = 'done'
    and asked -> 'answers' ->> 'sender_real_name' is not null;
-- How a member shipped last in a shop.
create index marketplace_actions_method on marketplace_actions (user_id, marketplace_id, id desc) where kind = 'order.ship' and asked ->> 'is_choice' = 'true';
create index marketplace_actions_needs_you on marketplace_actions (store_id, asked_at desc, id desc)
  where dismissed_at is null and state <> 'done';
