import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { invalid } from '../../../api/routing.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { setFirstPassword } from '../account/accounts.queries.ts';
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
  const known = await setFirstPassword(tx, email, passwordHash, now);
  if (known === null) throw invalid('invitation_token', message('accounts.sign_in_to_accept'));
  return known;
}
