-- Texts of orders of all ages: of each of twenty times between the oldest and the newest order, the ten orders before it. Orders of a
-- few days often have similar numbers; a twentieth of all days is always among the sampled ones.
create or replace function sampled_order_texts(of_store bigint) returns table (numbers text, products text)
language sql stable parallel safe as $$
  select t.numbers, t.products
  from (
    select
      (select source_created_at from order_texts where store_id = of_store
        order by source_created_at, order_id limit 1) as oldest,
      (select source_created_at from order_texts where store_id = of_store
        order by source_created_at desc, order_id desc limit 1) as newest) ages
  cross join generate_series(1, 39, 2) as fortieth
  cross join lateral (
    select s.numbers, s.products from order_texts s
    where s.store_id = of_store and s.source_created_at <= ages.newest - (ages.newest - ages.oldest) * fortieth / 40
    order by s.source_created_at desc, s.order_id desc limit 10) t
$$;
