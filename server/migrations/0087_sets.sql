-- SKUs made of others, once a store wants it. A set has no ledger: `quantity` is the least that its parts allow, kept by stock in the
-- transaction that changes a part.
alter table stores add column makes_sets boolean not null default false;
alter table variants add column is_set boolean not null default false;

create table set_parts (
  set_id bigint not null references variants,
  part_id bigint not null references variants,
  store_id bigint not null references stores,
  -- Units of the part in one set.
  units integer not null check (units between 1 and 1000000),
  primary key (set_id, part_id),
  check (set_id <> part_id)
);
create index set_parts_part on set_parts (part_id);
create index set_parts_store on set_parts (store_id);

-- The parts of the set that the line sold first, as [id, units]; its later effects move the same.
alter table order_items add column made_of jsonb;

-- Sets are merged with nothing.
drop index variants_mergeable;
create index variants_mergeable on variants (store_id, sku, id)
  where merged_into_id is null and live_listings > 0 and sku <> '' and not is_set;

create index variants_sets on variants (store_id, is_pinned desc, full_product_name, id)
  where merged_into_id is null and is_set;
