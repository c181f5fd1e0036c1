import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** The number of addresses that a store has mailed since an instant. */
export async function countReferralMails(db: Handle, storeId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from referral_mails where store_id = ${storeId} and sent_at > ${since}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Records that a store mails addresses. @returns those that it has not mailed since an instant */
export async function noteReferralMails(
  tx: Tx,
  mails: {
    readonly storeId: number;
    readonly userId: number;
    readonly emails: readonly string[];
    readonly now: Date;
    readonly notSince: Date;
  },
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    insert into referral_mails as m (store_id, email, sent_by_user_id, sent_at)
    select ${mails.storeId}, email, ${mails.userId}, ${mails.now} from unnest(${[...mails.emails]}::text[]) as email
    on conflict (store_id, email) do update set sent_by_user_id = excluded.sent_by_user_id, sent_at = excluded.sent_at
      where m.sent_at <= ${mails.notSince}
    returning email`.execute(tx);
  return rows.map(({ email }) => email);
}

/** Deletes records of mailed addresses before an instant. */
export async function deleteReferralMailsBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from referral_mails where sent_at <= ${before}`.execute(db);
}

export async function findReferrer(
  db: Handle,
  storeId: number,
): Promise<{ name: string; code: string; ownerEmail: string | null } | null> {
  const store = await db
    .selectFrom('stores')
    .leftJoin('store_profiles', (on) =>
      on.onRef('store_profiles.store_id', '=', 'stores.id').on('store_profiles.role', '=', 'owner'),
    )
    .leftJoin('users', 'users.id', 'store_profiles.user_id')
    .select(['stores.name', 'stores.referral_code as code', 'users.email as ownerEmail'])
    .where('stores.id', '=', storeId)
    .where('stores.deleted_at', 'is', null)
    .executeTakeFirst();
  return store ?? null;
}

export async function storeOfCode(db: Handle, code: string): Promise<{ id: number; name: string } | null> {
  const store = await db
    .selectFrom('stores')
    .select(['id', 'name'])
    .where('referral_code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return store ?? null;
}

/** Records which store referred an account, with the account's first store if there is one; the first referral counts. */
export async function insertReferral(
  tx: Tx,
  referral: { readonly userId: number; readonly storeId: number; readonly now: Date },
): Promise<void> {
  await sql`
    insert into referrals (referred_user_id, store_id, referred_store_id, created_at)
    select u.id, ${referral.storeId},
           (select p.store_id from store_profiles p where p.user_id = u.id and p.role = 'owner' order by p.id limit 1),
           ${referral.now}
    from users u where u.id = ${referral.userId}
    on conflict (referred_user_id) do nothing`.execute(tx);
}

/** Records the first store of a referred account. */
export async function setReferredStore(tx: Tx, userId: number, storeId: number): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ referred_store_id: storeId })
    .where('referred_user_id', '=', userId)
    .where('referred_store_id', 'is', null)
    .execute();
}
