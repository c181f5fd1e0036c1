import type { User } from '@evenstock/contract/accounts/accounts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../api/routing.ts';
import { findUser, storesOfUser } from './accounts.queries.ts';

/** An account with its stores, as the API shows it. */
export async function describeUser(ctx: Context, userId: number): Promise<User> {
  const user = await findUser(ctx.db, userId);
  if (user === null) throw notFound('account');
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    password_expired: user.passwordExpired,
    password_common: user.passwordCommon,
    avatar_url: user.avatarUrl,
    invitation_pending: user.invitationAcceptedAt === null && user.passwordHash === null,
    invitation_accepted_at: user.invitationAcceptedAt?.toISOString() ?? null,
    has_password: user.passwordHash !== null,
    second_factor_on: user.secondFactorOnAt !== null,
    language: user.language,
    stores: await storesOfUser(ctx.db, userId),
  };
}
