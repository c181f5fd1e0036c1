import { deletionDays } from '@evenstock/contract/own-account';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { endStreams } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { mailDeletionJob } from './accounts.jobs.ts';
import { deletionMail } from './accounts.mails.ts';
import { proveOwner } from './prove-owner.ts';
import { endSessions } from './sessions.queries.ts';

const WAIT = deletionDays * 24 * 60 * 60_000;

/**
 * Has an account deleted in fourteen days, and signs it out everywhere; signing in meanwhile keeps it.
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
    await tx
      .updateTable('users')
      .set({ deletion_requested_at: now, updated_at: now })
      .where('id', '=', actor.userId)
      .execute();
    const owned = await ownedStores(tx, actor.userId);
    if (owned.length > 0) {
      throw invalid(
        'user',
        `You own ${owned.join(', ')}. Transfer or delete what you own first; then your account can be deleted.`,
      );
    }
    for (const sessionId of await endSessions(tx, actor.userId, null, now))
      await endStreams(tx, { sessionId });
    await recordActivity(tx, {
      storeId: null,
      key: 'user.request_deletion',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'User', id: actor.userId },
      at: now,
    });
    await enqueue(tx, mailDeletionJob, { userId: actor.userId });
  });
  return new Date(now.getTime() + WAIT);
}

async function ownedStores(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from store_profiles p join stores s on s.id = p.store_id
    where p.user_id = ${userId} and p.role = 'owner' and s.deleted_at is null order by s.name limit 10`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/** Tells an account's owner when it will be deleted, unless it was kept meanwhile. */
export async function mailDeletion(ctx: Context, userId: number): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['email', 'deletion_requested_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (user?.deletion_requested_at == null) return;
  const deletedOn = new Date(user.deletion_requested_at.getTime() + WAIT);
  await ctx.mail.send({ to: user.email, ...deletionMail(deletedOn, ctx.settings.publicUrl) });
}

/** Removes the personal data of accounts whose time has come. What they did stays, done by a deleted user. */
export async function deleteAccounts(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', '<=', new Date(now.getTime() - WAIT))
    .execute();
  for (const { id } of due) await deleteAccount(ctx, id, now);
}

async function deleteAccount(ctx: Context, userId: number, now: Date): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    // Signing in at this very moment keeps the account, or comes too late: the row's lock decides.
    const { rows } = await sql<{ email: string }>`
      select email from users where id = ${userId} and deleted_at is null and deletion_requested_at <= ${new Date(now.getTime() - WAIT)}
      for update`.execute(tx);
    const [user] = rows;
    if (user === undefined || (await ownedStores(tx, userId)).length > 0) return;
    await ctx.emit(tx, { type: 'account.deleted', userId });
    // The name that the journal and the lists show from now on; no address, so nothing is mailed to it or signs in with it.
    await sql`
      update users set
        email = ${`deleted user ${String(userId)}`}, password_hash = null, password_expired = false, avatar_url = null, role = 'member',
        ati = null, console_user_id = null, second_factor_sealed = null, second_factor_on_at = null, second_factor_step = null,
        invitation_accepted_at = null, deletion_requested_at = null, deleted_at = ${now}, updated_at = ${now}
      where id = ${userId}`.execute(tx);
    await sql`delete from sessions where user_id = ${userId}`.execute(tx);
    await sql`delete from password_resets where user_id = ${userId}`.execute(tx);
    await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
    await sql`delete from sign_ups where email = ${user.email}`.execute(tx);
    await recordActivity(tx, {
      storeId: null,
      key: 'user.delete',
      actor: { type: 'System', id: null },
      recipient: { type: 'User', id: userId },
      at: now,
    });
  });
}
