import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { announce } from '../../../api/live.ts';
import { invalid, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { lockStore } from './lock-store.ts';
import {
  countInvitations,
  countInvitesSince,
  findInvitationOf,
  upsertInvitation,
  type InvitedRole,
} from './invitations.queries.ts';
import { INVITATION_LIFE, MOST_A_DAY, MOST_PENDING, needsMail } from './invitations.rules.ts';
import { isMemberByEmail } from './members.queries.ts';
import { mailInvitationJob } from '../store/stores.jobs.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Invites an address to a store and queues the mail. A repeated invitation gets a new link and the new role. The reply does not
 * reveal whether the address has an account.
 * @param entry its email is in lower case
 * @returns the id of the invitation, which becomes the membership's
 * @throws Refusal 422 for a member's address
 */
export async function inviteMember(
  ctx: Context,
  actor: Pick<Actor, 'userId' | 'role'>,
  storeId: number,
  entry: { readonly email: string; readonly role: InvitedRole },
): Promise<number> {
  const { email, role } = entry;
  return inTransaction(ctx.db, async (tx) => {
    await lockStore(tx, actor, storeId, 'member.manage');
    if (await isMemberByEmail(tx, storeId, email)) {
      throw invalid('email', message('stores.member_already'));
    }
    const before = await findInvitationOf(tx, storeId, email);
    if (before === null && (await countInvitations(tx, storeId)) >= MOST_PENDING) {
      throw invalid('email', message('stores.too_many_pending', { count: MOST_PENDING }));
    }
    const now = ctx.clock.now();
    if ((await countInvitesSince(tx, storeId, new Date(now.getTime() - DAY))) >= MOST_A_DAY) {
      throw invalid('email', message('stores.too_many_invitations', { count: MOST_A_DAY }));
    }
    const mailFollows = needsMail(before, role, now);
    const id = await upsertInvitation(tx, {
      storeId,
      email,
      role,
      invitedByUserId: actor.userId,
      now,
      expiresAt: new Date(now.getTime() + INVITATION_LIFE),
      needsMail: mailFollows,
    });
    if (mailFollows) {
      // One at a time, so that the second of two at once finds that the first has mailed the link.
      const name = `invitation:${String(id)}`;
      await enqueue(tx, mailInvitationJob, { invitationId: id }, { key: name, queue: name });
    }
    await recordActivity(tx, {
      storeId,
      key: 'store_profile.invite',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StoreProfile', id },
      before: { role: before?.role },
      after: { role },
      extras: { again: before !== null },
      at: now,
    });
    await announce(tx, storeId, 'store', []);
    return id;
  });
}
