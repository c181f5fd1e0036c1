import { bind, type BoundJob } from '../../job-binding.ts';
import { purgeNotifications } from './purge-notifications.ts';
import { purgeNotificationsJob, sealActivitiesJob } from './journal.jobs.ts';
import { sealEveryHalfMinute } from './seal-activities.ts';

export const journalJobs: readonly BoundJob[] = [
  bind(purgeNotificationsJob, purgeNotifications),
  bind(sealActivitiesJob, sealEveryHalfMinute),
];
