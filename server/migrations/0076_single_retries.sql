-- A failed row may be tried again alone. Null: the operation tries all failed rows of the other that were not tried again before.
alter table operations add column retry_row text;
drop index operations_retry_of;
-- All at once, and each row alone, once.
create unique index operations_retry_of on operations (retry_of, coalesce(retry_row, '')) where retry_of is not null;
