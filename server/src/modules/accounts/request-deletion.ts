import { deletionDays } from '@evenstock/contract/accounts/own-account';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { endStreams } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { lockUser } from './account/accounts.queries.ts';
import { mailDeletionJob } from './account/accounts.jobs.ts';
import { deletionMail } from './account/accounts.mails.ts';
import {
  clearUser,
  findDeletion,
  lockUserToDelete,
  ownedStores,
  setDeletionRequested,
  usersToDelete,
} from './deletions.queries.ts';
import { proveOwner } from './sessions/prove-owner.ts';
import { endSessions } from './sessions/sessions.queries.ts';

const WAIT = deletionDays * 24 * 60 * 60_000;

/**
 * Requests the deletion of an account in fourteen days, and signs it out everywhere. Signing in before then calls it off.
 * @returns when it will be deleted
 * @throws Refusal 422 for the owner of a store, or where the caller does not prove to be the account's owner
 */
export async function requestDeletion(
  ctx: Context,
  actor: Actor,
  currentPassword: string | undefined,
  address: string,
): Promise<Date> {
  await proveOwner(ctx, actor, currentPassword, address);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockUser(tx, { id: actor.userId });
    await setDeletionRequested(tx, actor.userId, now);
    const owned = await ownedStores(tx, actor.userId);
    if (owned.length > 0) {
      throw invalid('user', message('accounts.owns_stores', { stores: owned.join(', ') }));
    }
    for (const sessionId of await endSessions(tx, actor.userId, null, now))
      await endStreams(tx, { sessionId });
    await recordActivity(tx, {
      storeId: null,
      key: 'user.request_deletion',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      before: { deletion_requested_at: before?.deletionRequestedAt?.toISOString() },
      after: { deletion_requested_at: now.toISOString() },
      at: now,
    });
    await enqueue(tx, mailDeletionJob, { userId: actor.userId });
  });
  return new Date(now.getTime() + WAIT);
}

/** Mails the account's owner when it will be deleted, unless the deletion was called off. */
export async function mailDeletion(ctx: Context, userId: number): Promise<void> {
  const user = await findDeletion(ctx.db, userId);
  if (user?.requestedAt == null) return;
  const deletedOn = new Date(user.requestedAt.getTime() + WAIT);
  await mailPerson(ctx, { to: user.email }, deletionMail(deletedOn, ctx.settings.publicUrl));
}

/** Deletes the personal data of accounts whose waiting time is over. Their activities stay, by a deleted user. */
export async function deleteAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await usersToDelete(ctx.db, new Date(now.getTime() - WAIT));
  await eachAlone({ log: ctx.log, task: 'accounts.delete_account' }, due, (id) =>
    deleteAccount(ctx, id, now),
  );
}

async function deleteAccount(ctx: Context, userId: number, now: Date): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // A concurrent sign-in calls the deletion off or comes too late: the row lock decides.
    const email = await lockUserToDelete(tx, userId, new Date(now.getTime() - WAIT));
    if (email === null || (await ownedStores(tx, userId)).length > 0) return;
    await ctx.emit(tx, { type: 'account.deleted', userId });
    await clearUser(tx, { id: userId, email }, now);
    await recordActivity(tx, {
      storeId: null,
      key: 'user.delete',
      actor: { type: 'System', id: null },
      recipient: { type: 'User', id: userId },
      at: now,
    });
  });
}
