-- Why a member adjusted a quantity, by a code of a short list, and in words of their own; null: they did not say. New entries alone are
-- checked, so that a long ledger is not read under a lock.
alter table stock_movements
  add column reason text,
  add column reason_note text,
  add constraint stock_movements_reason check (reason in ('damaged', 'lost', 'found', 'received', 'counted', 'other')) not valid,
  add constraint stock_movements_reason_note check (reason_note is null or (reason is not null and length(reason_note) <= 200)) not valid;
