-- When a member last changed what a SKU is called or how it is set up; null: never. Sales, adjustments and pins do not count.
alter table variants add column settings_updated_at timestamptz;
