import { z } from 'zod';
import { job } from '../../platform/jobs/jobs.ts';

/** Mails a notification to one member, or, without a member, enqueues the mail of each. The stores module decides who is mailed. */
export const mailNotificationJob = job({
  name: 'stores.mail_notification',
  payload: z.object({ notificationId: z.number().int(), userId: z.number().int().nullable() }),
  maxAttempts: 10,
});

/** Purges old notifications once a day. */
export const purgeNotificationsJob = job({
  name: 'journal.purge_notifications',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 4 * * *',
});

/** Seals the activities that wait, each minute and half a minute later. */
export const sealActivitiesJob = job({
  name: 'journal.seal_activities',
  payload: z.object({ isRepeated: z.boolean().default(false) }).loose(),
  maxAttempts: 3,
  cron: '* * * * *',
});
