-- The sample has the days of its orders, so that a search knows in which days orders have a text. It has orders of forty ages, five of
-- each: days in which numbers begin alike are known to a fortieth of all days.
drop function sampled_order_texts(bigint);
create function sampled_order_texts(of_store bigint)
returns table (source_created_at timestamptz, numbers text, products text)
language sql stable parallel safe as $$
  select t.source_created_at, t.numbers, t.products
  from (
    select
      (select s.source_created_at from order_texts s where s.store_id = of_store
        order by s.source_created_at, s.order_id limit 1) as oldest,
      (select s.source_created_at from order_texts s where s.store_id = of_store
        order by s.source_created_at desc, s.order_id desc limit 1) as newest) ages
  cross join generate_series(1, 79, 2) as eightieth
  cross join lateral (
    select s.source_created_at, s.numbers, s.products from order_texts s
    where s.store_id = of_store and s.source_created_at <= ages.newest - (ages.newest - ages.oldest) * eightieth / 80
    order by s.source_created_at desc, s.order_id desc limit 5) t
$$;
