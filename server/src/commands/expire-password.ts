import { expirePassword } from '../modules/accounts/expire-password.ts';
import { StartProblem } from '../platform/process/start-problem.ts';
import { runForAccount } from './run-for-account.ts';

/* `npm run expire-password -- email`: the account's owner must choose a new password before anything else. */

await runForAccount(
  'Say whose password expires: npm run expire-password -- name@example.com',
  async (ctx, email) => {
    if (!(await expirePassword(ctx, email))) throw new StartProblem(`No account has the email ${email}.`);
    return [`${email} must choose a new password at the next visit.`];
  },
);
