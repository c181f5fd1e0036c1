import { z } from 'zod';
import { job } from '../../platform/jobs.ts';

/** Once an hour: sessions, counts of tries and mailed links that have run out are removed. */
export const forgetExpiredSessionsJob = job({
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

/** Mails the link that makes an account, or tells that there is one. */
export const mailSignUpJob = job({
  name: 'accounts.mail_sign_up',
  payload: z.object({ signUpId: z.number() }),
  maxAttempts: 8,
});

/** Tells of a changed password. */
export const mailPasswordChangedJob = job({
  name: 'accounts.mail_password_changed',
  payload: z.object({ userId: z.number() }),
  maxAttempts: 12,
});

/** Tells that an account will be deleted, and how to keep it. */
export const mailDeletionJob = job({
  name: 'accounts.mail_deletion',
  payload: z.object({ userId: z.number() }),
  maxAttempts: 12,
});

/** Once an hour: accounts whose deletion was asked for long enough ago lose their personal data. */
export const deleteAccountsJob = job({
  name: 'accounts.delete_accounts',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 * * * *',
});
