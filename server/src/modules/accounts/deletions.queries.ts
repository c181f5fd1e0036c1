import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

/** Records when the deletion of an account was requested. */
export async function setDeletionRequested(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ deletion_requested_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** The names of stores that an account owns, at most ten. */
export async function ownedStores(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select s.name from store_profiles p join stores s on s.id = p.store_id
    where p.user_id = ${userId} and p.role = 'owner' and s.deleted_at is null order by s.name limit 10`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/** An account that is not deleted, with the date of its requested deletion; null where none is requested. */
export async function findDeletion(
  db: Handle,
  userId: number,
): Promise<{ email: string; requestedAt: Date | null } | null> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'deletion_requested_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user === undefined ? null : { email: user.email, requestedAt: user.deletion_requested_at };
}

/** Accounts whose deletion was requested at or before an instant. */
export async function usersToDelete(db: Handle, requestedUntil: Date): Promise<number[]> {
  const due = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('deletion_requested_at', '<=', requestedUntil)
    .execute();
  return due.map(({ id }) => id);
}

/**
 * Locks an account whose deletion was requested at or before an instant.
 * @returns its email; null where it is kept, or deleted already
 */
export async function lockUserToDelete(tx: Tx, userId: number, requestedUntil: Date): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
      select email from users where id = ${userId} and deleted_at is null and deletion_requested_at <= ${requestedUntil}
      for update`.execute(tx);
  return rows[0]?.email ?? null;
}

/** Removes the personal data of an account, and everything by which somebody could sign in to it. */
export async function clearUser(
  tx: Tx,
  user: { readonly id: number; readonly email: string },
  now: Date,
): Promise<void> {
  const { id, email } = user;
  // The journal and the lists show this name. It is no mail address, so nobody can sign in with it.
  await sql`
      update users set
        email = ${`deleted user ${String(id)}`}, password_hash = null, password_expired = false, avatar_url = null, role = 'member',
        ati = null, console_user_id = null, second_factor_sealed = null, second_factor_on_at = null, second_factor_step = null,
        invitation_accepted_at = null, deletion_requested_at = null, deleted_at = ${now}, updated_at = ${now}
      where id = ${id}`.execute(tx);
  await sql`delete from sessions where user_id = ${id}`.execute(tx);
  await sql`delete from password_resets where user_id = ${id}`.execute(tx);
  await sql`delete from recovery_codes where user_id = ${id}`.execute(tx);
  await sql`delete from sign_ups where email = ${email}`.execute(tx);
}
