import { sql } from 'kysely';
import type { MailLanguage, StoreRole, UserRole } from '@evenstock/contract/accounts/accounts';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export interface UserRow {
  readonly id: number;
  readonly email: string;
  readonly role: UserRole;
  readonly passwordHash: string | null;
  readonly passwordExpired: boolean;
  /** Its password was a common one when it last signed in. */
  readonly passwordCommon: boolean;
  readonly avatarUrl: string | null;
  readonly invitationAcceptedAt: Date | null;
  readonly secondFactorOnAt: Date | null;
  /** Null: none was chosen. */
  readonly language: MailLanguage | null;
}

const userColumns = sql<UserRow>`
  id, email, role, password_hash as "passwordHash", password_expired as "passwordExpired",
  password_common as "passwordCommon",
  avatar_url as "avatarUrl", invitation_accepted_at as "invitationAcceptedAt", second_factor_on_at as "secondFactorOnAt", language`;

/** @param email in lower case */
export async function findUserByEmail(db: Handle, email: string): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users where email = ${email}`.execute(db);
  return rows[0] ?? null;
}

export async function findUser(db: Handle, id: number): Promise<UserRow | null> {
  const { rows } = await sql<UserRow>`select ${userColumns} from users where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Keeps the language that an account has chosen. */
export async function setLanguage(db: Handle, id: number, language: MailLanguage): Promise<void> {
  await sql`update users set language = ${language} where id = ${id}`.execute(db);
}

/** Locks an account's row until the transaction ends. False: its password has changed since it was read. */
export async function lockPassword(tx: Tx, user: UserRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${user.id} and password_hash = ${user.passwordHash} for no key update`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Locks an account's row: no other transaction changes its password or its deletion date. */
export async function lockUser(
  tx: Tx,
  user: { readonly id: number } | { readonly email: string },
): Promise<{ id: number; passwordExpired: boolean; deletionRequestedAt: Date | null } | null> {
  const which = 'id' in user ? sql`id = ${user.id}` : sql`email = ${user.email}`;
  const { rows } = await sql<{ id: number; passwordExpired: boolean; deletionRequestedAt: Date | null }>`
    select id, password_expired as "passwordExpired", deletion_requested_at as "deletionRequestedAt"
    from users where ${which} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** The stores that an account belongs to, oldest membership first. */
export async function storesOfUser(
  db: Handle,
  userId: number,
): Promise<{ id: number; slug: string; name: string; role: StoreRole }[]> {
  const { rows } = await sql<{ id: number; slug: string; name: string; role: StoreRole }>`
    select s.id, s.slug, s.name, p.role
    from store_profiles p join stores s on s.id = p.store_id
    where p.user_id = ${userId} and s.deleted_at is null
    order by p.created_at, p.id`.execute(db);
  return rows;
}

/** Counts one more attempt under each key, in key order. A window that has passed starts anew. */
export async function countAttempts(
  db: Handle,
  keys: readonly string[],
  now: Date,
  windowStart: Date,
): Promise<Map<string, { tries: number; since: Date }>> {
  const { rows } = await sql<{ key: string; tries: number; since: Date }>`
    insert into sign_in_throttles as t (key, failures, first_failure_at)
    select key, 1, ${now} from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (key) do update set
      failures = case when t.first_failure_at <= ${windowStart} then 1 else t.failures + 1 end,
      first_failure_at = case when t.first_failure_at <= ${windowStart} then ${now} else t.first_failure_at end
    returning key, failures as tries, first_failure_at as since`.execute(db);
  return new Map(rows.map((row) => [row.key, { tries: row.tries, since: row.since }]));
}

/**
 * Clears the count of the pair and takes this attempt off the others, as a successful sign-in is no guess. The counts are locked
 * in key order, as `countAttempts` does, so that two sign-ins cannot deadlock.
 */
export async function clearAttempts(tx: Tx, pairKey: string, otherKeys: readonly string[]): Promise<void> {
  await sql`
    select from sign_in_throttles where key = any(${[pairKey, ...otherKeys]}::text[])
    order by key for update`.execute(tx);
  await sql`delete from sign_in_throttles where key = ${pairKey}`.execute(tx);
  await sql`
    update sign_in_throttles set failures = greatest(0, failures - 1)
    where key = any(${[...otherKeys]}::text[])`.execute(tx);
}

/** Takes one attempt that was no guess off each count. The counts are locked in key order, as `clearAttempts` does. */
export async function refundAttempt(db: Handle, keys: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select key from sign_in_throttles where key = any(${[...keys]}::text[]) order by key for update
    )
    update sign_in_throttles t set failures = greatest(0, t.failures - 1) from held where t.key = held.key`.execute(
    db,
  );
}

/** Deletes the counts of these keys. */
export async function deleteAttempts(db: Handle, keys: readonly string[]): Promise<void> {
  await sql`delete from sign_in_throttles where key = any(${[...keys]}::text[])`.execute(db);
}

/** Stores the hash of a reset link. It replaces the account's earlier link, which no longer works. */
export async function replaceReset(
  db: Handle,
  reset: {
    readonly userId: number;
    readonly tokenHash: Buffer;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await sql`
    insert into password_resets (user_id, token_hash, created_at, expires_at)
    values (${reset.userId}, ${reset.tokenHash}, ${reset.now}, ${reset.expiresAt})
    on conflict (user_id) do update set
      token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/** The account that a reset link is for; null where the link is unknown or has expired. */
export async function findReset(
  db: Handle,
  tokenHash: Buffer,
  now: Date,
): Promise<{ email: string; passwordHash: string | null } | null> {
  const { rows } = await sql<{ email: string; passwordHash: string | null }>`
    select u.email, u.password_hash as "passwordHash"
    from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Uses up a reset link.
 * @returns the account's id; null for a link that is unknown, used, replaced or out of date
 */
export async function takeReset(db: Handle, tokenHash: Buffer, now: Date): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id as "userId"`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Deletes the reset links that were mailed to an account. */
export async function deleteResets(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Deletes sessions that ended before an instant, counts of windows that have passed, and expired links. */
export async function deleteExpired(
  db: Handle,
  before: { readonly sessionsEnded: Date; readonly windowStart: Date; readonly now: Date },
): Promise<void> {
  await sql`delete from sessions where expires_at <= ${before.sessionsEnded}`.execute(db);
  await sql`delete from sign_in_throttles where first_failure_at <= ${before.windowStart}`.execute(db);
  await sql`delete from password_resets where expires_at <= ${before.now}`.execute(db);
  await sql`delete from sign_ups where expires_at <= ${before.now}`.execute(db);
}

/** Adds an account; one that has this email is left as it is. */
export async function insertUser(
  db: Handle,
  user: {
    readonly email: string;
    readonly passwordHash: string;
    readonly role: UserRole;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}

/**
 * The id of the account of this email.
 * @throws NoResultError where there is none
 */
export async function userIdOf(db: Handle, email: string): Promise<number> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return user.id;
}

/** Makes the account of this email a platform admin. False: there is none. */
export async function setPlatformAdmin(db: Handle, email: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin', updated_at: now })
    .where('email', '=', email)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const settingPassword = (tx: Tx, userId: number, passwordHash: string, now: Date) =>
  tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_expired: false, password_common: false, updated_at: now })
    .where('id', '=', userId);

/** Sets a password that has not expired. */
export async function setPassword(tx: Tx, userId: number, passwordHash: string, now: Date): Promise<void> {
  await settingPassword(tx, userId, passwordHash, now).execute();
}

/** The same, for an account that is known by its id alone. @returns its email */
export async function setNewPassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  now: Date,
): Promise<string> {
  const { email } = await settingPassword(tx, userId, passwordHash, now)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}

/**
 * Gives the account of this email its first password.
 * @returns its id; null where it has a password, or a second factor
 */
export async function setFirstPassword(
  tx: Tx,
  email: string,
  passwordHash: string | null,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update users set password_hash = ${passwordHash}, updated_at = ${now}
    where email = ${email} and password_hash is null and second_factor_on_at is null returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Keeps whether the password of an account is a common one. */
export async function setPasswordCommon(tx: Tx, userId: number, isCommon: boolean): Promise<void> {
  await tx.updateTable('users').set({ password_common: isCommon }).where('id', '=', userId).execute();
}

/** Marks the password of an account as expired. */
export async function setPasswordExpired(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_expired: true, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Somebody as the sister console knows them. */
export interface ConsolePerson {
  /** The console's own id of the person. */
  readonly id: string;
  readonly email: string;
}

export interface ConsoleUser {
  readonly id: number;
  readonly consoleUserId: string | null;
  readonly hasSecondFactor: boolean;
}

/** The account that a person of the console has here: the one that came from there before, else the one of the address. */
export async function findConsoleUser(db: Handle, person: ConsolePerson): Promise<ConsoleUser | null> {
  const { rows } = await sql<ConsoleUser>`
    select id, console_user_id as "consoleUserId", second_factor_on_at is not null as "hasSecondFactor"
    from users where console_user_id = ${person.id} or email = ${person.email}
    order by (console_user_id is not distinct from ${person.id}) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Keeps which person of the console an account belongs to, where it belongs to nobody there yet. */
export async function setConsoleUser(
  tx: Tx,
  userId: number,
  consoleUserId: string,
  now: Date,
): Promise<void> {
  await sql`
    update users set console_user_id = ${consoleUserId}, updated_at = ${now}
    where id = ${userId} and console_user_id is null`.execute(tx);
}
