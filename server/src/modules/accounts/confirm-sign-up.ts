import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { invalid } from '../../api/routing.ts';
import { limitTries, tryNames, turnOf } from './limit-tries.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from './open-session.ts';
import { passwordMatches } from './passwords.ts';
import { findSignUpByLink, insertAccount, takeSignUp, type SignUp } from './sign-ups.queries.ts';
import { hashToken } from './tokens.ts';

/**
 * Makes the account of a mailed link, uses the link up, and signs in. Whoever only holds the mail must know the password that
 * was chosen: otherwise a stranger could sign up with somebody's address and a password of their own, and wait.
 * @throws Refusal 422 for a link that is unknown, used, replaced or older than six hours; beside `password` where it is missing
 *   or wrong; 429 after too many tries
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
    const id = await insertAccount(tx, { email: signUp.email, passwordHash: signUp.passwordHash, now });
    if (id === null) throw invalid('confirmation_token', 'This address has an account by now. Sign in.');
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
  if (password === '') throw invalid('password', 'Type the password that you chose when you signed up.');
  const { pair, account } = tryNames(ctx, signUp.email, address);
  await limitTries(ctx, [{ kind: 'pair', key: pair }], 'Too many tries.');
  if (!(await passwordMatches(password, signUp.passwordHash, turnOf(account, address, false)))) {
    throw invalid('password', 'This is not the password that was chosen when signing up.');
  }
}

function deadLink() {
  return invalid(
    'confirmation_token',
    'This link was used already, replaced by a newer one, or is older than 6 hours. Sign in, or sign up again.',
  );
}
