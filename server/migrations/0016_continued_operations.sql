-- An operation that was cancelled or ended before its last row is gone on with once, by another that begins at its cursor.
alter table operations add column continuation_of bigint references operations on delete set null;
create unique index operations_continuation_of on operations (continuation_of) where continuation_of is not null;

-- A first import is an operation; one that was cancelled keeps its cursor.
alter table marketplace_pulls drop constraint marketplace_pulls_state_check,
  add constraint marketplace_pulls_state_check check (state in ('running', 'done', 'failed', 'cancelled'));
insert into operations (store_id, kind, subject_id, params, user_id, total, done, asked_at, started_at)
select p.store_id, 'marketplace.import_' || p.kind, p.marketplace_id, jsonb_build_object('pull', p.id), m.verified_by_user_id, p.total,
  p.done, p.created_at, p.created_at
from marketplace_pulls p join marketplaces m on m.id = p.marketplace_id
where p.scope = 'first' and p.state = 'running' order by p.id;
