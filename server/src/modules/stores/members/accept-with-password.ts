import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { readInvitation as endpoint } from '@evenstock/contract/accounts/sign-up';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { makeAccount } from '../../accounts/registration/make-account.ts';
import {
  openSession,
  withToken,
  type SignedInUser,
  type Visitor,
} from '../../accounts/sessions/open-session.ts';
import { hashNewPassword } from '../../accounts/passwords/passwords.ts';
import { signOut } from '../../accounts/sessions/sign-out.ts';
import { joinByInvitation, readInvitation } from './accept-invitation.ts';
import { setInvitationAccepted } from './invitations.queries.ts';

/** Reads a mailed invitation by its link. @throws Refusal 422 for a link that is unknown, used, replaced or expired */
export async function describeInvitation(ctx: Context, token: string): Promise<CallReply<typeof endpoint>> {
  const { email, storeName, role, hasPassword } = await readInvitation(ctx, token);
  return { invitation: { email, store_name: storeName, role, has_account: hasPassword } };
}

/**
 * Accepts an invitation and signs in. An address without an account gets one with the given password; otherwise the account must
 * be signed in.
 * @throws Refusal 422 for a link that is unknown, used or expired, is for another address, or needs its account signed in
 */
export async function acceptWithPassword(
  ctx: Context,
  entries: { readonly invitation_token: string; readonly password?: string | undefined },
  caller: Actor | null,
  visitor: Visitor,
): Promise<SignedInUser> {
  const token = entries.invitation_token;
  const invitation = await readInvitation(ctx, token);
  const isOwner = caller?.email === invitation.email;
  if (!isOwner && invitation.hasPassword) {
    throw invalid('invitation_token', message('accounts.sign_in_to_accept'));
  }
  if (!isOwner && entries.password === undefined)
    throw invalid('password', message('accounts.password_required'));
  const passwordHash =
    isOwner || entries.password === undefined ? null : await hashNewPassword(entries.password);
  const opened = await inTransaction(ctx.db, async (tx) => {
    const user = isOwner
      ? { id: caller.userId, email: caller.email }
      : { id: await makeAccount(ctx, tx, invitation.email, passwordHash), email: invitation.email };
    await joinByInvitation(ctx, tx, token, user);
    await setInvitationAccepted(tx, user.id, ctx.clock.now());
    return { userId: user.id, token: await openSession(ctx, tx, user.id, visitor) };
  });
  // The browser that accepted continues with the new session.
  if (isOwner) await signOut(ctx, caller);
  return withToken(ctx, opened.userId, opened.token);
}
