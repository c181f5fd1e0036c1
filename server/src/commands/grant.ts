import { grantPlatformAdmin } from '../modules/accounts/grant-platform-admin.ts';
import { runForAccount } from './run-for-account.ts';

/* `npm run grant -- email`: makes an account a platform admin, and the account too if there is none. */

await runForAccount(
  'Say whose account becomes a platform admin: npm run grant -- name@example.com',
  async (ctx, email) => {
    const password = await grantPlatformAdmin(ctx, email);
    const granted = `${email} is a platform admin now.`;
    if (password === null) return [granted];
    return [granted, `The account is new. Its password, shown only here: ${password}`];
  },
);
