import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { openPool, type Pool } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';

export interface TestDatabase extends Pool {
  readonly connection: pg.PoolConfig;
  /** What it holds now, in a database of its own: a backup. Ends every connection. @returns its name */
  backUp(): Promise<string>;
  /** Ends every connection; the next ones lead to a copy of a backup. */
  restore(backup: string): Promise<void>;
}

/** Where the cluster of this test run listens: set by testing/global-setup.ts. */
const CLUSTER_VARIABLE = 'EVENSTOCK_TEST_CLUSTER';
const TEMPLATE = 'evenstock_template';

const address = z.object({ host: z.string(), user: z.string() });

function cluster(): z.infer<typeof address> {
  const text = process.env[CLUSTER_VARIABLE];
  if (text === undefined)
    throw new Error('No test cluster: run the tests by vitest, whose global set-up starts one.');
  return address.parse(JSON.parse(text));
}

/** Whether a cluster was started for this process. */
export const hasCluster = (): boolean => process.env[CLUSTER_VARIABLE] !== undefined;

async function withAdministration<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Names the cluster for the tests' processes and makes the migrated template there. Called once, before any test. */
export async function prepareTemplate(connection: { host: string; user: string }): Promise<void> {
  await withAdministration(connection, (client) => client.query(`create database ${TEMPLATE}`));
  const { pool, close } = openPool({ ...connection, database: TEMPLATE, max: 4 }, () => undefined);
  await migrate(pool);
  await close();
  process.env[CLUSTER_VARIABLE] = JSON.stringify(connection);
}

/** A copy of a database that nobody is connected to. @returns its name */
async function copyDatabase(name: string): Promise<string> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await withAdministration(cluster(), (client) =>
    // Copying the files costs a third of writing each page to the log.
    client.query(`create database ${database} template ${name} strategy file_copy`),
  );
  return database;
}

/** A fresh, migrated, empty database; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { host, user } = cluster();
  const database = await copyDatabase(TEMPLATE);
  const databases = [database];
  const connection = { host, user, database, max: 10 };
  // Dropping the database may cut connections that are on their way out.
  let isOver = false;
  const opened = openPool(connection, (error) => {
    if (!isOver) throw error;
  });
  const current = (): string => databases.at(-1) ?? database;
  const disconnect = async (): Promise<void> => {
    isOver = true;
    await withAdministration({ host, user }, (client) =>
      client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        current(),
      ]),
    );
    while (opened.pool.totalCount > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    isOver = false;
  };
  return {
    ...opened,
    connection,
    async backUp() {
      await disconnect();
      const copy = await copyDatabase(current());
      databases.unshift(copy);
      return copy;
    },
    async restore(backup) {
      await disconnect();
      const copy = await copyDatabase(backup);
      databases.push(copy);
      opened.pool.options.database = copy;
    },
    async close() {
      isOver = true;
      await opened.close();
      await withAdministration({ host, user }, async (client) => {
        for (const name of databases) await client.query(`drop database ${name} with (force)`);
      });
    },
  };
}
