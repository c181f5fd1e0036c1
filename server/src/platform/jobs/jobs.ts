import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Handle } from '../database/database.ts';

/** A kind of background job: its name, its payload, and how it is retried. A handler binds it to its use case. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** Attempts in all; after the last one the job is kept as a dead letter. The backoff is exp(attempt) seconds. */
  readonly maxAttempts: number;
  /** Lower runs first; 0 unless given. Decreases of stock have -10. */
  readonly priority?: number;
  /** The cron pattern of a scheduled job, by the minute. Its payload is empty. */
  readonly cron?: string;
}

export function job<Payload extends z.ZodType>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

export interface EnqueueOptions {
  readonly runAt?: Date;
  /** Waiting jobs of one key are one job; the last enqueued decides its payload and time. */
  readonly key?: string;
  /** With a key: `replace` moves the waiting job to the new time, `preserve_run_at` keeps the first. */
  readonly keyMode?: 'replace' | 'preserve_run_at';
  /** Jobs of one queue run one at a time. */
  readonly queue?: string;
  readonly priority?: number;
}

/** The flag of jobs that were added with a key, as the queue takes the key from one that is replaced while it runs. */
export const KEYED = 'keyed';

/** The SQL expression that adds a job, to be part of another statement. */
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
      flags := ${options.key === undefined ? null : [KEYED]}::text[],
      priority := ${options.priority ?? definition.priority ?? 0},
      job_key_mode := ${options.keyMode ?? 'replace'}
    )`;
}

/** Adds a job in the transaction of the change that needs it, so that both are committed or neither. */
export async function enqueue<Payload extends z.ZodType>(
  tx: Handle,
  definition: JobDefinition<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select ${addingJob(definition, payload, options)}`.execute(tx);
}
