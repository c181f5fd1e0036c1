/* Reports. */

-- What a store's orders come to by quarters of an hour, which the clock of no zone divides: reports add them up by its days and hours.
create function quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', at, '1970-01-01 00:00:00+00');

create table order_quarters (
  store_id bigint not null references stores,
  quarter timestamptz not null,
  currency text not null,
  orders integer not null,
  -- Of those that did not fail: how many, their amount in minor units, and the units that were bought and not cancelled.
  succeeded integer not null,
  total bigint not null,
  units bigint not null,
  primary key (store_id, quarter, currency)
);

-- Quarters whose orders changed since they were counted. Rows are only added, so that no order waits for another one's.
create table uncounted_quarters (
  store_id bigint not null,
  quarter timestamptz not null
);
create index uncounted_quarters_place on uncounted_quarters (store_id, quarter);

-- Triggers write them in the transaction of the change, whoever makes it. An order is only deleted with its whole store.
create function note_new_orders() returns trigger language plpgsql as $$
begin
  insert into uncounted_quarters (store_id, quarter)
  select distinct store_id, quarter_of(source_created_at) from written;
  return null;
end
$$;

create function note_changed_orders() returns trigger language plpgsql as $$
begin
  insert into uncounted_quarters (store_id, quarter)
  select distinct w.store_id, quarter_of(c.at)
  from replaced r join written w using (id)
  cross join lateral (values (r.source_created_at), (w.source_created_at)) c(at)
  where (r.source_created_at, r.state = 'failed_orders', r.currency, r.total_amount)
    is distinct from (w.source_created_at, w.state = 'failed_orders', w.currency, w.total_amount);
  return null;
end
$$;

create trigger orders_added after insert on orders
  referencing new table as written for each statement execute function note_new_orders();
create trigger orders_changed after update on orders
  referencing old table as replaced new table as written for each statement execute function note_changed_orders();

create function note_new_lines() returns trigger language plpgsql as $$
begin
  insert into uncounted_quarters (store_id, quarter)
  select distinct o.store_id, quarter_of(o.source_created_at) from written w join orders o on o.id = w.order_id;
  return null;
end
$$;

create function note_changed_lines() returns trigger language plpgsql as $$
begin
  insert into uncounted_quarters (store_id, quarter)
  select distinct o.store_id, quarter_of(o.source_created_at)
  from replaced r join written w using (id) join orders o on o.id = w.order_id
  where r.ordered - r.cancelled <> w.ordered - w.cancelled;
  return null;
end
$$;

create trigger order_items_added after insert on order_items
  referencing new table as written for each statement execute function note_new_lines();
create trigger order_items_changed after update on order_items
  referencing old table as replaced new table as written for each statement execute function note_changed_lines();
