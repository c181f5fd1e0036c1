-- Whose number `theirs` is: the marketplace's own total, or that of the orders that it listed. Null: it could not be asked.
alter table order_days add column counted_by text check (counted_by in ('total', 'listing'));
update order_days set counted_by = 'listing' where theirs is not null;
