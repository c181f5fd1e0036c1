import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { jobs } from '../../wiring.ts';
import type { TestContext } from '../context.ts';
import type { Network } from '../market.ts';

/*
 * Workers of the simulation. A job runs until it calls a marketplace; there it waits until the scheduler lets the request go, and again
 * until it lets the answer in. Only one job moves at a time, so that a run follows from its seed; many may be under way.
 */

interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

function defer(): Deferred {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    promise,
    resolve: () => {
      resolve();
    },
  };
}

/** A job that a worker has taken up. */
export interface Task {
  readonly jobId: string;
  readonly name: string;
  /** Resolves when the task pauses: at a call, or at its end. */
  still: Deferred;
  /** Resumes it; null while it runs. */
  go: Deferred | null;
  /** Calls that it makes at once go one after the other, */
  line: Promise<void>;
  /** and of those that have come to the line, in the order of what they say: which came first is the database's chance. */
  readonly calls: Call[];
  at: string;
  isOver: boolean;
  readonly over: Deferred;
}

interface Call {
  readonly says: string;
  readonly turn: Deferred;
  readonly ended: Promise<unknown>;
}

const running = new AsyncLocalStorage<Task>();
const handlers = new Map(jobs.map((bound) => [bound.definition.name, bound]));
const CALL_TIMEOUT_MS = 15_000;

/** Stops each call of a job before it leaves and before its answer arrives. What takes too long is given up, as by a timer. */
export function gatedNetwork({ clock, database }: TestContext): Network {
  return ({ url, body }, go) => {
    const task = running.getStore();
    // A renewed token whose answer is lost costs the seller's consent: no promise of stock covers that.
    if (task === undefined || isTokenCall(url)) return go();
    const gated = async (): Promise<Response> => {
      const began = clock.now().getTime();
      await stop(task, database, `before ${nameOf(url)}`);
      giveUpAfter(clock.now().getTime() - began);
      const answer = await go();
      await stop(task, database, `after ${nameOf(url)}`);
      giveUpAfter(clock.now().getTime() - began);
      return answer;
    };
    const turn = defer();
    const answer = turn.promise.then(gated);
    task.calls.push({ says: `${url} ${body}`, turn, ended: answer.catch(() => undefined) });
    task.line = task.line.then(() => letNext(task, database));
    return answer;
  };
}

async function letNext({ calls }: Task, database: TestContext['database']): Promise<void> {
  await standStill(database);
  const next = calls.sort((one, other) => (one.says < other.says ? -1 : 1)).shift();
  next?.turn.resolve();
  await next?.ended;
}

function giveUpAfter(milliseconds: number): void {
  if (milliseconds <= CALL_TIMEOUT_MS) return;
  throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}

function isTokenCall(url: string): boolean {
  return /token/.test(new URL(url).pathname);
}

function nameOf(url: string): string {
  return new URL(url).pathname;
}

async function stop(task: Task, database: TestContext['database'], at: string): Promise<void> {
  await standStill(database);
  if (task.isOver) throw new Error('The job ended without waiting for this call.');
  const go = defer();
  task.at = at;
  task.go = go;
  task.still.resolve();
  await go.promise;
}

/** Of several calls made at once, others may be asking the database for their turn still, or telling it how they failed. */
async function standStill({ pool }: TestContext['database']): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const isBusy = pool.totalCount > pool.idleCount || pool.waitingCount > 0;
    quiet = isBusy ? 0 : quiet + 1;
    await new Promise((resolve) => (isBusy ? setTimeout(resolve, 1) : setImmediate(resolve)));
  }
}

interface DueJob {
  readonly id: string;
  readonly name: string;
}

/** Jobs that may begin now, in the order in which they were added. */
export async function dueJobs({ db, clock }: TestContext): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`
    select j.id::text, t.identifier as name
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.is_available and (j.run_at <= ${clock.now()} or j.run_at = j.created_at or j.run_at = j.updated_at)
    order by j.priority, j.id limit 20`.execute(db);
  return rows;
}

/** Takes a job up and runs it to its first call. */
export async function begin(ctx: TestContext, job: DueJob): Promise<Task> {
  const { rows } = await sql<{ payload: unknown; attempts: number }>`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'sim', attempts = attempts + 1
    where id = ${job.id}::bigint returning payload, attempts`.execute(ctx.db);
  const taken = rows[0];
  const bound = handlers.get(job.name);
  if (taken === undefined || bound === undefined) throw new Error(`The job ${job.name} cannot be run.`);
  const task: Task = {
    jobId: job.id,
    name: job.name,
    still: defer(),
    go: null,
    line: Promise.resolve(),
    calls: [],
    at: 'begins',
    isOver: false,
    over: defer(),
  };
  const work = running.run(task, () => bound.run(ctx, taken.payload));
  void work.then(
    () => finish(ctx, task, null, taken.attempts),
    (error: unknown) => finish(ctx, task, error, taken.attempts),
  );
  await task.still.promise;
  return task;
}

/** Resumes a task until its next call or its end. */
export async function step(task: Task): Promise<void> {
  const { go } = task;
  if (go === null) throw new Error(`The task ${task.name} moves already.`);
  task.still = defer();
  task.go = null;
  go.resolve();
  await Promise.race([task.still.promise, task.over.promise]);
}

async function finish(ctx: TestContext, task: Task, error: unknown, attempts: number): Promise<void> {
  if (error === null) {
    await sql`delete from graphile_worker._private_jobs where id = ${task.jobId}::bigint`.execute(ctx.db);
  } else {
    const again = new Date(ctx.clock.now().getTime() + Math.exp(Math.min(attempts, 10)) * 1000);
    await sql`update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, run_at = ${again}, updated_at = now(), last_error = ${messageOf(error)}
      where id = ${task.jobId}::bigint`.execute(ctx.db);
  }
  task.at = error === null ? 'ended' : `failed: ${messageOf(error)}`;
  task.isOver = true;
  task.over.resolve();
  task.still.resolve();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'something else than an error';
}

/** Kills a worker: its job sends no heartbeat, and is unlocked when the worker is missed. */
export async function freeJob({ db }: TestContext, task: Task): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = ${task.jobId}::bigint`.execute(
    db,
  );
}

/** The periodic work: that of every minute, or all. */
export async function addCron({ db }: TestContext, patterns: readonly string[]): Promise<void> {
  for (const { definition } of jobs) {
    if (definition.cron === undefined || !patterns.includes(definition.cron)) continue;
    await sql`select graphile_worker.add_job(${definition.name}, '{}'::json, job_key := ${definition.name})`.execute(
      db,
    );
  }
}
