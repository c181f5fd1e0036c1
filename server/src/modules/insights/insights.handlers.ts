import { bind, type BoundJob } from '../../job-binding.ts';
import { countOrderQuarters } from './count-order-quarters.ts';
import { countOrderQuartersJob } from './insights.jobs.ts';

export const insightsJobs: readonly BoundJob[] = [bind(countOrderQuartersJob, countOrderQuarters)];
