import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePorts } from '../../../../scripts/ports.mjs';
import type { Shutdown } from '../../platform/process/shutdown.ts';
import type { Binaries } from '../../platform/postgres/postgres-binaries.ts';
import { startCluster, type Cluster } from '../../platform/postgres/postgres-launcher.ts';
import { openCallGate, type CallGate, type Moment } from './call-gate.ts';
import { runProcess, sandboxPorts, startProcess, type RealProcess } from './processes.ts';
import { drilledChannels, shopsAt, type AppList, type DrilledChannel, type Shop } from './shops.ts';
import { formTeam, type Team } from './team.ts';

/** A whole installation in real processes: program, marketplaces, and a PostgreSQL that is crash-safe. */
export interface Drill {
  readonly team: Team;
  readonly shops: readonly Shop[];
  readonly skus: readonly string[];
  readonly gate: CallGate;
  /** Calls `act` in the middle of a call; the victim is started again at once. */
  killAt(callNumber: number, moment: Moment, victim: Victim): void;
  /** Resolves once all that was planned has happened and everything runs again. */
  allKilled(): Promise<void>;
  /** Kills the program, runs `work` while it is stopped, and starts it again. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  /** Runs one of the program's commands, such as `restored`. @returns its output */
  command(name: string): Promise<string>;
  /** The folder of the recovery log; unused unless the drill was set up with one. */
  readonly recoveryFolder: string;
  /** A connection to the program's database, or to another database of its cluster. */
  connection(database?: string): pg.PoolConfig;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** What the program has said, for a person who looks into a failure. */
  log(): string;
}

export type Victim = 'server' | 'database' | 'both';

export interface DrillOptions {
  /** One shop is opened on each; by default on all drilled channels. */
  readonly channels?: readonly DrilledChannel[];
  /** The PostgreSQL to start; the packaged one unless given. */
  readonly binaries?: Binaries;
  readonly keepsRecoveryLog?: boolean;
  /** Returns after the first pull and the merge, while listings are still held. */
  readonly beforeWrites?: boolean;
}

const root = join(import.meta.dirname, '../../../..');
const SERVER = join(root, 'server/dist/main.js');
const commandFile = (name: string): string => join(root, `server/dist/commands/${name}.js`);
const SANDBOX = join(root, 'sandbox/dist/main.js');
const OWNER = 'owner@drill.test';
const DATABASE = 'evenstock';
/** Longer than a minute of ours and the longest that a channel (Lazada) may take to list an order, as other suites run meanwhile. */
const PATIENCE_MS = 300_000;

/** Unlike in production: so that a drill is over in a minute. */
const quickly = {
  EVENSTOCK_ORDER_POLL_SECONDS: '5',
  EVENSTOCK_LISTING_POLL_SECONDS: '10',
  EVENSTOCK_ORDER_RECONCILE_SECONDS: '60',
  EVENSTOCK_LISTING_SWEEP_SECONDS: '60',
  EVENSTOCK_CHANNEL_TIMEOUT_SECONDS: '5',
};

/** Sets up the installation, one shop on each channel with the same SKUs, all pulled, merged and in sync. */
export async function setUpDrill(
  shutdown: Shutdown,
  skus: readonly string[],
  quantity: number,
  { channels = drilledChannels, binaries, keepsRecoveryLog = false, beforeWrites = false }: DrillOptions = {},
): Promise<Drill> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-crash-'));
  chmodSync(dataFolder, 0o711);
  const ofCluster = { dataFolder, ...(binaries === undefined ? {} : { binaries }) };
  let cluster = await startCluster(ofCluster);
  shutdown.onShutdown(async () => {
    await cluster.stop();
    rmSync(dataFolder, { recursive: true, force: true });
    rmSync(cluster.folder, { recursive: true, force: true });
  });
  // The program's, the sandbox's, then a gate for each marketplace.
  const port = await freePorts(1 + sandboxPorts + drilledChannels.length);
  const sandboxPort = port + 1;
  const gatePort = sandboxPort + sandboxPorts;
  const sandbox = await startSandbox(sandboxPort, join(dataFolder, 'sandbox'));
  shutdown.onShutdown(() => sandbox.kill());
  const shopkeeper = shopsAt(sandboxPort);
  const apps = await shopkeeper.apps();
  const gates = new Map(drilledChannels.map((channel, index) => [channel, gatePort + index]));
  const gate = await openCallGate(
    new Map([...gates].map(([channel, own]) => [own, Number(new URL(apps[channel]?.address ?? '').port)])),
  );
  shutdown.onShutdown(() => gate.close());
  const recoveryFolder = join(dataFolder, 'recovery');
  const env = {
    ...environment(cluster, port, gates, apps),
    ...(keepsRecoveryLog ? { EVENSTOCK_RECOVERY_DIR: recoveryFolder } : {}),
  };
  await queryAt(cluster.connection('postgres'), `create database ${DATABASE}`);
  const granted = await runProcess(commandFile('grant'), [OWNER], env);
  const password = /shown only here: (\S+)/.exec(granted)?.[1] ?? '';
  const log: string[] = [];
  const startServer = (spawned?: (process: RealProcess) => void): Promise<RealProcess> =>
    startProcess(SERVER, ['all'], env, 'Evenstock runs', spawned);
  let server = await startServer();
  shutdown.onShutdown(() => server.kill());
  await shopkeeper.tellNoticesTo(`http://127.0.0.1:${port}`);
  const connection = (database = DATABASE): pg.PoolConfig => cluster.connection(database);

  async function bringBack(victim: Victim): Promise<void> {
    if (victim !== 'server') {
      process.kill(cluster.pid, 'SIGKILL');
      cluster = await startCluster(ofCluster);
    }
    // A running program outlives its database.
    if (victim === 'database' && !server.isRunning() && !server.wasKilled()) {
      throw new Error(`The program ended when its database was killed:\n${server.text().slice(-4000)}`);
    }
    await restartServer();
  }
  async function restartServer(): Promise<void> {
    while (!server.isRunning()) {
      log.push(server.text());
      try {
        await startServer((spawned) => (server = spawned));
      } catch (error) {
        // One that is killed while it starts is started once more.
        if (!server.wasKilled()) throw error;
      }
    }
  }

  const team = await formTeam(port, OWNER, password);
  // Before anything is connected: switched on later, listings are held until their orders were polled past a read.
  await team.switchSyncOn();
  const shops: Shop[] = [];
  for (const channel of channels) {
    const shop = await shopkeeper.open(channel, `Drill on ${channel}`, skus, quantity);
    await team.connect(shop);
    shops.push(shop);
  }
  const pending: Promise<void>[] = [];
  let bringingBack = Promise.resolve();
  const drill: Drill = {
    team,
    shops,
    skus,
    gate,
    killAt(callNumber, moment, victim) {
      pending.push(
        new Promise((resolve, reject) => {
          gate.at(callNumber, moment, async () => {
            if (victim !== 'database') await server.kill();
            // One after the other: a database that is just starting is not there to be killed.
            bringingBack = bringingBack.then(() => bringBack(victim));
            bringingBack.then(resolve, reject);
          });
        }),
      );
    },
    async allKilled() {
      await Promise.all(pending.splice(0));
    },
    async whileStopped(work) {
      await server.kill();
      await work();
      await restartServer();
    },
    command: (name) => runProcess(commandFile(name), [], env),
    recoveryFolder,
    connection,
    query: (text, values) => queryAt(connection(), text, values),
    log: () => [...log, server.text()].join('\n'),
  };
  await settleIn(drill, skus.length);
  if (!beforeWrites) await untilWritten(drill);
  return drill;
}

/** Runs one statement over its own connection. */
export async function queryAt<Row extends pg.QueryResultRow>(
  connection: pg.PoolConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function startSandbox(port: number, folder: string): Promise<RealProcess> {
  return startProcess(SANDBOX, [], { SANDBOX_PORT: String(port), SANDBOX_DATA_DIR: folder }, 'sandbox ready');
}

function environment(
  cluster: Cluster,
  port: number,
  gates: ReadonlyMap<DrilledChannel, number>,
  apps: AppList,
): Record<string, string> {
  const { host = '', user = '' } = cluster.connection(DATABASE);
  const at = (channel: DrilledChannel, name = '127.0.0.1'): string =>
    `http://${name}:${String(gates.get(channel))}`;
  return {
    DATABASE_URL: `postgres://${user}@localhost/${DATABASE}?host=${encodeURIComponent(host)}`,
    EVENSTOCK_URL: `http://127.0.0.1:${port}`,
    EVENSTOCK_SECRET: 'c5'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:9',
    EVENSTOCK_LOG_LEVEL: 'info',
    PORT: String(port),
    SHOPEE_PARTNER_ID: apps['shopee']?.app_id ?? '',
    SHOPEE_PARTNER_KEY: apps['shopee']?.app_secret ?? '',
    SHOPEE_API_URL: at('shopee'),
    SHOPEE_AUTH_URL: at('shopee'),
    LAZADA_APP_KEY: apps['lazada']?.app_id ?? '',
    LAZADA_APP_SECRET: apps['lazada']?.app_secret ?? '',
    LAZADA_API_URL: at('lazada'),
    LAZADA_AUTH_URL: at('lazada'),
    SHOPIFY_CLIENT_ID: apps['shopify']?.app_id ?? '',
    SHOPIFY_CLIENT_SECRET: apps['shopify']?.app_secret ?? '',
    SHOPIFY_SHOP_URL: at('shopify', '{shop}.localhost'),
    ...quickly,
  };
}

/** Everything pulled, then one SKU for each code, over all shops. */
async function settleIn(drill: Drill, skuCount: number): Promise<void> {
  await until('the shops are pulled', drill, async () => {
    const rows = await drill.query<{ count: number }>(
      "select count(*)::int as count from marketplace_pulls where scope = 'first' and state = 'done'",
    );
    return rows[0]?.count === 2 * drill.shops.length;
  });
  await drill.team.mergeBySku();
  await until('the SKUs are merged', drill, async () => {
    const rows = await drill.query<{ count: number }>(
      'select count(*)::int as count from variants where merged_into_id is null and live_listings = $1',
      [drill.shops.length],
    );
    return rows[0]?.count === skuCount;
  });
}

/** Waits until no listing is held any more. */
export async function untilWritten(drill: Drill): Promise<void> {
  await until('every shop may be written', drill, async () => {
    const rows = await drill.query<{ count: number }>(
      'select count(*)::int as count from listing_stocks where held',
    );
    return rows[0]?.count === 0;
  });
}

/** Waits for something to become true; a database that is away for a moment makes it not true yet. */
export async function until(
  what: string,
  drill: Drill,
  condition: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const limit = performance.now() + patienceMs;
  while (performance.now() < limit) {
    if (await condition().catch(() => false)) return;
    await pause(200);
  }
  throw new Error(`Not in time: ${what}. The program said:\n${drill.log().slice(-8000)}`);
}
