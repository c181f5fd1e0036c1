import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Performs an action at its marketplace, or finds out what became of it. */
export const performActionJob = job({
  name: 'actions.perform',
  payload: z.object({ actionId: z.number().int() }),
  maxAttempts: 25,
});

/** Jobs of one action that have not started are one job. */
export const actionKey = (actionId: number): string => `action:${String(actionId)}`;

/** Gives a job to actions that are due and have none: a dead letter leaves its action behind. */
export const resumeActionsJob = job({
  name: 'actions.resume',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '* * * * *',
});
