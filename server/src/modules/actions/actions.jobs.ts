import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Performs an action at its marketplace, or checks what became of it. */
export const performActionJob = job({
  name: 'actions.perform_action',
  payload: z.object({ actionId: z.number().int() }),
  maxAttempts: 25,
});

/** Waiting jobs of one action are one job. */
export const actionKey = (actionId: number): string => `action:${String(actionId)}`;

/** Queues a job for each due action that has none, as after a dead letter. */
export const resumeActionsJob = job({
  name: 'actions.resume_actions',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '* * * * *',
});

/** Purges actions on listings that ended long ago, once a day. */
export const purgeActionsJob = job({
  name: 'actions.purge_actions',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '53 3 * * *',
});
