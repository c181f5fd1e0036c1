import { bind, type BoundJob } from '../../job-binding.ts';
import { performActionJob, resumeActionsJob } from './actions.jobs.ts';
import { resumeActions } from './resume-actions.ts';

export const actionsJobs: readonly BoundJob[] = [
  bind(performActionJob, (ctx, { actionId }) => ctx.performAction(ctx, actionId)),
  bind(resumeActionsJob, resumeActions),
];
