import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectors } from '@evenstock/connectors/registry';
import { sql } from 'kysely';
import type { Context, Settings } from '../context.ts';
import type { Clock } from '../platform/time/clock.ts';
import { createLog } from '../platform/process/log.ts';
import type { MailMessage } from '../platform/mail/mail.ts';
import { createEncryption } from '../platform/secrets/encryption.ts';
import { openFileStore } from '../platform/files/files.ts';
import { filesInFolder } from '../platform/files/folder-files.ts';
import type { SealedFiles } from '../platform/files/sealed-files.ts';
import { openRecoveryLog } from '../platform/logs/recovery-log.ts';
import type { BoundJob } from '../job-binding.ts';
import { createGenerationGate } from '../modules/recovery/agree-generation.ts';
import { createContext, jobs } from '../wiring.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A clock that does not run; tests advance it, and so does a sleep. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: Date): void;
}

export function createTestClock(start: Date): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    sleep(milliseconds) {
      now += milliseconds;
      return Promise.resolve();
    },
    advance(milliseconds) {
      now += milliseconds;
    },
    set(instant) {
      now = instant.getTime();
    },
  };
}

export interface TestContext extends Context {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** Mails that would have been sent, oldest first. */
  readonly mails: MailMessage[];
  /**
   * Runs all jobs that are due by the test's clock, with the real handlers, in the queue's order, until none is due.
   * @returns the names of those that ran
   * @throws the first failure, unless failures are allowed: then they wait for their next try as in the queue
   */
  runJobs(options?: { allowFailures?: boolean }): Promise<string[]>;
  /** Enqueues every cron job, as if its minute had come. */
  tick(): Promise<void>;
  /** Begins anew, as a process that was started again: it remembers nothing but what its folder keeps. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface TestContextOptions {
  /** Initial time of the clock; 2026-11-01 09:00 in Singapore by default. */
  readonly now?: Date;
  /** A clock that something else runs by as well. */
  readonly clock?: TestClock;
  readonly settings?: Partial<Settings>;
  readonly apps?: Context['apps'];
  readonly console?: Context['console'];
  readonly payments?: Context['payments'];
  readonly fetch?: typeof globalThis.fetch;
  readonly connectors?: Context['connectors'];
  readonly jobs?: readonly BoundJob[];
  /** Where the recovery log is kept; nowhere unless given. */
  readonly recoveryFolder?: string;
  /** Where files lie; a folder of its own unless given. */
  readonly sealed?: SealedFiles;
  /** Where the log goes; nowhere unless given. */
  readonly log?: Context['log'];
}

const defaults: Settings = {
  publicUrl: 'http://localhost:3000',
  isDemo: false,
  demo: null,
  signupOpen: true,
  // Tests let months pass between two calls.
  sessionIdleDays: 365,
  referralOn: true,
  faqUrl: '/faq',
  cookiePrefix: 'evenstock',
  pageTrackingUrl: null,
  orderPollSeconds: 60,
  orderReconcileSeconds: 900,
  listingPollSeconds: 300,
  listingSweepSeconds: 86_400,
  channelTimeoutSeconds: 15,
  webhookHosts: [],
  firstPullDays: 90,
};

const refuseToLeave: typeof globalThis.fetch = (input) =>
  Promise.reject(
    new Error(`A test without a sandbox asked for ${input instanceof Request ? input.url : String(input)}.`),
  );

/** A context over a fresh database, with a clock that the test drives, caught mail and the real connectors. */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const database = await createTestDatabase();
  await database.pool.query("insert into installation (kind) values ('test') on conflict do nothing");
  const clock = options.clock ?? createTestClock(options.now ?? new Date('2026-11-01T01:00:00Z'));
  const mails: MailMessage[] = [];
  const newLog = () => openRecoveryLog(options.recoveryFolder ?? null, options.log ?? createLog('silent'));
  const encryption = createEncryption([Buffer.alloc(32, 7)]);
  const filesFolder = join(tmpdir(), `evenstock-files-${randomUUID()}`);
  const ctx = createContext({
    db: database.db,
    clock,
    log: options.log ?? createLog('silent'),
    encryption,
    files: openFileStore({ sealed: options.sealed ?? filesInFolder(filesFolder), encryption, clock }),
    mail: {
      send(message) {
        mails.push(message);
        return Promise.resolve();
      },
    },
    settings: { ...defaults, ...options.settings },
    apps: options.apps ?? {},
    console: options.console ?? null,
    payments: options.payments ?? null,
    connectors: options.connectors ?? connectors,
    fetch: options.fetch ?? refuseToLeave,
    recoveryLog: newLog(),
  });
  const handlers = new Map((options.jobs ?? jobs).map((bound) => [bound.definition.name, bound]));
  const made: TestContext = {
    ...ctx,
    clock,
    database,
    mails,
    runJobs: ({ allowFailures = false } = {}) => runDueJobs(ctx, handlers, allowFailures),
    async tick() {
      for (const { definition } of handlers.values()) {
        if (definition.cron === undefined) continue;
        await sql`select graphile_worker.add_job(${definition.name}, '{}'::json, job_key := ${definition.name}, max_attempts := ${definition.maxAttempts})`.execute(
          ctx.db,
        );
      }
    },
    async restart() {
      await ctx.recoveryLog.close();
      const anew = { recoveryLog: newLog(), generation: createGenerationGate() };
      Object.assign(ctx, anew);
      Object.assign(made, anew);
    },
    async close() {
      await ctx.recoveryLog.close();
      await database.close();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
  database.pool.on('connect', () => {
    ctx.generation.doubt();
  });
  return made;
}

interface DueJob {
  id: string;
  name: string;
  payload: unknown;
  attempts: number;
}

/** A time that was not given is the database's, and means at once: it equals the row's own stamps. */
async function takeDueJob(ctx: Context): Promise<DueJob | undefined> {
  const { rows } = await sql<DueJob>`
    update graphile_worker._private_jobs j
    set locked_at = now(), locked_by = 'test', attempts = attempts + 1
    from graphile_worker._private_tasks t
    where t.id = j.task_id and j.id = (
      select id from graphile_worker._private_jobs
      where is_available and (run_at <= ${ctx.clock.now()} or run_at = created_at or run_at = updated_at)
      order by priority, run_at, id limit 1)
    returning j.id::text, t.identifier as name, j.payload, j.attempts`.execute(ctx.db);
  return rows[0];
}

async function runDueJobs(
  ctx: Context,
  handlers: ReadonlyMap<string, BoundJob>,
  allowFailures: boolean,
): Promise<string[]> {
  const ran: string[] = [];
  for (;;) {
    const due = await takeDueJob(ctx);
    if (due === undefined) return ran;
    const handler = handlers.get(due.name);
    if (handler === undefined) throw new Error(`The job ${due.name} has no handler in wiring.ts.`);
    try {
      await handler.run(ctx, due.payload);
      await sql`delete from graphile_worker._private_jobs where id = ${due.id}`.execute(ctx.db);
    } catch (error) {
      if (!allowFailures) throw error;
      const again = new Date(ctx.clock.now().getTime() + Math.exp(Math.min(due.attempts, 10)) * 1000);
      await sql`update graphile_worker._private_jobs
        set locked_at = null, locked_by = null, run_at = ${again}, updated_at = now(), last_error = ${String(error)}
        where id = ${due.id}`.execute(ctx.db);
    }
    ran.push(due.name);
  }
}
