import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, migrateUpTo, type TestDatabase } from '../../testing/database.ts';
import { describeTables } from './generate-tables.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('migrations', () => {
  it('change nothing when they have run', async () => {
    expect(await migrate(database.pool)).toEqual([]);
  });

  it('run once when two programs start at once', async () => {
    const more = { name: '9999_two_starters', sql: 'create table two_starters (id int)', checksum: 'x' };
    const both = await Promise.all([1, 2].map(() => migrate(database.pool, [...readMigrations(), more])));
    expect(both.flat()).toEqual(['9999_two_starters']);
    await database.pool.query('drop table two_starters');
    await database.pool.query("delete from schema_migrations where name = '9999_two_starters'");
  });

  it('leave nothing of one that fails', async () => {
    const broken = {
      name: '9999_broken',
      sql: 'create table half (id int); select no_such_function()',
      checksum: 'x',
    };
    await expect(migrate(database.pool, [...readMigrations(), broken])).rejects.toThrow(
      '9999_broken failed and changed nothing',
    );
    const { rows } = await database.pool.query("select to_regclass('half') as found");
    expect(rows).toEqual([{ found: null }]);
  });

  it('refuse a database of another version', async () => {
    const [first, ...rest] = readMigrations();
    expect(first).toBeDefined();
    if (first === undefined) return;
    await expect(migrate(database.pool, rest)).rejects.toThrow(`does not know its migration ${first.name}`);
    await expect(migrate(database.pool, [{ ...first, checksum: 'other' }, ...rest])).rejects.toThrow(
      'reads differently',
    );
  });

  it('keep older activities as they are, and leave their changes empty', async () => {
    const older = await createTestDatabase();
    try {
      await migrateUpTo(older, '0015_activity_changes');
      await older.pool.query(`
        with s as (
          insert into stores (slug, name, country, created_at, updated_at)
          values ('kopi', 'Kopi', 'sg', now(), now()) returning id)
        insert into activities (store_id, key, actor_type, extras, created_at)
        select id, 'store.update', 'User', '{"fields": "name, country"}'::jsonb, now() from s
        union all select null, 'user.register', 'System', '{}', now()`);
      await migrate(older.pool);
      const { rows } = await older.pool.query('select key, extras, changes from activities order by id');
      expect(rows).toEqual([
        { key: 'store.update', extras: { fields: 'name, country' }, changes: {} },
        { key: 'user.register', extras: {}, changes: {} },
      ]);
      await expect(older.pool.query('delete from activities')).rejects.toThrow('append-only');
      // They wait for their seals, a first batch of each chain.
      const { rows: waiting } = await older.pool.query(
        'select a.key from unsealed_activities u join activities a on a.id = u.activity_id and u.store_id is not distinct from a.store_id order by a.id',
      );
      expect(waiting).toEqual([{ key: 'store.update' }, { key: 'user.register' }]);
    } finally {
      await older.close();
    }
  });

  it('keep since when a store has its subscription, and which months were billed', async () => {
    const older = await createTestDatabase();
    try {
      await migrateUpTo(older, '0022_subscriptions');
      await older.pool.query(`
        insert into stores (slug, name, country, stripe_subscription_id, console_subscription_tier, created_at, updated_at)
        select slug, slug, 'sg', sub, case when sub is not null then 'standard' end, '2026-01-01Z', now()
        from (values ('told', 'sub_1'), ('purged', 'sub_2'), ('free', null)) as s (slug, sub);
        insert into activities (store_id, key, actor_type, changes, created_at)
        select id, 'store.start_subscription', 'System', '{}'::jsonb, t.at::timestamptz
        from stores cross join (values ('2026-02-01Z'), ('2026-05-03Z')) as t (at) where slug = 'purged';
        insert into payment_events (id, type, subscription_id, received_at)
        values ('evt_2', 'customer.subscription.updated', 'sub_1', '2026-07-02Z'),
          ('evt_1', 'customer.subscription.created', 'sub_1', '2026-07-01Z'),
          ('evt_3', 'customer.subscription.updated', 'sub_2', '2026-07-01Z');
        insert into monthly_subscription_infos
          (store_id, year, month, average_merged_hundredths, created_at, charged_at, invoice_item_id)
        select id, 2026, m.month, 10150, now(), m.charged::timestamptz, m.item
        from stores cross join (values (7, '2026-08-01Z', 'ii_1'), (8, null, null)) as m (month, charged, item)
        where slug = 'told'`);
      await migrate(older.pool);
      const kept = await older.pool.query(
        'select id, began_at, ended_at from store_subscriptions order by id',
      );
      expect(kept.rows).toEqual([
        { id: 'sub_1', began_at: new Date('2026-07-01T00:00:00Z'), ended_at: null },
        { id: 'sub_2', began_at: new Date('2026-05-03T00:00:00Z'), ended_at: null },
      ]);
      const charged = await older.pool.query(
        'select amount, subscription_id, invoice_item_id from subscription_charges',
      );
      expect(charged.rows).toEqual([{ amount: 1015, subscription_id: null, invoice_item_id: 'ii_1' }]);
    } finally {
      await older.close();
    }
  });

  it('are what tables.ts says (npm run tables writes it)', async () => {
    const client = await database.pool.connect();
    try {
      expect(readFileSync(join(import.meta.dirname, '..', '..', 'tables.ts'), 'utf8')).toBe(
        await describeTables(client),
      );
    } finally {
      client.release();
    }
  });
});
