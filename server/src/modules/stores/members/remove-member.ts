import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import { notFound, Refusal, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { endMembership } from './end-membership.ts';
import { lockStore } from './lock-store.ts';
import { deleteInvitation } from './invitations.queries.ts';
import { findMember, lockStoreRow, setMemberRole, storesJoined, type MemberRow } from './members.queries.ts';

type Caller = Pick<Actor, 'userId' | 'role'>;

/**
 * Removes a member from a store, or deletes an invitation.
 * @throws Refusal 403 for the owner, 404 if there is no such member
 */
export async function removeMember(ctx: Context, actor: Caller, storeId: number, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockStore(tx, actor, storeId, 'member.manage');
    const member = await requireOther(tx, storeId, id);
    const by = { type: 'User', id: actor.userId } as const;
    if (member.userId !== null) {
      await endMembership(
        ctx,
        tx,
        { storeId, userId: member.userId },
        { key: 'store_profile.delete', actor: by },
      );
      return;
    }
    await deleteInvitation(tx, id);
    await recordActivity(tx, {
      storeId,
      key: 'store_profile.uninvite',
      actor: by,
      recipient: { type: 'StoreProfile', id },
      before: { role: member.role },
      after: { role: null },
      at: ctx.clock.now(),
    });
    await announce(tx, storeId, 'store', []);
  });
}

/**
 * Changes the role of a member or an invitation.
 * @throws Refusal 403 for the owner, 404 if there is no such member
 */
export async function changeMemberRole(
  ctx: Context,
  actor: Caller,
  storeId: number,
  id: number,
  role: 'admin' | 'member',
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockStore(tx, actor, storeId, 'member.manage');
    const member = await requireOther(tx, storeId, id);
    if (member.role === role) return;
    const now = ctx.clock.now();
    await setMemberRole(tx, member, role, now);
    await recordActivity(tx, {
      storeId,
      key: 'store_profile.update',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'StoreProfile', id },
      before: { role: member.role },
      after: { role },
      at: now,
    });
    await announce(tx, storeId, 'store', []);
  });
}

async function requireOther(tx: Tx, storeId: number, id: number): Promise<MemberRow> {
  const member = await findMember(tx, storeId, id);
  if (member === null) throw notFound('member');
  if (member.role === 'owner') {
    throw new Refusal(403, message('stores.owner_stays'));
  }
  return member;
}

/** Removes the caller, who is not the owner, from a store. */
export async function leaveStore(ctx: Context, actor: Caller, storeId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockStore(tx, actor, storeId, 'store.leave');
    const member = { storeId, userId: actor.userId };
    await endMembership(ctx, tx, member, {
      key: 'store_profile.leave',
      actor: { type: 'User', id: actor.userId },
    });
  });
}

/** Removes a deleted account from every store. Repeating it changes nothing. */
export async function purgeMemberships(ctx: Context, userId: number): Promise<void> {
  for (const storeId of await storesJoined(ctx.db, userId)) {
    await inTransaction(ctx.db, async (tx) => {
      if ((await lockStoreRow(tx, storeId)) === null) return;
      const by = { type: 'System', id: null } as const;
      await endMembership(ctx, tx, { storeId, userId }, { key: 'store_profile.leave', actor: by });
    });
  }
}
