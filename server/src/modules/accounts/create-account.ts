import type { UserRole } from '@evenstock/contract/accounts/accounts';
import type { Context } from '../../context.ts';
import { insertUser, userIdOf } from './account/accounts.queries.ts';
import { hashNewPassword } from './passwords/passwords.ts';

/**
 * Creates an account, or leaves the one that has this email as it is.
 * @returns the account's id
 */
export async function createAccount(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: { readonly email: string; readonly password: string; readonly role: UserRole },
): Promise<number> {
  const now = ctx.clock.now();
  const email = account.email.trim().toLowerCase();
  const passwordHash = await hashNewPassword(account.password);
  await insertUser(ctx.db, { email, passwordHash, role: account.role, now });
  return userIdOf(ctx.db, email);
}
