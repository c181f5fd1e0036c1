import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import { sql } from 'kysely';
import type { Handle, Tx } from '../../../platform/database/database.ts';

export interface SignUp {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string;
  readonly browserKeyHash: Buffer | null;
  readonly referralCode: string | null;
  readonly ati: string | null;
  /** The language of the screen that it was asked for on. */
  readonly language: MailLanguage | null;
}

const columns = sql`id, email, password_hash as "passwordHash", browser_key_hash as "browserKeyHash",
  referral_code as "referralCode", ati, language`;

export async function insertSignUp(
  tx: Tx,
  signUp: Omit<SignUp, 'id'> & { readonly now: Date; readonly expiresAt: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('sign_ups')
    .values({
      email: signUp.email,
      password_hash: signUp.passwordHash,
      browser_key_hash: signUp.browserKeyHash,
      referral_code: signUp.referralCode,
      ati: signUp.ati,
      language: signUp.language,
      created_at: signUp.now,
      expires_at: signUp.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findSignUp(db: Handle, id: number, now: Date): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`
    select ${columns} from sign_ups where id = ${id} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** The sign-up that a mailed link stands for. */
export async function findSignUpByLink(db: Handle, tokenHash: Buffer, now: Date): Promise<SignUp | null> {
  const { rows } = await sql<SignUp>`
    select ${columns} from sign_ups where token_hash = ${tokenHash} and expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Stores the hash of a sign-up's link. It replaces an earlier link, which no longer works. */
export async function giveLink(db: Handle, id: number, tokenHash: Buffer): Promise<void> {
  await sql`update sign_ups set token_hash = ${tokenHash} where id = ${id}`.execute(db);
}

export async function deleteSignUp(db: Handle, id: number): Promise<void> {
  await sql`delete from sign_ups where id = ${id}`.execute(db);
}

/**
 * Uses up a link, and with it every other sign-up of its address. They are locked in id order, so that two links of one address
 * cannot deadlock. False: the link was used or replaced.
 */
export async function takeSignUp(tx: Tx, signUp: SignUp, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ id: number; tokenHash: Buffer | null }>`
    select id, token_hash as "tokenHash" from sign_ups where email = ${signUp.email} order by id for update`.execute(
    tx,
  );
  if (!rows.some((row) => row.id === signUp.id && row.tokenHash?.equals(tokenHash) === true)) return false;
  await sql`delete from sign_ups where email = ${signUp.email}`.execute(tx);
  return true;
}

/**
 * Makes an account.
 * @returns its id; null where the address has one already
 */
export async function insertAccount(
  tx: Tx,
  account: {
    readonly email: string;
    readonly passwordHash: string | null;
    readonly language?: MailLanguage | null;
    readonly now: Date;
  },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, password_hash, language, created_at, updated_at)
    values (${account.email}, ${account.passwordHash}, ${account.language ?? null}, ${account.now}, ${account.now})
    on conflict (email) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}
