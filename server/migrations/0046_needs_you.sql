-- What Evenstock could not do is listed by store until a member dismisses it: refused actions, and failed rows of operations.
-- Null: a row of before that did not fail.
alter table operation_rows add column store_id bigint references stores, add column dismissed_at timestamptz;
update operation_rows r set store_id = o.store_id from operations o where o.id = r.operation_id and r.state = 'failed';
create index operation_rows_needs_you on operation_rows (store_id, at desc, operation_id desc, position desc)
  where state = 'failed' and dismissed_at is null;
create index marketplace_actions_needs_you on marketplace_actions (store_id, asked_at desc, id desc)
  where dismissed_at is null and state <> 'done';
-- Counted on every summary.
create index variants_oversold on variants (store_id) where quantity < 0 and merged_into_id is null;
