import { EventEmitter } from 'node:events';
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  type CronItem,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { newClient, type DatabaseConnection } from '../database/choose-host.ts';
import type { JobDefinition } from './jobs.ts';

/** A kind of job with its handler. */
export interface RunnableJob {
  readonly definition: JobDefinition;
  run(payload: unknown): Promise<void>;
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  /** How the pool was opened, for the separate connection of the liveness lock. */
  readonly connection: DatabaseConnection;
  readonly log: Logger;
  readonly concurrency: number;
}

export interface RunningWorker {
  /** Takes no new job and waits for running ones, up to this long. */
  stop(patienceMilliseconds: number): Promise<void>;
}

const POLL_MS = 1000;
const RESTART_MS = 1000;
/** How long running jobs may take to end after the database was lost, before their locks are released. */
const ABANDON_MS = 5000;
const LIVENESS_MS = 5000;
/** The first key of the liveness locks; the second is the hash of the worker's id. */
const LIVENESS_LOCK = 7_308_329;

/** A running worker of the queue with its liveness lock. */
interface Launched {
  /** Resolves when the worker has ended, by a failure or by `stop`. */
  readonly over: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. Any number of workers may share a database, on any number of machines. The queue's worker ends when
 * the database is away for some seconds; it is then restarted until the database is back.
 */
export async function startWorker(
  jobs: readonly RunnableJob[],
  options: WorkerOptions,
): Promise<RunningWorker> {
  let current = await launch(jobs, options);
  const state = { isStopping: false };
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await current.over;
      if (state.isStopping) return;
      options.log.warn('The worker ended and is restarted.');
      current = await launchAgain(jobs, options, state);
    }
  };
  const running = keepRunning();
  return {
    async stop(patienceMilliseconds) {
      state.isStopping = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMilliseconds)));
      const stopped = current.stop().then(() => running);
      await Promise.race([stopped, patience]);
      clearTimeout(timer);
    },
  };
}

async function launchAgain(
  jobs: readonly RunnableJob[],
  options: WorkerOptions,
  state: { readonly isStopping: boolean },
): Promise<Launched> {
  while (!state.isStopping) {
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    try {
      return await launch(jobs, options);
    } catch (error) {
      options.log.warn({ err: error }, 'The worker could not start; it is retried.');
    }
  }
  return { over: Promise.resolve(), stop: () => Promise.resolve() };
}

async function launch(jobs: readonly RunnableJob[], options: WorkerOptions): Promise<Launched> {
  const { pool, log, concurrency } = options;
  const taskList: TaskList = Object.fromEntries(
    jobs.map(({ definition, run: work }) => [
      definition.name,
      (payload: unknown) => work(withoutCronStamp(payload)),
    ]),
  );
  const events: WorkerEvents = new EventEmitter();
  const workerId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => {
      resolve(workerPool.id);
    });
  });
  logFailures(events, log);
  const runner = await run({
    pgPool: pool,
    // Job results are reported in batches, even of one, since an unbatched report that fails ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList,
    parsedCronItems: parseCronItems(cronItems(jobs)),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: new QueueLogger(() => () => undefined),
  });
  const liveness = await keepLivenessLock(await workerId, options);
  const state = { isStopping: false };
  const over = runner.promise.catch((error: unknown) => {
    log.warn({ err: error }, 'The worker ended with an error.');
  });
  // The worker's promise may never resolve when reports fail, so it is abandoned after a while and its jobs are unlocked.
  const abandoned = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => {
      if (!state.isStopping) setTimeout(resolve, ABANDON_MS);
    });
  });
  return {
    over: Promise.race([over, abandoned]).then(() => liveness.end()),
    async stop() {
      state.isStopping = true;
      await runner.stop().catch(() => undefined);
    },
  };
}

/** Removes the due time that cron adds to the payload. */
function withoutCronStamp(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('_cron' in payload)) return payload;
  const { _cron, ...rest } = payload;
  return rest;
}

function cronItems(jobs: readonly RunnableJob[]): CronItem[] {
  return jobs.flatMap(({ definition }) =>
    definition.cron === undefined
      ? []
      : [
          {
            task: definition.name,
            match: definition.cron,
            // A job that still waits when its time comes again is not queued twice.
            options: {
              jobKey: definition.name,
              maxAttempts: definition.maxAttempts,
              priority: definition.priority ?? 0,
            },
          },
        ],
  );
}

function logFailures(events: WorkerEvents, log: Logger): void {
  events.on('job:error', ({ job, error }) => {
    log.warn(
      { err: error, job: job.task_identifier, jobId: job.id, attempt: job.attempts, of: job.max_attempts },
      'A job failed.',
    );
  });
  events.on('job:failed', ({ job }) => {
    log.error(
      { job: job.task_identifier, jobId: job.id },
      'The job failed for good and is kept as a dead letter.',
    );
  });
  events.on('pool:listen:error', ({ error }) => {
    log.warn({ err: error }, 'The worker lost its database connection; it is retried.');
  });
}

/**
 * Holds the liveness lock of a worker, an advisory lock that PostgreSQL drops with its connection. Every few seconds jobs of
 * workers without a lock are unlocked, so they run again within seconds of a kill; the queue itself would wait for four hours.
 */
async function keepLivenessLock(
  workerId: string,
  { connection, log }: WorkerOptions,
): Promise<{ end(): Promise<void> }> {
  let client: pg.Client | null = null;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  async function letGo(): Promise<void> {
    const held = client;
    client = null;
    await held?.end().catch(() => undefined);
  }
  async function beat(): Promise<void> {
    try {
      client ??= await connectForLiveness(workerId, connection, () => (client = null));
      await unlockJobsOfDeadWorkers(client);
    } catch (error) {
      // The connection holds the liveness lock, which the next one would wait for.
      await letGo();
      log.warn({ err: error }, 'The worker could not renew its liveness lock; it is retried.');
    }
  }
  function schedule(): void {
    if (ended) return;
    timer = setTimeout(() => {
      beating = beat().finally(schedule);
    }, LIVENESS_MS);
  }
  await beat();
  schedule();
  return {
    async end() {
      ended = true;
      clearTimeout(timer);
      await beating;
      await letGo();
    },
  };
}

async function connectForLiveness(
  workerId: string,
  connection: DatabaseConnection,
  onLoss: () => void,
): Promise<pg.Client> {
  const client = newClient({ ...connection, keepAlive: true });
  client.on('error', onLoss);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1::int, hashtext($2))', [LIVENESS_LOCK, workerId]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Unlocks jobs of workers without a liveness lock. Ten seconds of grace cover workers that have just started. */
async function unlockJobsOfDeadWorkers(client: pg.Client): Promise<void> {
  await client.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker)) from (
       select locked_by as worker from graphile_worker._private_jobs where locked_at < now() - interval '10 seconds'
       union
       select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '10 seconds'
     ) held
     where worker is not null and not exists (
       select from pg_locks
       where locktype = 'advisory' and granted and classid = $1 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and objid::bigint = (hashtext(worker)::bigint & 4294967295))
     having count(*) > 0`,
    [LIVENESS_LOCK],
  );
}
