import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabaseProxy, type DatabaseProxy } from '../../testing/database-proxy.ts';
import { startCluster, type Cluster } from '../postgres/postgres-launcher.ts';
import { connectionOf, newClient, NoServingHost } from './choose-host.ts';
import { openPool, type Pool } from './database.ts';
import { databaseTrouble } from './database-errors.ts';

/* Two PostgreSQL, of which one takes no changes. */

const NAME = 'postgres';
const TABLE = 'create table if not exists changes (n integer)';

let folders: string[] = [];
const clusters: Cluster[] = [];
const proxies: DatabaseProxy[] = [];
beforeAll(async () => {
  folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'evenstock-hosts-')));
  for (const dataFolder of folders) {
    // PostgreSQL's user must be able to pass through.
    chmodSync(dataFolder, 0o711);
    const cluster = await startCluster({ dataFolder, durable: false });
    clusters.push(cluster);
    await tell(cluster, TABLE);
    proxies.push(await openDatabaseProxy(cluster.connection(NAME)));
  }
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  for (const cluster of clusters) {
    await cluster.stop();
    rmSync(cluster.folder, { recursive: true, force: true });
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => setPrimary(0));

async function tell(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = newClient(cluster.connection(NAME));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Lets one server take changes and the other none, sessions that are open included. */
async function setPrimary(index: number): Promise<void> {
  for (const [at, cluster] of clusters.entries()) {
    const value = at === index ? 'off' : 'on';
    await tell(
      cluster,
      `alter system set default_transaction_read_only = ${value}`,
      'select pg_reload_conf()',
    );
  }
  // A server reads its settings between two statements, some time after it was asked to.
  for (const [at, cluster] of clusters.entries()) {
    await expect
      .poll(async () => {
        const client = newClient(cluster.connection(NAME));
        await client.connect();
        const { rows } = await client.query<{ is: string }>(
          `select current_setting('transaction_read_only') as is`,
        );
        await client.end();
        return rows[0]?.is;
      })
      .toBe(at === index ? 'off' : 'on');
  }
}

const port = (index: number): string => String(proxies[index]?.connection.port);
const address = (wanted = ''): string => {
  const user = proxies[0]?.connection.user ?? '';
  return `postgres://${user}@127.0.0.1:${port(0)},127.0.0.1:${port(1)}/${NAME}${wanted}`;
};

async function withPool(work: (pool: Pool) => Promise<void>): Promise<void> {
  const opened = openPool({ ...connectionOf(address()), max: 3 }, () => undefined);
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

/** The folder of the server's data tells the servers apart. */
const SERVER = `select current_setting('data_directory') as folder`;
async function serverOf(pool: Pool): Promise<number> {
  const { rows } = await pool.pool.query<{ folder: string }>(SERVER);
  return clusters.findIndex(({ folder }) => rows[0]?.folder.startsWith(folder) === true);
}

it.each([0, 1])(
  'a connection leads to the host that takes changes, wherever it is in the list: %i',
  async (at) => {
    await setPrimary(at);
    await withPool(async (pool) => {
      expect(await serverOf(pool)).toBe(at);
      const single = newClient(connectionOf(address('?target_session_attrs=primary')));
      await single.connect();
      await single.end();
    });
  },
);

it('after a change of the primary a refused change fails once, its connection is dropped, and the next one is taken', async () => {
  await withPool(async (pool) => {
    expect(await serverOf(pool)).toBe(0);
    await setPrimary(1);
    const insert = (): Promise<unknown> => pool.pool.query('insert into changes values (1)');
    const client = await pool.pool.connect();
    // A use case takes a connection, and gives it back without a word of what failed.
    const refused = await client.query('insert into changes values (1)').catch((error: unknown) => error);
    expect(databaseTrouble(refused)).toBe('read_only');
    client.release();
    await insert();
    expect(await serverOf(pool)).toBe(1);
  });
});

it('a host that is dead or hangs is passed over', async () => {
  await setPrimary(1);
  proxies[0]?.hang();
  await withPool(async (pool) => {
    const began = performance.now();
    expect(await serverOf(pool)).toBe(1);
    expect(performance.now() - began).toBeLessThan(2500);
  });
  proxies[0]?.answerAgain();
});

it('where no host takes changes, that is what a request is answered', async () => {
  for (const cluster of clusters)
    await tell(cluster, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  await withPool(async (pool) => {
    await expect
      .poll(async () => serverOf(pool).catch((error: unknown) => error instanceof NoServingHost))
      .toBe(true);
    const refused = await serverOf(pool).catch((error: unknown) => error);
    expect(databaseTrouble(refused)).toBe('read_only');
  });
});
