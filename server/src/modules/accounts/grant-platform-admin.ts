import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { setPlatformAdmin } from './account/accounts.queries.ts';
import { createAccount } from './create-account.ts';

/**
 * Makes an account a platform admin, who may enter every store. An installation's first account comes from here.
 * @returns the password of an account that was made for it, to be shown once; null where the account was there
 */
export async function grantPlatformAdmin(
  ctx: Pick<Context, 'db' | 'clock'>,
  email: string,
): Promise<string | null> {
  if (await setPlatformAdmin(ctx.db, email, ctx.clock.now())) return null;
  const password = randomBytes(15).toString('base64url');
  await createAccount(ctx, { email, password, role: 'admin' });
  return password;
}
