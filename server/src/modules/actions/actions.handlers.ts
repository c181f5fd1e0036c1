import { bind, type BoundJob } from '../../job-binding.ts';
import { performActionJob, purgeActionsJob, resumeActionsJob } from './actions.jobs.ts';
import { purgeActions } from './purge-actions.ts';
import { resumeActions } from './resume-actions.ts';

export const actionsJobs: readonly BoundJob[] = [
  bind(performActionJob, (ctx, { actionId }) => ctx.performAction(ctx, actionId)),
  bind(resumeActionsJob, resumeActions),
  bind(purgeActionsJob, purgeActions),
];
