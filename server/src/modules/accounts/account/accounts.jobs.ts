import { z } from 'zod';
import { job } from '../../../platform/jobs/jobs.ts';

/** Purges, once an hour, expired sessions, throttle counts and mailed links. */
export const purgeExpiredSessionsJob = job({
  name: 'accounts.purge_expired_sessions',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '17 * * * *',
});

/** Mails a reset link if the address has an account. It is tried for half an hour, as a later mail helps nobody. */
export const mailResetJob = job({
  name: 'accounts.mail_reset',
  payload: z.object({ email: z.string() }),
  maxAttempts: 8,
});

/** Mails the link that confirms a sign-up, or says that the address has an account. */
export const mailSignUpJob = job({
  name: 'accounts.mail_sign_up',
  payload: z.object({ signUpId: z.number() }),
  maxAttempts: 8,
});

/** Mails that the password was changed. */
export const mailPasswordChangedJob = job({
  name: 'accounts.mail_password_changed',
  payload: z.object({ userId: z.number() }),
  maxAttempts: 12,
});

/** Mails that the second factor was switched on or off. */
export const mailSecondFactorJob = job({
  name: 'accounts.mail_second_factor',
  payload: z.object({ userId: z.number(), isOn: z.boolean() }),
  maxAttempts: 12,
});

/** Mails when the account will be deleted, and how to keep it. */
export const mailDeletionJob = job({
  name: 'accounts.mail_deletion',
  payload: z.object({ userId: z.number() }),
  maxAttempts: 12,
});

/** Deletes, once an hour, the personal data of accounts whose waiting time is over. */
export const deleteAccountsJob = job({
  name: 'accounts.delete_accounts',
  payload: z.object({}).loose(),
  maxAttempts: 3,
  cron: '41 * * * *',
});
