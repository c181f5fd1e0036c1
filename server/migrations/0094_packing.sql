-- When a member last packed the order: every unit of it was scanned. Null: it was never packed.
alter table orders add column packed_at timestamptz;
