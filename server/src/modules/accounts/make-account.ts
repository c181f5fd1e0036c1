import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { invalid } from '../../api/routing.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { insertAccount } from './sign-ups.queries.ts';

/**
 * Makes the account of an address that was proved by a mailed link, or gives one without a password its first.
 * @throws Refusal 422 where the address has an account with a password: it signs in instead
 */
export async function makeAccount(
  ctx: Context,
  tx: Tx,
  email: string,
  passwordHash: string | null,
): Promise<number> {
  const now = ctx.clock.now();
  const made = await insertAccount(tx, { email, passwordHash, now });
  if (made !== null) {
    await recordActivity(tx, {
      storeId: null,
      key: 'user.register',
      actor: { type: 'User', id: made },
      recipient: { type: 'User', id: made },
      at: now,
    });
    return made;
  }
  const { rows } = await sql<{ id: number }>`
    update users set password_hash = ${passwordHash}, updated_at = ${now}
    where email = ${email} and password_hash is null and second_factor_on_at is null returning id`.execute(
    tx,
  );
  const [first] = rows;
  if (first === undefined) throw invalid('invitation_token', 'Sign in first, then accept.');
  return first.id;
}
