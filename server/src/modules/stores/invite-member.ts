import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { holdStore } from './hold-store.ts';
import {
  countInvitations,
  countInvitesSince,
  findInvitationOf,
  upsertInvitation,
  type InvitedRole,
} from './invitations.queries.ts';
import { INVITATION_LIFE, MOST_A_DAY, MOST_PENDING, needsMail } from './invitations.rules.ts';
import { isMemberByEmail } from './members.queries.ts';
import { mailInvitationJob } from './stores.jobs.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Invites an address to a store and has the invitation mailed. Whoever is invited already gets a new link, whose role is the
 * one given now. Nothing here tells whether the address has an account, and nobody joins before accepting.
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
    await holdStore(tx, actor, storeId, 'member.manage');
    if (await isMemberByEmail(tx, storeId, email)) {
      throw invalid('email', 'This person is already a member of the store');
    }
    const before = await findInvitationOf(tx, storeId, email);
    if (before === null && (await countInvitations(tx, storeId)) >= MOST_PENDING) {
      throw invalid(
        'email',
        `${String(MOST_PENDING)} invitations are pending already. Remove some that nobody will accept, then try again`,
      );
    }
    const now = ctx.clock.now();
    if ((await countInvitesSince(tx, storeId, new Date(now.getTime() - DAY))) >= MOST_A_DAY) {
      throw invalid('email', `A store can invite ${String(MOST_A_DAY)} times a day. Go on tomorrow`);
    }
    const id = await upsertInvitation(tx, {
      storeId,
      email,
      role,
      invitedByUserId: actor.userId,
      now,
      expiresAt: new Date(now.getTime() + INVITATION_LIFE),
    });
    if (needsMail(before, role, now)) {
      await enqueue(tx, mailInvitationJob, { invitationId: id }, { key: `invitation:${String(id)}` });
    }
    await recordActivity(tx, {
      storeId,
      key: 'store_profile.invite',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StoreProfile', id },
      extras: { role, again: before !== null },
      at: now,
    });
    await announce(tx, storeId, 'store', []);
    return id;
  });
}
