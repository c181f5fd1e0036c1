import { invitationDays } from '@evenstock/contract/members';

/** How long a mailed invitation can be accepted, in milliseconds. */
export const INVITATION_LIFE = invitationDays * 24 * 60 * 60_000;
/** Asked for again within this time, in milliseconds, the mail that is on its way is enough. */
export const MAIL_PAUSE = 60_000;
/** So many may wait for an answer in one store. */
export const MOST_PENDING = 100;
/** So many invitations leave one store within a day, renewed ones among them: nobody mails the world by a store. */
export const MOST_A_DAY = 200;
/** What nobody accepted is forgotten this long after it ran out, in milliseconds. */
export const FORGOTTEN_AFTER = 30 * 24 * 60 * 60_000;

/** Does an address that is invited again get another mail? */
export function needsMail(
  before: { readonly role: string; readonly mailedAt: Date | null } | null,
  role: string,
  now: Date,
): boolean {
  if (before?.mailedAt == null) return true;
  return before.role !== role || now.getTime() - before.mailedAt.getTime() >= MAIL_PAUSE;
}
