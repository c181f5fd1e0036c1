-- Whoever wants it sees which SKUs are running out. Null: the store does not want it.
-- Otherwise a SKU without a reorder point runs out when its quantity lasts so many days or fewer.
alter table stores add column running_out_days integer check (running_out_days between 1 and 365);

-- reorder_point: units; at it or below, the SKU runs out, whatever it sells.
-- runs_out_within: the least number of days of a store at which the SKU runs out; null: at none.
alter table variants
  add column reorder_point integer check (reorder_point >= 0),
  add column runs_out_within bigint generated always as (
    case
      when live_listings = 0 then null
      when reorder_point is not null then case when quantity <= reorder_point then 0 end
      when past_30_days_sales_count > 0 then greatest(0, quantity::bigint * 30 / past_30_days_sales_count)
    end) stored;

-- The list and its count are a range of it.
create index variants_running_out on variants (store_id, runs_out_within)
  where merged_into_id is null and runs_out_within is not null;
