import pg from 'pg';
import { parseDatabaseUrl, serves, type WantedHost } from './database-url.rules.ts';

/** How to connect: as `pg` takes it, and perhaps a choice among several hosts. */
export interface DatabaseConnection extends pg.PoolConfig {
  readonly hosts?: HostChoice;
}

/** The hosts of a database, of which one takes changes at a time. */
export interface HostChoice {
  /**
   * The host that serves now. Connections that are opened at once share one look at all hosts.
   * @throws NoServingHost where hosts answer and none of them is the wanted one
   */
  choose(): Promise<Host>;
  /** The next connection looks anew: a server took no change. */
  doubt(): void;
}

interface Host {
  readonly host: string;
  readonly port: number;
}

/** Hosts answer, but none of them takes changes. */
export class NoServingHost extends Error {}

/** How long one look serves, in milliseconds: no connection shall lead to a server that has been replaced since. */
const FRESH_MS = 1000;
/** How long a host may take to answer. */
const PATIENCE_MS = 3000;

/** @throws TypeError where the address cannot be used: the configuration was to refuse it */
export function connectionOf(databaseUrl: string): DatabaseConnection {
  const parsed = parseDatabaseUrl(databaseUrl);
  if ('problem' in parsed) throw new TypeError(`DATABASE_URL ${parsed.problem}.`);
  const [first = databaseUrl] = parsed.urls;
  return {
    connectionString: first,
    ...(parsed.wanted === null ? {} : { hosts: chooseAmong(parsed.urls, parsed.wanted) }),
  };
}

/** Opens no connection yet. It leads to the host that serves when it is connected. */
export function newClient(connection: DatabaseConnection): pg.Client {
  const { hosts, ...config } = connection;
  return hosts === undefined ? new pg.Client(config) : new ChoosingClient(config, hosts);
}

/** What `pg` opens each connection of a pool by. */
export function clientClass(hosts: HostChoice): new () => pg.Client {
  return class extends ChoosingClient {
    constructor(config?: pg.ClientConfig) {
      super(config, hosts);
    }
  };
}

class ChoosingClient extends pg.Client {
  readonly #hosts: HostChoice;

  constructor(config: pg.ClientConfig | undefined, hosts: HostChoice) {
    super(config);
    this.#hosts = hosts;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | void {
    const opening = this.#open();
    if (callback === undefined) return opening;
    opening.then(
      () => {
        callback(null, this);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  async #open(): Promise<pg.Client> {
    Object.assign(this, await this.#hosts.choose());
    return super.connect();
  }
}

function chooseAmong(urls: readonly string[], wanted: WantedHost): HostChoice {
  let latest: { readonly chosen: Promise<Host>; readonly at: number } | null = null;
  return {
    choose() {
      const now = performance.now();
      if (latest !== null && now - latest.at <= FRESH_MS) return latest.chosen;
      const mine = { chosen: look(urls, wanted), at: now };
      latest = mine;
      mine.chosen.catch(() => {
        if (latest === mine) latest = null;
      });
      return mine.chosen;
    },
    doubt() {
      latest = null;
    },
  };
}

/** Asks all hosts at once; the first that answers what is wanted is taken. */
async function look(urls: readonly string[], wanted: WantedHost): Promise<Host> {
  const asked = urls.map((url) => ask(url, wanted));
  try {
    return await Promise.any(asked);
  } catch (error) {
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw reasons.find((reason) => reason instanceof NoServingHost) ?? reasons[0];
  }
}

async function ask(url: string, wanted: WantedHost): Promise<Host> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // An error after the answer changes nothing: the connection itself is opened anew.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isRecovering: boolean; isReadOnly: boolean }>(
      `select pg_is_in_recovery() as "isRecovering", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    );
    const [state] = rows;
    if (state === undefined || !serves(wanted, state))
      throw new NoServingHost('None of the hosts of DATABASE_URL takes changes.');
    return { host: client.host, port: client.port };
  } finally {
    await client.end().catch(() => undefined);
  }
}
