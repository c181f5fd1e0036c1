import type { CallReply } from '@evenstock/contract/endpoint';
import type { readInvitation as endpoint } from '@evenstock/contract/sign-up';
import type { Context } from '../../context.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { makeAccount } from '../accounts/make-account.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from '../accounts/open-session.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { signOut } from '../accounts/sign-out.ts';
import { joinByInvitation, readInvitation } from './accept-invitation.ts';
import { setInvitationAccepted } from './invitations.queries.ts';

/** What a mailed invitation says to whoever opens it. @throws Refusal 422 for a link that leads nowhere any more */
export async function describeInvitation(ctx: Context, token: string): Promise<CallReply<typeof endpoint>> {
  const { email, storeName, role, hasPassword } = await readInvitation(ctx, token);
  return { invitation: { email, store_name: storeName, role, has_account: hasPassword } };
}

/**
 * Accepts an invitation: makes the account of an address that has none with the password given, or joins the account that is
 * signed in; then signs in.
 * @throws Refusal 422 for a link that leads nowhere any more, is for another address, or needs its account signed in
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
    throw invalid('invitation_token', 'Sign in first, then accept.');
  }
  if (!isOwner && entries.password === undefined) throw invalid('password', 'Password is required');
  const passwordHash =
    isOwner || entries.password === undefined ? null : await hashPassword(entries.password);
  const opened = await inTransaction(ctx.db, async (tx) => {
    const user = isOwner
      ? { id: caller.userId, email: caller.email }
      : { id: await makeAccount(ctx, tx, invitation.email, passwordHash), email: invitation.email };
    await joinByInvitation(ctx, tx, token, user);
    await setInvitationAccepted(tx, user.id, ctx.clock.now());
    return { userId: user.id, token: await openSession(ctx, tx, user.id, visitor) };
  });
  // The place that accepted goes on with the new session.
  if (isOwner) await signOut(ctx, caller);
  return withToken(ctx, opened.userId, opened.token);
}
