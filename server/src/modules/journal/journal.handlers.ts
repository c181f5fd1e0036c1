import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeNotifications } from './purge-notifications.ts';
import { purgeNotificationsJob } from './journal.jobs.ts';

export const journalJobs: readonly BoundJob[] = [bind(purgeNotificationsJob, purgeNotifications)];
