import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endpoints } from '@evenstock/contract/table';
import { connectors } from '@evenstock/connectors/registry';
import type { Logger } from 'pino';
import type { Configuration } from './configuration.ts';
import type { Context } from './context.ts';
import { keepFingerprintKey } from './fingerprint-key.ts';
import { openMetrics } from './modules/insights/open-metrics.ts';
import { keepBeating } from './modules/recovery/keep-beating.ts';
import type { ProcessRole } from './modules/recovery/process-place.ts';
import { keepSweeping } from './modules/stock/sweep-stock.ts';
import { admitCaller } from './modules/stores/store/admit-caller.ts';
import { systemClock } from './platform/time/clock.ts';
import { openPool, type Pool } from './platform/database/database.ts';
import type { DatabaseConnection } from './platform/database/choose-host.ts';
import { hasOwnSessions } from './platform/database/own-sessions.ts';
import { refusesParameters } from './platform/database/pooler.rules.ts';
import { createHttp } from './api/http.ts';
import { stopServing } from './api/http-stop.ts';
import type { Shutdown } from './platform/process/shutdown.ts';
import { outboundFetch } from './platform/network/outbound-fetch.ts';
import { openLiveHub } from './api/live.ts';
import { caughtMail, smtpMail } from './platform/mail/mail.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { createEncryption } from './platform/secrets/encryption.ts';
import { limitHeapGrowth } from './platform/process/gc-settings.ts';
import { openFileStore } from './platform/files/files.ts';
import { filesInFolder } from './platform/files/folder-files.ts';
import type { SealedFiles } from './platform/files/sealed-files.ts';
import { openRecoveryLog } from './platform/logs/recovery-log.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { checkWiring, createContext, routes, runnable, takeNotice } from './wiring.ts';

export const WEB_ROOT = join(import.meta.dirname, '..', '..', 'web', 'dist');
/** How long a shutdown waits for running jobs; the next worker runs again what has not ended. */
const WORKER_PATIENCE_MS = 8000;

/** How long a shutdown waits for the answers of requests that are under way. */
const HTTP_PATIENCE_MS = 10_000;

/**
 * Opens the place of attachments, labels and spreadsheets: a bucket where one is set, else a folder. The client of buckets is large,
 * so it is loaded only then.
 * @throws StartProblem where the bucket cannot be used
 */
export async function openSealedFiles({ bucket, dataFolder }: Configuration): Promise<SealedFiles> {
  if (bucket === null) return filesInFolder(join(dataFolder, 'files'));
  const { openBucket } = await import('./platform/files/bucket-files.ts');
  return openBucket(bucket);
}

export interface Roles {
  readonly http: boolean;
  readonly worker: boolean;
}

const roleOf = ({ http, worker }: Roles): ProcessRole => (http && worker ? 'all' : http ? 'http' : 'worker');

/** The parts of a program whose database is open. */
export interface Program {
  readonly ctx: Context;
  readonly configuration: Configuration;
  readonly connection: DatabaseConnection;
  readonly database: Pool;
  readonly log: Logger;
}

const POOLER =
  'a connection pooler stands between, and Evenstock needs sessions of its own. Name the address of PostgreSQL itself in DATABASE_URL (many providers call it the direct one), or let the pooler work by session.';

/**
 * Opens the database of an address.
 * @throws StartProblem when no PostgreSQL answers there, or a pooler does that shares its connections between transactions
 */
export async function openDatabase(
  connection: DatabaseConnection,
  configuration: Configuration,
  log: Logger,
): Promise<Pool> {
  // A job may use two connections for a moment, and requests need some besides.
  const max = configuration.concurrency * 2 + 8;
  const database = openPool({ ...connection, max, connectionTimeoutMillis: 10_000 }, (error) => {
    log.warn({ err: error }, 'A database connection was lost.');
  });
  try {
    if (await hasOwnSessions(database.pool)) return database;
  } catch (error) {
    await database.close();
    const reason =
      error instanceof Error
        ? error.message || ('code' in error ? String(error.code) : error.name)
        : String(error);
    if (refusesParameters(reason))
      throw new StartProblem(`The database cannot be used (${reason}): ${POOLER}`);
    throw new StartProblem(
      `The database that DATABASE_URL names does not answer (${reason}). Check that PostgreSQL runs there and that the address, user and password are right.`,
    );
  }
  await database.close();
  throw new StartProblem(`The database cannot be used (each transaction met another session): ${POOLER}`);
}

/**
 * Creates the context of the use cases. A database that went back in time is recovered before anything is done with it; each new
 * connection is looked at.
 * @throws StartProblem where none of the secrets is this installation's, or its bucket cannot be used
 */
export async function createProgram(
  configuration: Configuration,
  secrets: readonly [Buffer, ...Buffer[]],
  connection: DatabaseConnection,
  database: Pool,
  log: Logger,
): Promise<Program> {
  const sealed = await openSealedFiles(configuration);
  const key = await keepFingerprintKey(database.db, secrets);
  const { smtpUrl, mailFrom, settings, apps } = configuration;
  const encryption = createEncryption(secrets, key);
  const ctx = createContext({
    db: database.db,
    clock: systemClock,
    log,
    encryption,
    files: openFileStore({ sealed, encryption, clock: systemClock }),
    mail: smtpUrl === null ? caughtMail(database.db, systemClock) : smtpMail(smtpUrl, mailFrom),
    settings,
    apps,
    console: configuration.console,
    payments: configuration.payments,
    connectors,
    fetch: outboundFetch,
    recoveryLog: openRecoveryLog(configuration.recoveryFolder, log),
  });
  database.pool.on('connect', () => {
    ctx.generation.doubt();
  });
  await ctx.generation.agree(ctx);
  return { ctx, configuration, connection, database, log };
}

/** Starts the server and the worker, and registers their shutdown. */
export async function startProgram(program: Program, roles: Roles, shutdown: Shutdown): Promise<void> {
  checkWiring();
  limitHeapGrowth();
  shutdown.onShutdown(() => program.ctx.recoveryLog.close());
  shutdown.onShutdown(
    keepBeating(program.ctx, roleOf(roles), (migration) => {
      program.log.fatal(
        { migration },
        'Another build of Evenstock has migrated the database, so this process ends.',
      );
      shutdown.giveUp();
    }),
  );
  // Both stop at once: neither waits while the other is patient.
  const stops: (() => Promise<unknown>)[] = [];
  shutdown.onShutdown(() => Promise.allSettled(stops.map((stop) => stop())));
  if (roles.http) await serve(program, shutdown, stops);
  if (roles.worker) {
    const { database, connection, log, configuration, ctx } = program;
    const { concurrency } = configuration;
    const worker = await startWorker(runnable(ctx), { pool: database.pool, connection, log, concurrency });
    const stopSweeping = keepSweeping(ctx);
    stops.push(async () => {
      await stopSweeping();
      await worker.stop(WORKER_PATIENCE_MS);
    });
  }
}

async function serve(program: Program, shutdown: Shutdown, stops: (() => Promise<unknown>)[]): Promise<void> {
  const { ctx, connection, log, configuration } = program;
  const { metricsToken } = configuration;
  const live = await openLiveHub(connection, log);
  shutdown.onShutdown(() => live.close());
  const app = await createHttp({
    ctx,
    routes,
    endpoints,
    admit: (request) => admitCaller(ctx, request),
    receiveNotice: (notice) => takeNotice(ctx, notice),
    live,
    metrics:
      metricsToken === null ? null : { token: metricsToken, ...openMetrics(ctx, program.database.pool) },
    trustedProxies: configuration.trustedProxies,
    statementLimit: configuration.statementSeconds * 1000,
    webRoot: WEB_ROOT,
  });
  const { host, port } = configuration;
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portProblem(error, host, port) ?? error;
  }
  stops.push(() => stopServing(app, HTTP_PATIENCE_MS));
}

/**
 * Opens the port of the server and closes it again.
 * @throws StartProblem if it cannot be opened
 */
export async function checkPort({ host, port }: Configuration): Promise<void> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    throw portProblem(error, host, port) ?? error;
  }
  probe.close();
  await once(probe, 'close');
}

function portProblem(error: unknown, host: string, port: number): StartProblem | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${String(port)} is taken by another program. Stop that program, or choose another port: PORT=${String(port + 100)} npm start.`,
    );
  }
  if (code === 'EACCES')
    return new StartProblem(
      `Port ${String(port)} may not be opened by this user. Choose one above 1023 with PORT.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartProblem(
      `HOST is ${host}, which is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
    );
  return null;
}
