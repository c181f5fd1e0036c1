import { invitationDays } from '@evenstock/contract/stores/members';

/** How long a mailed invitation can be accepted, in milliseconds. */
export const INVITATION_LIFE = invitationDays * 24 * 60 * 60_000;
/** The time within which a repeated invitation sends no second mail, in milliseconds. */
export const MAIL_PAUSE = 60_000;
/** The most open invitations of a store. */
export const MOST_PENDING = 100;
/** The most invitations of a store in a day, renewed ones included, so that a store cannot be used to send spam. */
export const MOST_A_DAY = 200;
/** How long after its expiry an invitation is purged, in milliseconds. */
export const FORGOTTEN_AFTER = 30 * 24 * 60 * 60_000;

/** Whether a repeated invitation sends another mail. */
export function needsMail(
  before: { readonly role: string; readonly mailedAt: Date | null } | null,
  role: string,
  now: Date,
): boolean {
  if (before?.mailedAt == null) return true;
  return before.role !== role || now.getTime() - before.mailedAt.getTime() >= MAIL_PAUSE;
}
