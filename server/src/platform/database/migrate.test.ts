import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { StartProblem } from '../process/start-problem.ts';
import { openPool } from './database.ts';
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

  it('refuse a database of another build', async () => {
    const [first, ...rest] = readMigrations();
    expect(first).toBeDefined();
    if (first === undefined) return;
    await expect(migrate(database.pool, rest)).rejects.toThrow(
      `another build of Evenstock, whose migration ${first.name}`,
    );
    await expect(migrate(database.pool, [{ ...first, checksum: 'other' }, ...rest])).rejects.toThrow(
      `another build of Evenstock, whose migration ${first.name}`,
    );
  });

  it('end with a sentence where the database takes no changes', async () => {
    const { pool, close } = openPool(
      { ...database.connection, options: '-c default_transaction_read_only=on' },
      () => undefined,
    );
    try {
      const failure = migrate(pool);
      await expect(failure).rejects.toBeInstanceOf(StartProblem);
      await expect(failure).rejects.toThrow('takes no changes: it is read-only');
    } finally {
      await close();
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
