import { chmodSync, mkdirSync } from 'node:fs';
import { wordFingerprints } from '@evenstock/server/modules/orders/order/buyer';
import { openPool } from '@evenstock/server/platform/database/database';
import { createEncryption } from '@evenstock/server/platform/secrets/encryption';
import { migrate } from '@evenstock/server/platform/database/migrate';
import { startCluster, type Cluster } from '@evenstock/server/platform/postgres/postgres-launcher';
import { generateData, sellForDaysOnly } from '@evenstock/server/testing/generate-data';
import type pg from 'pg';

const DAYS = 90;
const families = 200;
const given = 5_000;
const SLUG = 'million';
/** A quarter of 8 GB, as PostgreSQL's documentation advises; the README asks merchants with as many orders for it. */
const settings = { shared_buffers: '2GB' };

/** A store of many orders, a fifth as many SKUs, in a database that is kept, and the key that its buyers' names are searched with. */
export interface KeptStore {
  readonly cluster: Cluster;
  readonly connection: pg.PoolConfig;
  readonly storeId: number;
  readonly ownerId: number;
  readonly marketplaceId: number;
  /** The newest order was placed then. */
  readonly until: Date;
}

/** Every line took its units when its order was placed, and a member's work on every second order is in the journal. */
async function writeHistory(client: pg.ClientBase, storeId: number, ownerId: number): Promise<void> {
  // What was counted first is what is left and what was sold.
  await client.query('delete from stock_movements where store_id = $1', [storeId]);
  await client.query(
    `with sold as (
       select i.variant_id, o.id as order_id, i.position, i.ordered, o.source_created_at as at
       from orders o join order_items i on i.order_id = o.id where o.store_id = $1
     ), changes as (
       select v.id as variant_id, null::bigint as order_id, 0 as position, v.quantity + coalesce(t.units, 0) as units,
         (select min(at) from sold) as at
       from variants v left join (select variant_id, sum(ordered)::integer as units from sold group by variant_id) t on t.variant_id = v.id
       where v.store_id = $1
       union all select variant_id, order_id, position, -ordered, at from sold
     )
     insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, source_order_id,
       source_marketplace_id, action, cause, created_at)
     select $1, variant_id, units, sum(units) over (partition by variant_id order by at, order_id nulls first, position),
       case when order_id is null then 'Marketplace' else 'Order' end, order_id,
       case when order_id is null then (select min(id) from marketplaces where store_id = $1) end,
       case when order_id is null then 'First count' else 'Order placed' end,
       case when order_id is null then 'generated' else 'order:' || order_id || ':' || position end, at
     from changes order by at, order_id nulls first, position`,
    [storeId],
  );
  await client.query(
    `insert into activities (store_id, key, actor_type, actor_id, recipient_type, recipient_id, created_at)
     select $1, 'order.sync', 'User', $2, 'Order', id, source_created_at + interval '1 hour'
     from orders where store_id = $1 and id % 2 = 0`,
    [storeId, ownerId],
  );
}

/** Gives every order a buyer of two words: one of many frequent ones, and one of many rare ones. */
async function nameBuyers(client: pg.ClientBase, storeId: number): Promise<void> {
  const encryption = createEncryption([Buffer.alloc(32, 1)]);
  const words = (prefix: string, count: number): Buffer[] =>
    Array.from({ length: count }, (_, place) => `${prefix}${String(place)}`).flatMap((word) =>
      wordFingerprints(encryption, storeId, word),
    );
  await client.query(
    `insert into order_buyer_words (store_id, fingerprint, order_id)
     select o.store_id, w.fingerprint, o.id from orders o
     cross join lateral (values (($2::bytea[])[1 + o.id % $4]), (($3::bytea[])[1 + o.id * 31 % $5])) w(fingerprint)
     where o.store_id = $1`,
    [storeId, words('family', families), words('given', given), families, given],
  );
}

async function make(pool: pg.Pool, orders: number, until: Date): Promise<void> {
  const size = { orders, variants: orders / 5, days: DAYS, until };
  const { storeId, ownerId } = await generateData(pool, SLUG, size);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local session_replication_role = 'replica'`);
    await client.query('create table made_whole (at timestamptz not null)');
    await client.query('insert into made_whole values ($1)', [until]);
    const daysBefore = (days: number): Date => new Date(until.getTime() - days * 86_400_000);
    await sellForDaysOnly(client, storeId, { from: daysBefore(29), to: daysBefore(26) });
    await writeHistory(client, storeId, ownerId);
    await nameBuyers(client, storeId);
    await client.query('commit');
    await client.query('vacuum (analyze)');
  } finally {
    client.release();
  }
}

/**
 * Opens the database of a folder, and makes it where it is not there or was not made to its end. Migrations that came since are run.
 */
export async function openKeptStore(
  folder: string,
  orders: number,
  say: (line: string) => void,
): Promise<KeptStore> {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL's user must be able to pass through.
  chmodSync(folder, 0o711);
  const cluster = await startCluster({ dataFolder: folder, durable: false, settings });
  const postgres = cluster.connection('postgres');
  const first = openPool(postgres, () => undefined);
  const there = await first.pool.query<{ whole: boolean }>(
    `select exists (select from pg_database where datname = 'million') as whole`,
  );
  if (there.rows[0]?.whole !== true) await first.pool.query('create database million');
  await first.close();
  const connection = { ...postgres, database: 'million' };
  const { pool, close } = openPool(connection, () => undefined);
  try {
    await migrate(pool);
    const { rows } = await pool.query<{ whole: string | null }>(
      `select to_regclass('made_whole')::text as whole`,
    );
    if (rows[0]?.whole === null) {
      say(`Making the store of ${String(orders)} orders; it is kept for the next run.`);
      await make(pool, orders, new Date());
    }
    // A migration may have made an index of expressions, which needs statistics.
    await pool.query('analyze');
    const store = await pool.query<{ id: number; owner: number; shop: number; until: Date }>(
      `select s.id, p.user_id as owner, (select min(m.id) from marketplaces m where m.store_id = s.id) as shop,
         (select at from made_whole) as until
       from stores s
       join store_profiles p on p.store_id = s.id and p.role = 'owner' where s.slug = $1`,
      [SLUG],
    );
    const [row] = store.rows;
    if (row === undefined) throw new Error(`There is no store in ${folder}: delete the folder.`);
    return {
      cluster,
      connection,
      storeId: row.id,
      ownerId: row.owner,
      marketplaceId: row.shop,
      until: row.until,
    };
  } finally {
    await close();
  }
}
