import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Mails a notification: to one member, or without one it enqueues the mail of each. */
export const mailNotificationJob = job({
  name: 'marketplaces.mail_notification',
  payload: z.object({ notificationId: z.number().int(), userId: z.number().int().nullable() }),
  maxAttempts: 10,
});

/** Deactivates the marketplaces of a deleted store. */
export const stopStoreJob = job({
  name: 'marketplaces.stop_store',
  payload: z.object({ storeId: z.number().int() }),
  maxAttempts: 25,
});
