import type pg from 'pg';

export interface DataSize {
  readonly orders: number;
  readonly variants: number;
  /** When the last order was placed; the first one is the given number of days older. */
  readonly until: Date;
  readonly days: number;
}

export interface GeneratedStore {
  readonly storeId: number;
  readonly ownerId: number;
  readonly marketplaceIds: readonly number[];
}

const adjectives = [
  'Soft',
  'Bright',
  'Compact',
  'Wooden',
  'Steel',
  'Cotton',
  'Travel',
  'Kitchen',
  'Garden',
  'Classic',
];
const things = [
  'Lamp',
  'Bottle',
  'Towel',
  'Knife',
  'Mug',
  'Backpack',
  'Chair',
  'Speaker',
  'Cushion',
  'Kettle',
  'Tray',
];
const colours = ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey', 'Sand'];

const list = (words: readonly string[]): string => `array[${words.map((word) => `'${word}'`).join(',')}]`;
const pick = (words: readonly string[], index: string): string =>
  `(${list(words)})[1 + (${index}) % ${String(words.length)}]`;

/** A store with three connected marketplaces and its owner. */
async function generateStore(client: pg.ClientBase, slug: string, at: Date): Promise<GeneratedStore> {
  const { rows } = await client.query<{ store: number; owner: number; marketplaces: string[] }>(
    `with owner as (
       insert into users (email, created_at, updated_at) values ($1 || '@generated.test', $2, $2) returning id
     ), store as (
       insert into stores (slug, name, country, can_sync_quantity, created_at, updated_at)
       values ($1, 'Generated', 'sg', true, $2, $2) returning id
     ), profile as (
       insert into store_profiles (store_id, user_id, role, created_at, updated_at)
       select store.id, owner.id, 'owner', $2, $2 from store, owner
     ), shops as (
       insert into marketplaces (store_id, slug, name, channel, state, channel_shop_id, currency, verified_at, created_at, updated_at)
       select store.id, k.channel || '-' || $1, initcap(k.channel), k.channel, 'verified', k.channel || '-' || $1, 'SGD', $2, $2, $2
       from store, unnest(array['shopee', 'lazada', 'shopify']) k(channel)
       returning id
     )
     select store.id as store, owner.id as owner, (select array_agg(id::text order by id) from shops) as marketplaces
     from store, owner`,
    [slug, at],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The store was not generated.');
  return { storeId: row.store, ownerId: row.owner, marketplaceIds: row.marketplaces.map(Number) };
}

/** SKUs, each listed at one to three of the marketplaces; quantities are in the ledger. */
async function generateVariants(
  client: pg.ClientBase,
  { storeId, marketplaceIds }: GeneratedStore,
  { variants, until }: DataSize,
): Promise<void> {
  const words = [pick(adjectives, 'n'), pick(things, 'n / 7'), pick(colours, 'n / 3'), 'n::text'];
  const name = words.join(" || ' ' || ");
  await client.query(
    `insert into products (store_id, slug, name, image_url, created_at, updated_at)
     select $1, 'product-' || n, ${name}, null, $2, $2 from generate_series(1, $3::integer) n`,
    [storeId, until, variants],
  );
  await client.query(
    `insert into variants (store_id, product_id, slug, sku, name, full_product_name, search_text, quantity, is_pinned,
       live_listings, is_out_of_sync, past_30_days_sales_count, has_bundle, disable_restock, created_at, updated_at)
     select $1, p.id, p.slug, 'SKU-' || p.n, p.name, p.name, lower(p.name || e'\\nSKU-' || p.n),
       (p.n * 7919) % 120 - 6, p.n % 997 = 0,
       case when p.n % 20 = 0 then 0 when p.n % 10 < 4 then 3 when p.n % 10 < 7 then 2 else 1 end,
       p.n % 211 = 0, (p.n * 31) % 40, p.n % 17 = 0, p.n % 13 = 0, $2, $2
     from (select id, slug, name, substr(slug, 9)::integer as n from products where store_id = $1) p`,
    [storeId, until],
  );
  await client.query(
    `insert into product_listings (store_id, marketplace_id, product_id, channel_item_id, slug, name, sku, raw_status, status,
       state, is_bundle, is_boosted, last_synced_at, created_at)
     select $1, m.id, v.product_id, 'item-' || v.n, v.slug || '-' || m.place, v.name, v.sku, 'NORMAL', 'normal',
       case when v.live_listings = 0 then 'inactive' else 'live' end, v.has_bundle, v.n % 997 = 7, $2, $2
     from (select *, substr(slug, 9)::integer as n from variants where store_id = $1) v
     join unnest($3::bigint[]) with ordinality m(id, place)
       on case v.live_listings when 1 then m.place = v.n % 3 + 1 else m.place <= greatest(v.live_listings, 1) end`,
    [storeId, until, marketplaceIds],
  );
  await client.query(
    `with listed as (
       insert into variant_listings (store_id, marketplace_id, product_listing_id, variant_id, channel_item_id,
         channel_variant_id, name, sku, price, currency, raw_status, status, state, force_zero_qty_from, force_zero_qty_to,
         created_at, updated_at)
       select $1, i.marketplace_id, i.id, v.id, i.channel_item_id, 'model-' || v.id, i.name, i.sku, 1990, 'SGD', 'NORMAL',
         'normal', i.state, z.from, z.from + interval '2 days', $2, $2
       from product_listings i join variants v on v.product_id = i.product_id
       -- A few show 0 for two days: some today, some the day after tomorrow.
       left join lateral (
         select case substr(v.slug, 9)::integer % 997
           when 11 then $2::timestamptz - interval '1 day' when 12 then $2::timestamptz + interval '2 days' end as from) z on true
       where i.store_id = $1
       returning id, marketplace_id, variant_id
     )
     insert into listing_stocks (variant_listing_id, store_id, marketplace_id, target, send, counted_from, counted_until,
       held, reserved, shop_quantity, expected_quantity, snapshot_from, snapshot_until, acked_quantity, acked_at)
     select l.id, $1, l.marketplace_id, greatest(v.quantity, 0), greatest(v.quantity, 0), $2, $2, false, case when substr(v.slug, 9)::integer % 997 = 21 then 2 else 0 end,
       greatest(v.quantity, 0), greatest(v.quantity, 0), $2, $2, greatest(v.quantity, 0), $2
     from listed l join variants v on v.id = l.variant_id`,
    [storeId, until],
  );
  await client.query(
    `insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, source_marketplace_id,
       action, cause, created_at)
     select $1, id, quantity, quantity, 'Marketplace', $3, 'First count', 'generated', $2 from variants where store_id = $1`,
    [storeId, until, marketplaceIds[0]],
  );
}

/** Orders of one to three lines; the newer, the likelier still open. What they took is in the quantities already. */
async function generateOrders(
  client: pg.ClientBase,
  { storeId, marketplaceIds }: GeneratedStore,
  { orders, variants, until, days }: DataSize,
): Promise<void> {
  await client.query(
    `insert into orders (store_id, marketplace_id, channel, number, channel_order_id, reference_number, state,
       marketplace_state, marketplace_raw_state, state_rank, source_created_at, source_updated_at, read_began_at, paid_at, ship_by,
       shipping_type, notes, currency, subtotal, shipping_fee, total_amount, buyer_key, imported_at, updated_at)
     select $1, m.id, m.channel, number, number, number, s.state, s.marketplace_state, upper(s.marketplace_state), 3,
       at, at + interval '1 hour', at, at, case when n % 5 > 0 then at + interval '2 days' end, 'Delivery', case when n % 400 = 0 then 'Call before delivery' end, 'SGD',
       2000 + n % 9000, 199, 2199 + n % 9000, decode(md5((n % ($2 / 3 + 1))::text), 'hex'), at, at
     from generate_series(1, $2::integer) n
     cross join lateral (select to_char(251000000000 + n * 977, 'FM999999999999') || 'SG' || n % 97) k(number)
     cross join lateral (select $3::timestamptz - (n - 1) * ($4::float8 / $2) * interval '1 day') t(at)
     cross join lateral (select id, channel from marketplaces where id = ($5::bigint[])[1 + n % 3]) m
     cross join lateral (
       select case
         when n % 17 = 0 then 'failed_orders'
         when n % 61 = 0 then 'outstanding_issues'
         when n < $2 / 60 then 'staff_to_process'
         when n % 83 = 0 then 'buyer_self_collect'
         when n < $2 / 12 then 'shipped'
         else 'completed' end) c(state)
     join (values ('failed_orders', 'CANCELLED'), ('outstanding_issues', 'unpaid'), ('staff_to_process', 'READY_TO_SHIP'),
       ('buyer_self_collect', 'processing'), ('shipped', 'SHIPPED'), ('completed', 'COMPLETED')) s(state, marketplace_state)
       on s.state = c.state`,
    [storeId, orders, until, days, marketplaceIds],
  );
  await client.query(
    `with listed as materialized (
       select distinct on (v.id) substr(v.slug, 9)::integer as n, l.* from variants v
       join variant_listings l on l.variant_id = v.id
       where v.store_id = $1 order by v.id, l.id
     )
     insert into order_items (store_id, order_id, position, channel_line_id, channel_item_id, channel_variant_id,
       variant_listing_id, variant_id, name, sku, ordered, counted_ordered, unit_price, original_price, total_price, fulfilled, tracking_code)
     select $1, o.id, line, line::text, l.channel_item_id, l.channel_variant_id, l.id, l.variant_id, l.name, l.sku,
       1 + o.id % 2, 1 + o.id % 2, 1990, 1990, 1990 * (1 + o.id % 2), o.state in ('shipped', 'completed'),
       case when o.state in ('shipped', 'completed') then 'SPXSG' || lpad((o.id * 1299709 % 10000000000)::text, 10, '0') end
     from orders o
     cross join generate_series(1, 3) line
     join lateral (select (o.id * 7919 + line * 104729) % $2 + 1 as n) k on line <= 1 + o.id % 3
     join listed l on l.n = k.n
     where o.store_id = $1`,
    [storeId, variants],
  );
  // Without statistics of a second store, its lines are read anew for each order.
  await client.query('analyze orders, order_items');
  await writeOrderTexts(client, storeId);
}

/** Writes the searched texts of a store's orders, or of those that were placed in a range of time, again. */
async function writeOrderTexts(
  client: pg.ClientBase,
  storeId: number,
  range?: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const placed = [storeId, range?.from ?? '-infinity', range?.to ?? 'infinity'];
  await client.query(
    'delete from order_texts where store_id = $1 and source_created_at between $2 and $3',
    placed,
  );
  await client.query(
    `insert into order_texts (order_id, store_id, source_created_at, numbers, products)
     select o.id, o.store_id, o.source_created_at, lower(o.reference_number || e'\\n' || coalesce(i.tracking, '')), lower(i.products)
     from orders o
     join (
       select order_id, string_agg(distinct tracking_code || e'\\n', '') as tracking, string_agg(name || ' ' || sku, e'\\n') as products
       from order_items where store_id = $1 group by order_id) i on i.order_id = o.id
     where o.store_id = $1 and o.source_created_at between $2 and $3 order by o.id`,
    placed,
  );
}

/**
 * One SKU, `FESTIVE-1`, is the first line of every order of some days, and of no other: in a list that begins with the newest, all that
 * is found by its name is far down.
 */
export async function sellForDaysOnly(
  client: pg.ClientBase,
  storeId: number,
  range: { readonly from: Date; readonly to: Date },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `update variants set sku = 'FESTIVE-1', name = 'Festive Lantern', full_product_name = 'Festive Lantern',
       search_text = e'festive lantern\\nfestive-1'
     where id = (select max(id) from variants where store_id = $1 and live_listings > 0) returning id`,
    [storeId],
  );
  await client.query(
    `update order_items i set variant_id = l.variant_id, variant_listing_id = l.id, name = 'Festive Lantern', sku = 'FESTIVE-1'
     from orders o, (select min(id) as id, variant_id from variant_listings where variant_id = $2 group by variant_id) l
     where o.id = i.order_id and o.store_id = $1 and i.position = 1 and o.source_created_at between $3 and $4`,
    [storeId, rows[0]?.id, range.from, range.to],
  );
  await writeOrderTexts(client, storeId, range);
}

/** Takes the plain indexes of the big tables away and answers what makes them again: built once at the end, they cost a tenth. */
async function dropIndexes(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i
     where i.indrelid = any(array['variants', 'orders', 'order_items', 'order_texts', 'variant_listings']::regclass[]) and not i.indisunique`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/**
 * Vacuums tables until every page is known to be visible to all, so that an index alone answers what it can: an analysis in the
 * background may hold some pages back, and few dead rows would otherwise stay in their indexes.
 * @param tables all that have rows unless they are named
 */
export async function vacuumWhole(
  client: pg.Pool | pg.PoolClient,
  tables?: readonly string[],
): Promise<void> {
  const withRows = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and pg_relation_size(oid) > 0`;
  const namesOf = async (query: string, values?: readonly unknown[]): Promise<string[]> =>
    (await client.query<{ relname: string }>(query, [...(values ?? [])])).rows.map(({ relname }) => relname);
  let pending = tables ?? (await namesOf(withRows));
  while (pending.length > 0) {
    await client.query(`vacuum (analyze, index_cleanup on) ${pending.join(', ')}`);
    pending = await namesOf(`${withRows} and relallvisible < relpages and relname = any($1)`, [pending]);
  }
}

/**
 * Fills a migrated database with a store of the size given, by SQL alone, and brings its statistics up to date: for
 * benchmarks and for tests of how lists are read. The database's user must be a superuser: what is made here refers to
 * what is made here, and that is not checked row by row.
 */
export async function generateData(pool: pg.Pool, slug: string, size: DataSize): Promise<GeneratedStore> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    const indexes = await dropIndexes(client);
    const store = await generateStore(client, slug, size.until);
    await generateVariants(client, store, size);
    await client.query('analyze products, variants, variant_listings');
    await generateOrders(client, store, size);
    // Triggers are off for a replica.
    await client.query(
      `insert into uncounted_quarters (store_id, quarter)
       select distinct store_id, quarter_of(source_created_at) from orders where store_id = $1`,
      [store.storeId],
    );
    for (const definition of indexes) await client.query(definition);
    await client.query('commit');
    await vacuumWhole(client);
    return store;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
