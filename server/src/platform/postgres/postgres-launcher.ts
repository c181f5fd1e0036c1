import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import {
  embeddedBinaries,
  openFolder,
  runAs,
  systemBinaries,
  type Binaries,
  type RunAs,
} from './postgres-binaries.ts';
import { fullDisk } from '../process/full-disk.ts';
import { isAlive, postmasterPid, removeStalePid } from './postgres-processes.ts';
import { StartProblem } from '../process/start-problem.ts';

/** A PostgreSQL server that this program runs. It listens on a socket in a folder that only its user may enter, and on no port. */
export interface Cluster {
  /** Its data directory. */
  readonly folder: string;
  readonly major: number;
  /** The process id of the server, for tests that kill it. */
  readonly pid: number;
  /** Whether it was left running by a program that was killed. */
  readonly adopted: boolean;
  /** Resolves when the server ended, or dropped its sessions, without a request to. */
  readonly lost: Promise<void>;
  connection(database: string): pg.PoolConfig;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /**
   * The program's data folder. The cluster is in its `postgres`, or in the folder that `where` names if PostgreSQL's user cannot
   * enter.
   */
  readonly dataFolder: string;
  /** The server to start; by default the packaged one, else the system's. */
  readonly binaries?: Binaries;
  /** False trades crash safety for speed, for tests that do not crash. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onProgress?: (line: string) => void;
}

export const CLUSTER_USER = 'evenstock';
const SOCKET_NAME = '.s.PGSQL.5432';
const SOCKET_PATH_LIMIT = 107;
/** The advisory lock that one connection holds for as long as a program owns the cluster. */
const OWNER_LOCK = 7_308_327;
const PATIENCE_MS = 60_000;
/** Each new test database fills a segment of the log: it is neither zeroed first nor written for a replica. */
const notDurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_init_zero: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
const LAST_BREATH_MS = 1_000;

/** Starts the cluster of a data folder, or takes over the one that still runs. Creates it if there is none. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  if (process.platform === 'win32') {
    throw new StartProblem(
      'The packaged PostgreSQL is not started on Windows: set DATABASE_URL to a PostgreSQL of your own, or use WSL.',
    );
  }
  const user = runAs();
  const folder = clusterFolder(resolve(options.dataFolder), user);
  const binaries = chooseBinaries(folder, options.binaries, user);
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    options.onProgress?.(`Making a PostgreSQL ${String(binaries.major)} cluster`);
    await initialise(folder, binaries, user, options.durable ?? true);
  }
  const sockets = socketFolder(folder, user);
  const started = await bringUp(folder, sockets, binaries, user, options);
  const owner = await own(started.client, folder);
  const state = { isStopping: false };
  const lost = new Promise<void>((resolve) => {
    owner.once('end', () => {
      if (!state.isStopping) resolve();
    });
  });
  return {
    folder,
    major: binaries.major,
    pid: started.pid,
    adopted: started.adopted,
    lost,
    connection: (database) => ({ host: sockets, user: CLUSTER_USER, database }),
    async stop() {
      state.isStopping = true;
      await owner.end().catch(() => undefined);
      await stopServer(folder, started.pid);
      if (!sockets.startsWith(folder)) rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** Tries an access as PostgreSQL's user, as root's own rights say nothing about another user's. */
function mayWrite(folder: string, user: RunAs): boolean {
  return spawnSync('test', ['-w', folder, '-a', '-x', folder], { cwd: '/', ...user }).status === 0;
}

function clusterFolder(dataFolder: string, user: RunAs | null): string {
  const where = join(dataFolder, 'where');
  if (existsSync(where)) return readFileSync(where, 'utf8').trim();
  const folder = join(dataFolder, 'postgres');
  makeFolder(folder, user);
  if (user === null || mayWrite(folder, user)) return folder;
  const elsewhere = openFolder(`cluster-${shortHash(dataFolder)}`);
  makeFolder(elsewhere, user);
  if (!mayWrite(elsewhere, user)) {
    throw new StartProblem(
      `PostgreSQL's user can enter neither ${folder} nor ${elsewhere}. Set EVENSTOCK_DATA_DIR to a folder it can enter.`,
    );
  }
  writeFileSync(where, `${elsewhere}\n`);
  return elsewhere;
}

function makeFolder(folder: string, user: RunAs | null): void {
  mkdirSync(folder, { recursive: true });
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function chooseBinaries(folder: string, wanted: Binaries | undefined, user: RunAs | null): Binaries {
  const versionFile = join(folder, 'PG_VERSION');
  const made = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : null;
  const embedded = wanted ?? embeddedBinaries(user);
  const found = embedded === null ? systemBinaries(user) : [embedded];
  const fitting =
    made === null ? found : [...found, ...systemBinaries(user)].filter(({ major }) => major === made);
  const [first] = fitting;
  if (first !== undefined) return first;
  throw new StartProblem(
    made === null
      ? 'No PostgreSQL runs here: neither the packaged one (npm install) nor one in /usr/lib/postgresql. Install PostgreSQL 15 or later, or set DATABASE_URL.'
      : `The data in ${folder} belongs to PostgreSQL ${String(made)}, which is not here. Install it, or set EVENSTOCK_DATA_DIR to another folder.`,
  );
}

/** Creates the cluster in a temporary folder and renames it, so that a kill leaves no half of one. */
async function initialise(
  folder: string,
  binaries: Binaries,
  user: RunAs | null,
  durable: boolean,
): Promise<void> {
  const making = join(folder, 'making');
  // Removes what an interrupted start left behind.
  for (const left of readdirSync(folder)) rmSync(join(folder, left), { recursive: true, force: true });
  let last = '';
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    rmSync(making, { recursive: true, force: true });
    const args = [
      `--pgdata=${making}`,
      `--username=${CLUSTER_USER}`,
      '--auth=trust',
      '--encoding=UTF8',
      `--locale=${locale}`,
    ];
    if (!durable) args.push('--no-sync');
    const made = await runToEnd(join(binaries.folder, 'initdb'), args, user);
    if (made.code === 0) {
      // PG_VERSION is written last: with it the cluster counts as created.
      for (const name of readdirSync(making))
        if (name !== 'PG_VERSION') renameSync(join(making, name), join(folder, name));
      renameSync(join(making, 'PG_VERSION'), join(folder, 'PG_VERSION'));
      rmSync(making, { recursive: true, force: true });
      return;
    }
    last = made.output;
    if (!last.includes('locale')) break;
  }
  throw (
    fullDisk(null, folder) ??
    new StartProblem(`PostgreSQL could not make its folder ${folder}: ${lastLine(last)}`)
  );
}

/** Runs a program asynchronously. */
async function runToEnd(
  command: string,
  args: readonly string[],
  user: RunAs | null,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => (output += part.toString('utf8')));
  }
  return new Promise((settle) => {
    child.on('error', (error) => {
      settle({ code: null, output: error.message });
    });
    child.on('close', (code) => {
      settle({ code, output });
    });
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** A short folder for the socket, whose path has 107 bytes at most. */
function socketFolder(folder: string, user: RunAs | null): string {
  const beside = join(folder, 'socket');
  const isShort = Buffer.byteLength(join(beside, SOCKET_NAME)) < SOCKET_PATH_LIMIT;
  const sockets = isShort ? beside : join(tmpdir(), `evenstock-${shortHash(folder)}`);
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  if (user !== null && lstatSync(sockets).uid === process.getuid?.()) chownSync(sockets, user.uid, user.gid);
  const found = lstatSync(sockets);
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.())) {
    throw new StartProblem(
      `${sockets} belongs to somebody else. Remove it, or set EVENSTOCK_DATA_DIR to a folder with a shorter name.`,
    );
  }
  chmodSync(sockets, 0o700);
  return sockets;
}

interface Running {
  readonly client: pg.Client;
  readonly pid: number;
  readonly adopted: boolean;
}

async function bringUp(
  folder: string,
  sockets: string,
  binaries: Binaries,
  user: RunAs | null,
  options: ClusterOptions,
): Promise<Running> {
  const until = performance.now() + PATIENCE_MS;
  const log = join(folder, 'server.log');
  for (;;) {
    const before = await tryConnect(sockets);
    if (before !== null) return { client: before, pid: postmasterPid(folder) ?? 0, adopted: true };
    removeStalePid(folder);
    const server = spawnServer(folder, sockets, binaries, user, options, log);
    const client = await whileRunning(server, () => tryConnect(sockets), options.onProgress);
    if (client !== null) {
      // A server left running may answer only now, before the new one has noticed it and ended.
      const pid = postmasterPid(folder) ?? server.pid ?? 0;
      return { client, pid, adopted: pid !== server.pid };
    }
    // A server that shuts down, or sessions of a killed one, may use the folder a moment longer.
    if (performance.now() > until) {
      throw (
        fullDisk(null, folder) ??
        new StartProblem(
          `PostgreSQL did not start in ${folder}: ${lastLine(readFileSync(log, 'utf8'))} (its log is ${log})`,
        )
      );
    }
    await pause(250);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Connects once the server answers; null when it ended first. */
async function whileRunning(
  server: ChildProcess,
  attempt: () => Promise<pg.Client | null>,
  onProgress?: (line: string) => void,
) {
  let waited = 0;
  while (server.exitCode === null && server.signalCode === null) {
    const client = await attempt();
    if (client !== null) return client;
    await pause(25);
    waited += 1;
    if (waited % 160 === 0) onProgress?.('Waiting for PostgreSQL, which is recovering');
  }
  return attempt();
}

async function tryConnect(sockets: string): Promise<pg.Client | null> {
  if (!existsSync(join(sockets, SOCKET_NAME))) return null;
  const client = new pg.Client({
    host: sockets,
    user: CLUSTER_USER,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });
  // The cluster may be killed at any time; its users notice by their own connections.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    return null;
  }
}

function spawnServer(
  folder: string,
  sockets: string,
  binaries: Binaries,
  user: RunAs | null,
  options: ClusterOptions,
  log: string,
): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections ?? 100),
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false ? notDurable : {}),
    ...options.settings,
  };
  const args = [
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const server = join(binaries.folder, 'postgres');
  const output = openSync(log, 'a', 0o600);
  // With setpriv the server ends with us even when we are killed. Without it the next start takes the server over.
  const setpriv = '/usr/bin/setpriv';
  const [command, words] = existsSync(setpriv)
    ? [setpriv, ['--pdeathsig', 'INT', '--', server, ...args]]
    : [server, args];
  // The server is detached, so that Ctrl-C does not reach it before the program has closed its connections.
  const child = spawn(command, words, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    ...user,
  });
  child.on('error', () => undefined);
  child.unref();
  closeSync(output);
  return child;
}

async function own(client: pg.Client, folder: string): Promise<pg.Client> {
  // The connection of a killed owner ends as soon as the server notices.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
      OWNER_LOCK,
    ]);
    if (rows[0]?.owned === true) return client;
    await pause(100);
  }
  await client.end();
  throw new StartProblem(
    `Another Evenstock already runs on ${folder}. Stop it first, or set EVENSTOCK_DATA_DIR to another folder.`,
  );
}

/** Shuts the server down fast: ends its sessions and writes everything. */
async function stopServer(folder: string, pid: number): Promise<void> {
  if (pid === 0 || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; waited < PATIENCE_MS && postmasterPid(folder) !== null && isAlive(pid); waited += 25)
    await pause(25);
  // The file goes a moment before the process does; a zombie process may stay.
  for (let waited = 0; waited < LAST_BREATH_MS && isAlive(pid); waited += 5) await pause(5);
}
