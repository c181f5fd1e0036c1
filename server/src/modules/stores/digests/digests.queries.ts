import type { MailLanguage, StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import type { zoneOfCountry } from '@evenstock/contract/stores/stores';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

type Country = keyof typeof zoneOfCountry;

/**
 * Switches a member's digest. One that is on keeps its times.
 * @param on null: off
 * @returns whether there is such a member
 */
export async function setDigest(
  db: Handle,
  { storeId, userId }: { readonly storeId: number; readonly userId: number },
  on: { readonly language: MailLanguage; readonly since: Date; readonly dueAt: Date } | null,
): Promise<boolean> {
  const { rows } = await sql`
    update store_profiles set
      digest_language = ${on?.language ?? null},
      digest_since = case when ${on !== null}::boolean then coalesce(digest_since, ${on?.since ?? null}::timestamptz) end,
      digest_due_at = case when ${on !== null}::boolean then coalesce(digest_due_at, ${on?.dueAt ?? null}::timestamptz) end
    where store_id = ${storeId} and user_id = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

export interface DueDigest {
  readonly storeProfileId: number;
  readonly since: Date;
  readonly country: Country;
}

/** The members whose digests are due. */
export async function dueDigests(
  db: Handle,
  now: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from store_profiles where digest_due_at <= ${now} and id > ${after} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks digests that are due; those that another worker has locked are left to it. */
export async function lockDue(tx: Tx, storeProfileIds: readonly number[], now: Date): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    select p.id as "storeProfileId", p.digest_since as since, s.country
    from store_profiles p join stores s on s.id = p.store_id
    where p.id = any(${storeProfileIds}::bigint[]) and p.digest_due_at <= ${now} order by p.id
    for no key update of p skip locked`.execute(tx);
  return rows;
}

/** Moves a locked digest on: what came up to an instant is in a mail. */
export async function moveDigest(tx: Tx, storeProfileId: number, since: Date, dueAt: Date): Promise<void> {
  await sql`
    update store_profiles set digest_since = ${since}, digest_due_at = ${dueAt} where id = ${storeProfileId}`.execute(
    tx,
  );
}

export interface DigestReader {
  readonly userId: number;
  readonly email: string;
  readonly userRole: UserRole;
  readonly storeId: number;
  readonly storeRole: StoreRole;
  readonly slug: string;
  readonly name: string;
  readonly language: MailLanguage;
}

/** The recipient of a digest; null if it is off by now, or its store is deleted. */
export async function findDigestReader(db: Handle, storeProfileId: number): Promise<DigestReader | null> {
  const { rows } = await sql<DigestReader>`
    select u.id as "userId", u.email, u.role as "userRole", p.store_id as "storeId", p.role as "storeRole", s.slug, s.name,
      p.digest_language as language
    from store_profiles p join users u on u.id = p.user_id join stores s on s.id = p.store_id
    where p.id = ${storeProfileId} and p.digest_language is not null and s.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
