import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Works on an operation for some seconds, from where its row says. */
export const runOperationJob = job({
  name: 'operations.run',
  payload: z.object({ operationId: z.number().int() }),
  maxAttempts: 25,
});

/** Jobs of one operation that have not started are one job. */
export const operationKey = (operationId: number): string => `operation:${String(operationId)}`;

/** Gives a job to operations that are due and have none: a dead letter leaves its operation behind. */
export const resumeOperationsJob = job({
  name: 'operations.resume',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '* * * * *',
});

/** Forgets operations that ended long ago. */
export const forgetOldOperationsJob = job({
  name: 'operations.forget_old',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '47 3 * * *',
});
