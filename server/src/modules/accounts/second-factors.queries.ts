import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

/** The second factor of an account. */
export interface Factor {
  readonly sealed: Buffer | null;
  /** Null: it is off, or was never confirmed. */
  readonly onAt: Date | null;
  /** The time step of the last code that was used. */
  readonly step: number | null;
}

/** Reads the second factor of an account and locks its row, so that a code is used once. */
export async function lockFactor(tx: Tx, userId: number): Promise<Factor> {
  const { rows } = await sql<Factor>`
    select second_factor_sealed as sealed, second_factor_on_at as "onAt", second_factor_step as step
    from users where id = ${userId} for no key update`.execute(tx);
  return rows[0] ?? { sealed: null, onAt: null, step: null };
}

/** Keeps a secret that is not confirmed yet. False: the second factor is on. */
export async function setUnconfirmedSecret(
  db: Handle,
  userId: number,
  sealed: Buffer,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ second_factor_sealed: sealed, second_factor_step: null, updated_at: now })
    .where('id', '=', userId)
    .where('second_factor_on_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows !== 0n;
}

/** Switches the second factor of an account on. */
export async function setSecondFactorOn(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`update users set second_factor_on_at = ${now}, updated_at = ${now} where id = ${userId}`.execute(
    tx,
  );
}

/** Switches the second factor of an account off, and deletes its secret and its recovery codes. */
export async function clearSecondFactor(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`
      update users set second_factor_on_at = null, second_factor_sealed = null, second_factor_step = null, updated_at = ${now}
      where id = ${userId}`.execute(tx);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
}

/** Keeps the hashes of new recovery codes; earlier ones no longer work. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Uses up a recovery code. False: the account has none of this hash. */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Keeps the time step of the code that was used, so that neither it nor an earlier one is used again. */
export async function setStep(tx: Tx, userId: number, step: number): Promise<void> {
  await sql`update users set second_factor_step = ${step} where id = ${userId}`.execute(tx);
}
