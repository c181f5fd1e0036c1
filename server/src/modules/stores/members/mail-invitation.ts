import { randomBytes } from 'node:crypto';
import { invitationDays } from '@evenstock/contract/stores/members';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { hashToken } from '../../accounts/account/tokens.ts';
import { languageOf, mailPerson } from '../../journal/mail-person.ts';
import type { MailMessages } from '../../journal/write-mail.ts';
import { findOpenInvitation, markMailed, renewLink, type OpenInvitation } from './invitations.queries.ts';

/**
 * Mails an invitation that is still open and was not mailed yet; a stranger in the language of who invites. Each attempt has a new
 * token, as only the mail holds it.
 */
export async function mailInvitation(ctx: Context, invitationId: number): Promise<void> {
  const now = ctx.clock.now();
  const invitation = await findOpenInvitation(ctx.db, { id: invitationId }, now);
  if (invitation === null || invitation.isMailed) return;
  const token = randomBytes(32).toString('base64url');
  if (!(await renewLink(ctx.db, invitationId, hashToken(token)))) return;
  const url = `${ctx.settings.publicUrl}/accept_invitation?invitation_token=${token}`;
  const { email: to, inviterEmail } = invitation;
  const otherwise = inviterEmail === null ? null : await languageOf(ctx, inviterEmail);
  await mailPerson(ctx, { to, otherwise }, invitationMail(invitation, url));
  await markMailed(ctx.db, invitationId, invitation.role, now);
}

function invitationMail(
  { storeName: store, inviterEmail, role, expiresAt }: OpenInvitation,
  url: string,
): MailMessages {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: message('mails.invitation_subject', { store }),
    paragraphs: [
      inviterEmail === null
        ? message(`mails.unnamed_invitation_as_${role}`, { store })
        : message(`mails.invitation_as_${role}`, { inviter: inviterEmail, store }),
      message('mails.invitation_help'),
    ],
    action: { label: message('mails.invitation_action'), url },
    closing: [
      message('mails.invitation_until', { days: invitationDays, until }),
      message('mails.invitation_unexpected'),
    ],
  };
}
