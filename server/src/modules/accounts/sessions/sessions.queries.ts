import { sql } from 'kysely';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export interface LiveSession {
  readonly sessionId: number;
  readonly userId: number;
  readonly email: string;
  readonly role: UserRole;
  readonly passwordExpired: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSeenAt: Date | null;
}

/** Until when a session lives, and when it must have been used last. */
export interface Liveness {
  readonly now: Date;
  readonly idleSince: Date;
}

/** The account of a live session. */
export async function findSession(
  db: Handle,
  tokenHash: Buffer,
  { now, idleSince }: Liveness,
): Promise<LiveSession | null> {
  const { rows } = await sql<LiveSession>`
    select s.id as "sessionId", u.id as "userId", u.email, u.role, u.password_expired as "passwordExpired",
           u.second_factor_on_at is not null as "hasSecondFactor", s.last_seen_at as "lastSeenAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and coalesce(s.last_seen_at, s.created_at) > ${idleSince}`.execute(db);
  return rows[0] ?? null;
}

/** Notes that a session was used. */
export async function markSeen(db: Handle, sessionId: number, now: Date): Promise<void> {
  await sql`update sessions set last_seen_at = ${now} where id = ${sessionId}`.execute(db);
}

export interface SessionRow {
  readonly id: number;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

/** An account's live sessions, the one last seen first. */
export async function listLiveSessions(
  db: Handle,
  userId: number,
  { now, idleSince }: Liveness,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, browser, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from sessions
    where user_id = ${userId} and expires_at > ${now} and coalesce(last_seen_at, created_at) > ${idleSince}
    order by coalesce(last_seen_at, created_at) desc, id desc limit 100`.execute(db);
  return rows;
}

/** When a live session of an account was opened. */
export async function sessionOpenedAt(db: Handle, sessionId: number): Promise<Date | null> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at as "createdAt" from sessions where id = ${sessionId}`.execute(db);
  return rows[0]?.createdAt ?? null;
}

export async function insertSession(
  tx: Tx,
  session: {
    readonly userId: number;
    readonly tokenHash: Buffer;
    readonly addressPrint: Buffer;
    readonly browser: string | null;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await sql`
    insert into sessions (user_id, token_hash, address_print, browser, created_at, last_seen_at, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.addressPrint}, ${session.browser}, ${session.now}, ${session.now},
            ${session.expiresAt})`.execute(tx);
}

/** Ends one live session of an account. False: there is no such session. */
export async function endSession(tx: Tx, userId: number, sessionId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update sessions set expires_at = ${now}
    where id = ${sessionId} and user_id = ${userId} and expires_at > ${now} returning id`.execute(tx);
  return rows.length > 0;
}

/** Ends the live sessions of an account but one. @returns the ids of those that ended */
export async function endSessions(
  db: Handle,
  userId: number,
  exceptSessionId: number | null,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sessions set expires_at = ${now}
    where user_id = ${userId} and expires_at > ${now} and id is distinct from ${exceptSessionId}::bigint
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether this account has signed in from this address before. */
export async function hasSignedInFrom(db: Handle, email: string, addressPrint: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and s.address_print = ${addressPrint} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Records a sign-in: stores the tracking value and calls off a requested deletion.
 * @returns when the deletion that is called off was requested; null where none was
 */
export async function noteSignIn(
  tx: Tx,
  userId: number,
  ati: string | null,
  now: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ requestedAt: Date | null }>`
    with before as (select id, deletion_requested_at from users where id = ${userId} for no key update)
    update users u set
      deletion_requested_at = null,
      ati = coalesce(${ati}, u.ati),
      updated_at = case when before.deletion_requested_at is null then u.updated_at else ${now} end
    from before
    where u.id = before.id and (before.deletion_requested_at is not null or ${ati}::text is not null)
    returning before.deletion_requested_at as "requestedAt"`.execute(tx);
  return rows[0]?.requestedAt ?? null;
}

/** Ends every live session. @returns the ids of those that ended */
export async function endAllSessions(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sessions set expires_at = ${now} where expires_at > ${now} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes every link that was mailed to reset a password. */
export async function deleteAllLinks(tx: Tx): Promise<void> {
  await sql`delete from password_resets`.execute(tx);
}
