import { bind, type BoundJob } from '../../job-binding.ts';
import { forgetOldNotifications } from './forget-old-notifications.ts';
import { forgetOldNotificationsJob } from './journal.jobs.ts';

export const journalJobs: readonly BoundJob[] = [bind(forgetOldNotificationsJob, forgetOldNotifications)];
