import { bind, type BoundJob } from '../../job-binding.ts';
import {
  deleteAccountsJob,
  purgeExpiredSessionsJob,
  mailDeletionJob,
  mailPasswordChangedJob,
  mailResetJob,
  mailSecondFactorJob,
  mailSignUpJob,
} from './account/accounts.jobs.ts';
import { mailPasswordChanged } from './change-password.ts';
import { purgeExpiredSessions } from './sessions/purge-expired-sessions.ts';
import { mailReset } from './forget-password.ts';
import { mailSignUp } from './registration/register.ts';
import { deleteAccounts, mailDeletion } from './request-deletion.ts';
import { mailSecondFactor } from './second-factor.ts';

export const accountsJobs: readonly BoundJob[] = [
  bind(purgeExpiredSessionsJob, purgeExpiredSessions),
  bind(mailResetJob, (ctx, { email }) => mailReset(ctx, email)),
  bind(mailSignUpJob, (ctx, { signUpId }) => mailSignUp(ctx, signUpId)),
  bind(mailPasswordChangedJob, (ctx, { userId }) => mailPasswordChanged(ctx, userId)),
  bind(mailSecondFactorJob, (ctx, { userId, isOn }) => mailSecondFactor(ctx, userId, isOn)),
  bind(mailDeletionJob, (ctx, { userId }) => mailDeletion(ctx, userId)),
  bind(deleteAccountsJob, deleteAccounts),
];
