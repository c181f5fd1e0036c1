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
  check ((state in ('done', 'refused')) = (finished_at is not null)),
  check (state <> 'refused' or outcome_reason is not null)
);
-- Decides between two members who ask for the same at once: the second joins the first.
create unique index marketplace_actions_unfinished on marketplace_actions (store_id, exclusive_key) where finished_at is null;
create index marketplace_actions_due on marketplace_actions (next_at) where finished_at is null;
create index marketplace_actions_subject on marketplace_actions (subject_type, subject_id, id desc);
create index marketplace_actions_store on marketplace_actions (store_id, id desc);
-- Holds what needs a person, and the few that are under way.
create index marketplace_actions_open on marketplace_actions (store_id, id desc) where dismissed_at is null and state <> 'done';
create index marketplace_actions_marketplace on marketplace_actions (marketplace_id);
create index marketplace_actions_user on marketplace_actions (user_id) where user_id is not null;
