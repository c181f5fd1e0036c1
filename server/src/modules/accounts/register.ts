import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { mailSignUpJob } from './accounts.jobs.ts';
import { alreadyRegisteredMail, confirmationMail } from './accounts.mails.ts';
import { findUserByEmail } from './accounts.queries.ts';
import { limitTries, tryNames } from './limit-tries.ts';
import { hashPassword } from './passwords.ts';
import { CONFIRMATION_LIFE } from './sign-in.rules.ts';
import { findSignUp, forgetSignUp, giveLink, insertSignUp } from './sign-ups.queries.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Keeps what was entered and has a link mailed. Whether the address has an account is looked up by the job, never here: the
 * answer and the time that it takes tell nothing.
 * @throws Refusal 403 where the installation lets nobody sign up, 429 after too many sign-ups
 */
export async function register(
  ctx: Context,
  entries: {
    readonly email: string;
    readonly password: string;
    readonly code?: string | null | undefined;
    readonly browser_key?: string | null | undefined;
    readonly ati?: string | null | undefined;
  },
  address: string,
): Promise<void> {
  if (!ctx.settings.signupOpen) {
    throw new Refusal(403, 'Signing up is closed here. Ask for an invitation to a store.');
  }
  const email = entries.email.toLowerCase();
  const names = tryNames(ctx, email, address);
  await limitTries(
    ctx,
    [
      { kind: 'signUpsOfAccount', key: names.signUpsOfAccount },
      { kind: 'signUpsFromAddress', key: names.signUpsFromAddress },
    ],
    'Too many sign-ups. Look for the mail in your inbox.',
  );
  const passwordHash = await hashPassword(entries.password);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const signUpId = await insertSignUp(tx, {
      email,
      passwordHash,
      browserKeyHash: (entries.browser_key ?? '') === '' ? null : hashToken(String(entries.browser_key)),
      referralCode: entries.code ?? null,
      ati: entries.ati ?? null,
      now,
      expiresAt: new Date(now.getTime() + CONFIRMATION_LIFE),
    });
    await enqueue(tx, mailSignUpJob, { signUpId });
  });
}

/**
 * Mails the link of a sign-up, whose token exists nowhere else; a mail that was not sent is tried again with a new one. An
 * address that has an account is told so instead, and what was entered is forgotten.
 */
export async function mailSignUp(ctx: Context, signUpId: number): Promise<void> {
  const signUp = await findSignUp(ctx.db, signUpId, ctx.clock.now());
  if (signUp === null) return;
  const { publicUrl } = ctx.settings;
  if ((await findUserByEmail(ctx.db, signUp.email)) !== null) {
    await ctx.mail.send({ to: signUp.email, ...alreadyRegisteredMail(signUp.email, publicUrl) });
    await forgetSignUp(ctx.db, signUpId);
    return;
  }
  const token = newToken();
  await giveLink(ctx.db, signUpId, hashToken(token));
  const url = `${publicUrl}/confirm_sign_up?confirmation_token=${token}`;
  await ctx.mail.send({ to: signUp.email, ...confirmationMail(url) });
}
