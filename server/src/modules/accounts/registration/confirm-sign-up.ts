import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { invalid } from '../../../api/routing.ts';
import { throttle, throttleKeysOf, fairnessKeyOf } from '../passwords/throttle-sign-ins.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from '../sessions/open-session.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { findSignUpByLink, insertAccount, takeSignUp, type SignUp } from './sign-ups.queries.ts';
import { hashToken } from '../account/tokens.ts';

/**
 * Creates the account of a mailed link, makes the link invalid, and signs in. In another browser than the one that signed up, the
 * chosen password is required: otherwise a stranger could sign up with somebody's address and a password of their own.
 * @throws Refusal 422 for a link that is unknown, used, replaced or older than six hours; on `password` if it is missing or wrong;
 * 429 after too many tries
 */
export async function confirmSignUp(
  ctx: Context,
  entries: {
    readonly confirmation_token: string;
    readonly browser_key?: string | null | undefined;
    readonly password?: string | null | undefined;
  },
  visitor: Visitor,
): Promise<SignedInUser> {
  const tokenHash = hashToken(entries.confirmation_token);
  const signUp = await findSignUpByLink(ctx.db, tokenHash, ctx.clock.now());
  if (signUp === null) throw deadLink();
  await requireRegistrant(ctx, signUp, entries, visitor.address);
  const now = ctx.clock.now();
  const { userId, token } = await inTransaction(ctx.db, async (tx) => {
    if (!(await takeSignUp(tx, signUp, tokenHash))) throw deadLink();
    const { email, passwordHash, language } = signUp;
    const id = await insertAccount(tx, { email, passwordHash, language, now });
    if (id === null) throw invalid('confirmation_token', message('accounts.address_has_account'));
    await recordActivity(tx, {
      storeId: null,
      key: 'user.register',
      actor: { type: 'User', id },
      recipient: { type: 'User', id },
      at: now,
    });
    await ctx.emit(tx, { type: 'account.registered', userId: id, referralCode: signUp.referralCode });
    return { userId: id, token: await openSession(ctx, tx, id, visitor, signUp.ati) };
  });
  return withToken(ctx, userId, token);
}

async function requireRegistrant(
  ctx: Context,
  signUp: SignUp,
  entries: {
    readonly browser_key?: string | null | undefined;
    readonly password?: string | null | undefined;
  },
  address: string,
): Promise<void> {
  const key = entries.browser_key ?? '';
  if (key !== '' && signUp.browserKeyHash?.equals(hashToken(key)) === true) return;
  const password = entries.password ?? '';
  if (password === '') throw invalid('password', message('accounts.sign_up_password_needed'));
  const { pair, account } = throttleKeysOf(ctx, signUp.email, address);
  await throttle(ctx, [{ kind: 'pair', key: pair }], 'accounts.too_many_tries');
  if (!(await passwordMatches(password, signUp.passwordHash, fairnessKeyOf(account, address, false)))) {
    throw invalid('password', message('accounts.sign_up_password_wrong'));
  }
}

function deadLink() {
  return invalid('confirmation_token', message('accounts.sign_up_link_dead'));
}
