import type { UserRole } from '@evenstock/contract/accounts';
import type { Context } from '../../context.ts';
import { hashPassword } from './passwords.ts';

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
  await ctx.db
    .insertInto('users')
    .values({
      email,
      password_hash: await hashPassword(account.password),
      role: account.role,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return user.id;
}
