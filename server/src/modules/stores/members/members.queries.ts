import { sql } from 'kysely';
import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { PageRequest } from '../../../api/page-request.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';

/** Locks a store that is not deleted; records that only refer to it may still be written. */
export async function lockStoreRow(
  tx: Tx,
  storeId: number,
): Promise<{ id: number; slug: string; name: string; sendEmailNotifications: boolean } | null> {
  const { rows } = await sql<{ id: number; slug: string; name: string; sendEmailNotifications: boolean }>`
    select id, slug, name, send_email_notifications as "sendEmailNotifications"
    from stores where id = ${storeId} and deleted_at is null for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function roleInStore(db: Handle, storeId: number, userId: number): Promise<StoreRole | null> {
  const { rows } = await sql<{ role: StoreRole }>`
    select role from store_profiles where store_id = ${storeId} and user_id = ${userId}`.execute(db);
  return rows[0]?.role ?? null;
}

/** A store with its owner and admins, where one of its mail switches is on; null where not, or where it is deleted. */
export async function readMailRecipients(
  db: Handle,
  storeId: number,
  mailSwitch: 'send_email_notifications' | 'send_stock_error',
): Promise<{ slug: string; name: string; recipients: { userId: number; email: string }[] } | null> {
  const { rows } = await sql<{
    slug: string;
    name: string;
    recipients: { userId: number; email: string }[];
  }>`
    select s.slug, s.name, coalesce((
      select json_agg(json_build_object('userId', u.id, 'email', u.email) order by p.id)
      from store_profiles p join users u on u.id = p.user_id
      where p.store_id = s.id and p.role in ('owner', 'admin')), '[]') as recipients
    from stores s where s.id = ${storeId} and s.deleted_at is null and ${sql.ref(`s.${mailSwitch}`)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export interface MemberRow {
  readonly id: number;
  readonly role: StoreRole;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null for an invitation. */
  readonly userId: number | null;
  readonly email: string;
  readonly acceptedAt: Date | null;
  /** Null for a member. */
  readonly expiresAt: Date | null;
  readonly storeId: number;
  readonly storeSlug: string;
  readonly storeName: string;
}

/** Members and invitations of a store side by side. */
const everyone = (storeId: number) => sql`
  (select p.id, p.role, p.created_at, p.updated_at, u.id as user_id, u.email, p.invitation_accepted_at, null::timestamptz as expires_at, p.store_id
     from store_profiles p join users u on u.id = p.user_id where p.store_id = ${storeId}
   union all
   select i.id, i.role, i.created_at, i.updated_at, null, i.email, null, i.expires_at, i.store_id
     from invitations i where i.store_id = ${storeId}) m
  join stores s on s.id = m.store_id`;

const columns = sql`
  m.id, m.role, m.created_at as "createdAt", m.updated_at as "updatedAt", m.user_id as "userId", m.email,
  m.invitation_accepted_at as "acceptedAt", m.expires_at as "expiresAt",
  s.id as "storeId", s.slug as "storeSlug", s.name as "storeName"`;

/** One page of members and invitations by email, and how many match in all. */
export async function listMemberRows(
  db: Handle,
  storeId: number,
  emailContains: string | undefined,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ rows: MemberRow[]; total: number }> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const matching = sql`from ${everyone(storeId)} where strpos(m.email, lower(${emailContains ?? ''})) > 0`;
  const { rows } = await sql<MemberRow>`
    select ${columns} ${matching} order by m.email ${way}, m.id limit ${page.perPage} offset ${page.offset}`.execute(
    db,
  );
  const count = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function findMember(db: Handle, storeId: number, id: number): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from ${everyone(storeId)} where m.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** @param email in lower case */
export async function isMemberByEmail(db: Handle, storeId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from store_profiles p join users u on u.id = p.user_id
    where p.store_id = ${storeId} and u.email = ${email}`.execute(db);
  return rows.length > 0;
}

/** Members who are not the owner, by email. */
export async function membersBesideOwner(
  db: Handle,
  storeId: number,
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from store_profiles p join users u on u.id = p.user_id
    where p.store_id = ${storeId} and p.role <> 'owner' order by u.email`.execute(db);
  return rows;
}

export async function memberUserIds(db: Handle, storeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('store_profiles')
    .select('user_id')
    .where('store_id', '=', storeId)
    .execute();
  return rows.map((row) => row.user_id);
}

/** The stores where somebody is a member but not the owner. */
export async function storesJoined(db: Handle, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('store_profiles')
    .select('store_id')
    .where('user_id', '=', userId)
    .where('role', '<>', 'owner')
    .orderBy('store_id')
    .execute();
  return rows.map((row) => row.store_id);
}

export async function setRole(
  tx: Tx,
  storeId: number,
  userId: number,
  role: StoreRole,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('store_profiles')
    .set({ role, updated_at: now })
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .execute();
}

/** Gives a member who is not the owner, or somebody who is invited, another role. */
export async function setMemberRole(
  tx: Tx,
  member: Pick<MemberRow, 'id' | 'userId'>,
  role: Exclude<StoreRole, 'owner'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable(member.userId === null ? 'invitations' : 'store_profiles')
    .set({ role, updated_at: now })
    .where('id', '=', member.id)
    .execute();
}

/** Makes an account the owner of a new store. */
export async function insertOwner(tx: Tx, storeId: number, userId: number, now: Date): Promise<void> {
  await tx
    .insertInto('store_profiles')
    .values({ store_id: storeId, user_id: userId, role: 'owner', created_at: now, updated_at: now })
    .execute();
}

/**
 * Takes a member who is not the owner out of a store.
 * @returns the store profile that it was; null where there is no such member
 */
export async function deleteMember(
  tx: Tx,
  storeId: number,
  userId: number,
): Promise<{ id: number; role: string } | null> {
  const ended = await tx
    .deleteFrom('store_profiles')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .where('role', '<>', 'owner')
    .returning(['id', 'role'])
    .executeTakeFirst();
  return ended ?? null;
}
