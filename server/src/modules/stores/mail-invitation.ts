import { randomBytes } from 'node:crypto';
import { invitationDays } from '@evenstock/contract/members';
import type { Context } from '../../context.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { hashToken } from '../accounts/tokens.ts';
import { findOpenInvitation, renewLink, type OpenInvitation } from './invitations.queries.ts';

/**
 * Mails an invitation, if it still stands. Each mail has a link of its own, whose token exists nowhere else; a mail that was
 * not sent is tried again with a new one.
 */
export async function mailInvitation(ctx: Context, invitationId: number): Promise<void> {
  const now = ctx.clock.now();
  const invitation = await findOpenInvitation(ctx.db, { id: invitationId }, now);
  if (invitation === null) return;
  const token = randomBytes(32).toString('base64url');
  if (!(await renewLink(ctx.db, invitationId, hashToken(token), now))) return;
  const url = `${ctx.settings.publicUrl}/accept_invitation?invitation_token=${token}`;
  await ctx.mail.send({ to: invitation.email, ...invitationMail(invitation, url) });
}

const roles = { admin: 'an admin', member: 'a member' } as const;

function invitationMail({ storeName, inviterEmail, role, expiresAt }: OpenInvitation, url: string) {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return layOutMail({
    subject: `You have been invited to ${storeName} on Evenstock`,
    paragraphs: [
      `${inviterEmail ?? 'A member of the store'} invites you to work in the store ${storeName} on Evenstock, as ${roles[role]}.`,
      'Accept here. If you have no account yet, you choose a password; otherwise you sign in.',
    ],
    action: { label: 'Accept the invitation', url },
    closing: [
      `The link works once, within ${String(invitationDays)} days: until ${until}.`,
      'Did you not expect this? Then do nothing: without your acceptance nothing changes.',
    ],
  });
}
