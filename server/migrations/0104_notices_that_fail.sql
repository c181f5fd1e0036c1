-- A notice whose record cannot be read is tried again alone, and is a dead letter after several attempts.
alter table webhook_deliveries
  add column attempts integer not null default 0,
  add column attempt_at timestamptz,
  add column dead_at timestamptz,
  add column failure text;
drop index webhook_deliveries_open;
create index webhook_deliveries_open on webhook_deliveries (marketplace_id, id) where processed_at is null and dead_at is null;
