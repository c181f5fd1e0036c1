import { utcDay } from '../platform/time/days.ts';
import { join } from 'node:path';
import { channelKinds, channels } from '@evenstock/contract/channels/channels';
import type { Logger } from 'pino';
import { readConfiguration, type Configuration } from '../configuration.ts';
import { demoSecret, openDataFolder, setAside } from './data-folder.ts';
import { demoAccounts, demoPassword } from './demo-accounts.ts';
import { startDemoSandbox, type DemoSandbox } from './demo-sandbox.ts';
import { enterDatabase, markSeeded } from '../installation.ts';
import { connectionOf, type DatabaseConnection } from '../platform/database/choose-host.ts';
import { OtherBuild } from '../platform/database/migrate.ts';
import { clockBehind, systemClock } from '../platform/time/clock.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { fullDisk } from '../platform/process/full-disk.ts';
import { runUntilSignalled, type Shutdown } from '../platform/process/shutdown.ts';
import { createLog } from '../platform/process/log.ts';
import { keepCluster } from '../platform/postgres/postgres-keeper.ts';
import { startCluster } from '../platform/postgres/postgres-launcher.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { startWorker } from '../platform/jobs/worker.ts';
import { checkPort, createProgram, openDatabase, startProgram, type Program } from '../program.ts';
import { seedDemo, shopList } from './seed-demo.ts';
import { runnable } from '../wiring.ts';
import { marketplaceScheduleJob } from '../modules/pulls/pulls.jobs.ts';
import { returnAddress } from '../modules/connections/authorisation/authorisation.rules.ts';
import { noticeAddress } from '../modules/connections/inbox/receive-notice.ts';

/* `npm start`: the whole product on one machine, with simulated marketplaces and a store with three months of sales. */

const DATABASE = 'postgres';
const PROGRESS_MS = 4000;
/** Time limit in milliseconds for the jobs that the seed starts. Unfinished jobs are continued when the program runs. */
const SEED_PATIENCE_MS = 5000;
const BEHIND_SECONDS = 900;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints the name of the step, and repeats it every few seconds until the step is done. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  say(what);
  const timer = setInterval(() => {
    say(`${what} (${String(Math.round((performance.now() - began) / 1000))} s)`);
  }, PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function openConnection(
  configuration: Configuration,
  shutdown: Shutdown,
  log: Logger,
): Promise<DatabaseConnection> {
  if (configuration.databaseUrl !== null) return connectionOf(configuration.databaseUrl);
  const { dataFolder } = configuration;
  const cluster = await step('Starting PostgreSQL', () =>
    keepCluster(() => startCluster({ dataFolder, onProgress: say }), log),
  );
  shutdown.onShutdown(() => cluster.stop());
  return cluster.connection(DATABASE);
}

/** Channels without configured keys use the sandbox, which gets the addresses for webhooks and for returning sellers. */
async function meetSandbox(configuration: Configuration, sandbox: DemoSandbox): Promise<Configuration> {
  for (const channel of channelKinds) {
    if (sandbox.apps[channel] === undefined) continue;
    const url = noticeAddress(configuration.settings.publicUrl, channel);
    await sandbox.call('PUT', `/control/${channel}/webhook`, { url });
  }
  for (const channel of channelKinds) {
    const { consent } = channels[channel];
    if (consent.by !== 'redirect' || !consent.isRegistered) continue;
    const url = returnAddress(configuration.settings.publicUrl, channel, '', '');
    await sandbox.call('PUT', `/control/${channel}/return`, { url });
  }
  return {
    ...configuration,
    settings: {
      ...configuration.settings,
      demo: { accounts: [...demoAccounts], password: demoPassword, shop_url: await firstShop(sandbox) },
    },
    apps: { ...sandbox.apps, ...configuration.apps },
    console: configuration.console ?? sandbox.console,
    payments: configuration.payments ?? sandbox.payments,
  };
}

/** The page of the demo store's first shop in the simulated seller centre. */
async function firstShop(sandbox: DemoSandbox): Promise<string> {
  const shops = shopList.parse(await sandbox.call('GET', '/control/shops'));
  const first = channelKinds.flatMap((channel) => shops.find((shop) => shop.channel === channel) ?? [])[0];
  return first === undefined ? sandbox.url : `${sandbox.url}/shops/${first.channel}/${first.shop}`;
}

function welcome({ settings }: Configuration, sandbox: DemoSandbox): void {
  say('');
  say(`Evenstock      ${settings.publicUrl}`);
  const [first, ...others] = demoAccounts.map(({ email }) => email);
  say(`  sign in as   ${first} / ${demoPassword}`);
  say(`  also         ${others.join(', ')}, same password`);
  say(`Seller centre  ${sandbox.url}  (the demo's marketplaces, simulated)`);
  say(`Console        ${sandbox.console.url}/dashboard  (stands in for the sister product; test cards)`);
  say(`Mail           ${settings.publicUrl}/dev/mail`);
  say('Ctrl-C stops it; npm start goes on where it was.');
}

/**
 * Seeds the store while a worker runs the jobs. Both clocks are set back meanwhile: a listing is pushed only after its orders
 * were polled later than its read, and the offset makes that wait end before the demo opens.
 */
async function fill(
  { ctx, database, connection, log, configuration }: Program,
  sandbox: DemoSandbox,
): Promise<void> {
  const { concurrency } = configuration;
  const earlier = { ...ctx, clock: clockBehind(BEHIND_SECONDS * 1000) };
  // A previous start that was killed here may have left the sandbox's clock set back.
  await sandbox.call('PUT', '/control/clock', { free: true });
  await sandbox.call('PUT', '/control/clock', { advance: -BEHIND_SECONDS });
  const worker = await startWorker(runnable(earlier), { pool: database.pool, connection, log, concurrency });
  try {
    await seedDemo(earlier, sandbox);
  } finally {
    await worker.stop(SEED_PATIENCE_MS);
    await sandbox.call('PUT', '/control/clock', { free: true });
  }
  await enqueue(ctx.db, marketplaceScheduleJob, {});
}

/** `npm start -- --fresh`: the demo begins with a new data folder. */
async function beginAnew({ dataFolder, databaseUrl }: Configuration): Promise<void> {
  if (databaseUrl !== null) {
    throw new StartProblem(
      'With --fresh the demo begins with a new data folder, but DATABASE_URL names its database: name an empty one instead.',
    );
  }
  const kept = await setAside(dataFolder, utcDay(systemClock.now()));
  if (kept !== null) say(`The earlier data folder is kept as ${kept}.`);
}

/** The sentence for a data folder of another build; the one about DATABASE_URL stays for a database of one's own. */
function otherFolder(error: unknown, { dataFolder, databaseUrl }: Configuration): unknown {
  if (!(error instanceof OtherBuild) || databaseUrl !== null) return error;
  return new StartProblem(
    `The data folder ${dataFolder} was made by another build of Evenstock: run npm start -- --fresh, which begins with a new one and keeps this one beside it.`,
  );
}

async function run(given: Configuration, shutdown: Shutdown): Promise<void> {
  if (process.argv.includes('--fresh')) await beginAnew(given);
  openDataFolder(given.dataFolder);
  const log = createLog(process.env['EVENSTOCK_LOG_LEVEL'] === undefined ? 'error' : given.logLevel);
  const connection = await openConnection(given, shutdown, log);
  const database = await openDatabase(connection, given, log);
  shutdown.onShutdown(() => database.close());
  const { needsSeed } = await step('Bringing the database up to date', () =>
    enterDatabase(database.pool, 'demo'),
  );
  const sandbox = await step('Starting the marketplaces', () =>
    startDemoSandbox(given.sandboxPort, join(given.dataFolder, 'sandbox'), given.settings.publicUrl),
  );
  shutdown.onShutdown(() => sandbox.stop());
  const configuration = await meetSandbox(given, sandbox);
  const [newest = demoSecret(given.dataFolder), ...older] = given.secrets;
  const program = await createProgram(configuration, [newest, ...older], connection, database, log);
  if (needsSeed) {
    // Filling takes a minute: a port that is taken is reported before.
    await checkPort(configuration);
    await step('Filling the demo store', async () => {
      await fill(program, sandbox);
      await markSeeded(database.pool, systemClock.now());
    });
  }
  await startProgram(program, { http: true, worker: true }, shutdown);
  welcome(configuration, sandbox);
}

await runUntilSignalled(async (shutdown) => {
  const given = readConfiguration(process.env, 'demo');
  try {
    await run(given, shutdown);
  } catch (error) {
    const problem = otherFolder(error, given);
    throw problem instanceof StartProblem ? problem : (fullDisk(problem, given.dataFolder) ?? problem);
  }
}, say);
