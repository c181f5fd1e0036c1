import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Once an hour: sessions, counts of tries and reset links that have run out are removed. */
export const forgetExpiredSessions = job({
  name: 'accounts.forget_expired_sessions',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 * * * *',
});

/** Mails the way back into an account, if the address has one. One that comes half an hour late helps nobody any more. */
export const mailResetJob = job({
  name: 'accounts.mail_reset',
  payload: z.object({ email: z.string() }),
  maxAttempts: 8,
});
