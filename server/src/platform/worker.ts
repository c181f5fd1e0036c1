import { EventEmitter } from 'node:events';
import {
  Logger as QueueLogger,
  parseCronItems,
  run,
  type CronItem,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import type { JobDefinition } from './jobs.ts';

/** A kind of work with what does it. */
export interface RunnableJob {
  readonly definition: JobDefinition;
  run(payload: unknown): Promise<void>;
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  /** How the pool was opened: the sign of life needs a connection of its own. */
  readonly connection: pg.PoolConfig;
  readonly log: Logger;
  readonly concurrency: number;
}

export interface RunningWorker {
  /** Takes no new job and waits for those under way, so long at most. */
  stop(patienceMilliseconds: number): Promise<void>;
}

const POLL_MS = 1000;
const RESTART_MS = 1000;
/** Jobs under way when the database goes get so long to end before others may take them. */
const GIVE_UP_MS = 5000;
const SIGN_OF_LIFE_MS = 5000;
/** First key of the advisory locks that say "this worker lives"; the second is the hash of its id. */
const ALIVE_LOCK = 7_308_329;

/** A worker of the queue with its sign of life. */
interface Launched {
  /** Ends when the worker does, by itself or because it was told to. */
  readonly over: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs jobs until stopped. Any number of these may run on one database, on any number of machines.
 * The queue's worker gives up when the database is away for some seconds; it is then started again until it is back.
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
      options.log.warn('the worker ended and is started again');
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
      options.log.warn({ err: error }, 'the worker could not start yet and tries again');
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
    // Reported in batches, even of one: otherwise a report that finds the database away ends the whole process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList,
    parsedCronItems: parseCronItems(cronItems(jobs)),
    concurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    events,
    logger: new QueueLogger(() => () => undefined),
  });
  const life = await showLife(await workerId, options);
  const state = { isTold: false };
  const over = runner.promise.catch((error: unknown) => {
    log.warn({ err: error }, 'the worker gave up');
  });
  // Its own end may never come when reports of jobs fail: what it holds is then freed for the next.
  const givenUp = new Promise<void>((resolve) => {
    events.once('pool:gracefulShutdown', () => {
      if (!state.isTold) setTimeout(resolve, GIVE_UP_MS);
    });
  });
  return {
    over: Promise.race([over, givenUp]).then(() => life.end()),
    async stop() {
      state.isTold = true;
      await runner.stop().catch(() => undefined);
    },
  };
}

/** Cron adds when it was due; the payload proper is empty. */
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
            // One that has not started when its time comes again is not doubled.
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
      'a job failed',
    );
  });
  events.on('job:failed', ({ job }) => {
    log.error({ job: job.task_identifier, jobId: job.id }, 'a job rests as a dead letter');
  });
  events.on('pool:listen:error', ({ error }) => {
    log.warn({ err: error }, 'the worker lost the database and tries again');
  });
}

/**
 * The queue frees the jobs of a killed worker after four hours. Here each worker holds an advisory lock for as long as it lives,
 * and every few seconds jobs of workers without one are freed: work goes on within seconds of a kill.
 */
async function showLife(
  workerId: string,
  { connection, log }: WorkerOptions,
): Promise<{ end(): Promise<void> }> {
  let client: pg.Client | null = null;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  async function beat(): Promise<void> {
    try {
      client ??= await connectToShowLife(workerId, connection, () => (client = null));
      await freeJobsOfTheDead(client);
    } catch (error) {
      client = null;
      log.warn({ err: error }, 'the worker could not look after the job queue and tries again');
    }
  }
  function schedule(): void {
    if (ended) return;
    timer = setTimeout(() => {
      beating = beat().finally(schedule);
    }, SIGN_OF_LIFE_MS);
  }
  await beat();
  schedule();
  return {
    async end() {
      ended = true;
      clearTimeout(timer);
      await beating;
      await client?.end().catch(() => undefined);
    },
  };
}

async function connectToShowLife(
  workerId: string,
  connection: pg.PoolConfig,
  onLoss: () => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, keepAlive: true });
  client.on('error', onLoss);
  await client.connect();
  await client.query('select pg_advisory_lock($1::int, hashtext($2))', [ALIVE_LOCK, workerId]);
  return client;
}

/** The few seconds' grace cover a worker that has begun but does not hold its lock yet. */
async function freeJobsOfTheDead(client: pg.Client): Promise<void> {
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
    [ALIVE_LOCK],
  );
}
