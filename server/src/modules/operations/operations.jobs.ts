import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Runs an operation for some seconds, from its cursor. */
export const runOperationJob = job({
  name: 'operations.run_operation',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 25,
});

/** Waiting jobs of one operation are one job. */
export const operationKey = (operationId: number): string => `operation:${String(operationId)}`;

/** Queues a job for each due operation that has none, as after a dead letter. */
export const resumeOperationsJob = job({
  name: 'operations.resume_operations',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '* * * * *',
});

/** Purges, once an hour, what the queue leaves of replaced jobs. */
export const purgeReplacedJobsJob = job({
  name: 'operations.purge_replaced_jobs',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 * * * *',
});

/** Purges, once a day, operations that ended long ago. */
export const purgeOperationsJob = job({
  name: 'operations.purge_operations',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '47 3 * * *',
});
