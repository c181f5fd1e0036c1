import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Handle } from './database.ts';

/** A kind of background work: name, payload, how often it is tried. `wiring.ts` binds each to its use case. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** Tries in all before it rests as a dead letter. The wait grows as exp(attempt) seconds. */
  readonly maxAttempts: number;
  /** Lower runs first; 0 unless given. Stock that goes down overtakes everything else with -10. */
  readonly priority?: number;
  /** Cron pattern (minute grain) of work that comes round by itself, with an empty payload. */
  readonly cron?: string;
}

export function job<Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Jobs of one key that have not started are one job; the last enqueued decides payload and time. */
  readonly key?: string;
  /** With a key: `replace` moves the waiting job to the new time, `preserve_run_at` keeps the first. */
  readonly keyMode?: 'replace' | 'preserve_run_at';
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  readonly priority?: number;
}

/** The SQL expression that adds a job, for a statement that does more. */
export function addingJob<Payload extends z.ZodType>(
  definition: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): RawBuilder<unknown> {
  return sql`
    graphile_worker.add_job(
      ${definition.name},
      payload := ${JSON.stringify(payload)}::json,
      queue_name := ${options.queue ?? null},
      run_at := ${options.runAt ?? null},
      max_attempts := ${definition.maxAttempts},
      job_key := ${options.key ?? null},
      priority := ${options.priority ?? definition.priority ?? 0},
      job_key_mode := ${options.keyMode ?? 'replace'}
    )`;
}

/** Adds a job in the transaction of the change that calls for it: both happen or neither. */
export async function enqueue<Payload extends z.ZodType>(
  tx: Handle,
  definition: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${addingJob(definition, payload, options)}`.execute(tx);
}
