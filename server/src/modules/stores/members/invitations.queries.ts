import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export type InvitedRole = 'admin' | 'member';

export async function findInvitationOf(
  db: Handle,
  storeId: number,
  email: string,
): Promise<{ role: string; mailedAt: Date | null } | null> {
  const { rows } = await sql<{ role: string; mailedAt: Date | null }>`
    select role, mailed_at as "mailedAt" from invitations
    where store_id = ${storeId} and email = ${email}`.execute(db);
  return rows[0] ?? null;
}

export async function countInvitations(db: Handle, storeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations where store_id = ${storeId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of invitations of a store since an instant, in any state. */
export async function countInvitesSince(db: Handle, storeId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from activities
    where store_id = ${storeId} and created_at > ${since} and key = 'store_profile.invite'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Inserts or renews the invitation of an address. @returns its id */
export async function upsertInvitation(
  tx: Tx,
  invitation: {
    readonly storeId: number;
    readonly email: string;
    readonly role: InvitedRole;
    readonly invitedByUserId: number;
    readonly now: Date;
    readonly expiresAt: Date;
    /** Whether a mail follows; it is sent while none was. */
    readonly needsMail: boolean;
  },
): Promise<number> {
  const { storeId, email, role, invitedByUserId, now, expiresAt, needsMail } = invitation;
  const { rows } = await sql<{ id: number }>`
    insert into invitations (store_id, email, role, invited_by_user_id, created_at, updated_at, expires_at)
    values (${storeId}, ${email}, ${role}, ${invitedByUserId}, ${now}, ${now}, ${expiresAt})
    on conflict (store_id, email) do update set
      role = excluded.role, invited_by_user_id = excluded.invited_by_user_id, updated_at = excluded.updated_at,
      expires_at = excluded.expires_at,
      mailed_at = case when ${needsMail}::boolean then null else invitations.mailed_at end
    returning id`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The invitation was not kept.');
  return row.id;
}

export interface OpenInvitation {
  readonly id: number;
  readonly storeId: number;
  readonly storeName: string;
  readonly email: string;
  readonly role: InvitedRole;
  readonly inviterEmail: string | null;
  readonly expiresAt: Date;
  readonly hasPassword: boolean;
  readonly isMailed: boolean;
}

const openInvitation = sql`
  select i.id, i.store_id as "storeId", s.name as "storeName", i.email, i.role, inviter.email as "inviterEmail",
         i.expires_at as "expiresAt", invited.password_hash is not null as "hasPassword",
         i.mailed_at is not null as "isMailed"
  from invitations i join stores s on s.id = i.store_id and s.deleted_at is null
  left join users inviter on inviter.id = i.invited_by_user_id
  left join users invited on invited.email = i.email`;

/** An invitation that can still be accepted. */
export async function findOpenInvitation(
  db: Handle,
  by: { readonly id: number } | { readonly tokenHash: Buffer },
  now: Date,
): Promise<OpenInvitation | null> {
  const which = 'id' in by ? sql`i.id = ${by.id}` : sql`i.token_hash = ${by.tokenHash}`;
  const { rows } =
    await sql<OpenInvitation>`${openInvitation} where ${which} and i.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the hash of a new link, which replaces the earlier one. False: the invitation is gone. */
export async function renewLink(db: Handle, id: number, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update invitations set token_hash = ${tokenHash} where id = ${id} returning id`.execute(db);
  return rows.length > 0;
}

/** Records that an invitation was mailed; not where another role is offered meanwhile, which has a mail of its own. */
export async function markMailed(db: Handle, id: number, role: InvitedRole, at: Date): Promise<void> {
  await sql`update invitations set mailed_at = ${at} where id = ${id} and role = ${role}`.execute(db);
}

/** Uses up an invitation. Null for a link that is unknown, used, replaced, expired or another address's. */
export async function takeInvitation(
  tx: Tx,
  tokenHash: Buffer,
  email: string,
  now: Date,
): Promise<{ id: number; storeId: number; role: InvitedRole } | null> {
  const { rows } = await sql<{ id: number; storeId: number; role: InvitedRole }>`
    delete from invitations where token_hash = ${tokenHash} and email = ${email} and expires_at > ${now}
    returning id, store_id as "storeId", role`.execute(tx);
  return rows[0] ?? null;
}

/** Creates the membership of an invitation, under its id. Does nothing where there is a membership. */
export async function insertJoined(
  tx: Tx,
  joined: {
    readonly id: number;
    readonly storeId: number;
    readonly userId: number;
    readonly role: InvitedRole;
    readonly now: Date;
  },
): Promise<void> {
  const { id, storeId, userId, role, now } = joined;
  await sql`
    insert into store_profiles (id, store_id, user_id, role, invitation_accepted_at, created_at, updated_at)
    overriding system value
    values (${id}, ${storeId}, ${userId}, ${role}, ${now}, ${now}, ${now})
    on conflict (store_id, user_id) do nothing`.execute(tx);
}

/** Deletes invitations that expired before an instant. */
export async function deleteInvitationsBefore(db: Handle, before: Date): Promise<void> {
  await sql`delete from invitations where expires_at <= ${before}`.execute(db);
}

/** Records when an account first accepted an invitation. */
export async function setInvitationAccepted(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ invitation_accepted_at: now })
    .where('id', '=', userId)
    .where('invitation_accepted_at', 'is', null)
    .execute();
}

/** Deletes an invitation. */
export async function deleteInvitation(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('invitations').where('id', '=', id).execute();
}

/** Deletes every invitation to a store. */
export async function deleteInvitationsOf(tx: Tx, storeId: number): Promise<void> {
  await tx.deleteFrom('invitations').where('store_id', '=', storeId).execute();
}

/** Ends every open invitation: its link is worthless, and it may be sent again. */
export async function endInvitations(tx: Tx, now: Date): Promise<void> {
  await sql`update invitations set expires_at = ${now}, token_hash = null where expires_at > ${now}`.execute(
    tx,
  );
}
