import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { Refusal } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import { mailSignUpJob } from '../account/accounts.jobs.ts';
import { alreadyRegisteredMail, confirmationMail } from '../account/accounts.mails.ts';
import { findUserByEmail } from '../account/accounts.queries.ts';
import { throttle, throttleKeysOf } from '../passwords/throttle-sign-ins.ts';
import { hashNewPassword } from '../passwords/passwords.ts';
import { CONFIRMATION_LIFE } from '../passwords/sign-in.rules.ts';
import { findSignUp, deleteSignUp, giveLink, insertSignUp } from './sign-ups.queries.ts';
import { hashToken, newToken } from '../account/tokens.ts';

/**
 * Stores a sign-up and enqueues the mail with its link. Only the job looks up whether the address has an account, so that neither
 * the answer nor its timing reveals it.
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
    readonly language?: MailLanguage | null | undefined;
  },
  address: string,
): Promise<void> {
  if (!ctx.settings.signupOpen) {
    throw new Refusal(403, message('accounts.sign_up_closed'));
  }
  const email = entries.email.toLowerCase();
  const keys = throttleKeysOf(ctx, email, address);
  await throttle(
    ctx,
    [
      { kind: 'signUpsOfAccount', key: keys.signUpsOfAccount },
      { kind: 'signUpsFromAddress', key: keys.signUpsFromAddress },
    ],
    'accounts.too_many_sign_ups',
  );
  const passwordHash = await hashNewPassword(entries.password);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const signUpId = await insertSignUp(tx, {
      email,
      passwordHash,
      browserKeyHash: (entries.browser_key ?? '') === '' ? null : hashToken(String(entries.browser_key)),
      referralCode: entries.code ?? null,
      ati: entries.ati ?? null,
      language: entries.language ?? null,
      now,
      expiresAt: new Date(now.getTime() + CONFIRMATION_LIFE),
    });
    await enqueue(tx, mailSignUpJob, { signUpId });
  });
}

/**
 * Mails the link of a sign-up. The token is in the mail alone, so each attempt to send has a new one. An address that has an
 * account gets another mail instead, and the sign-up is deleted.
 */
export async function mailSignUp(ctx: Context, signUpId: number): Promise<void> {
  const signUp = await findSignUp(ctx.db, signUpId, ctx.clock.now());
  if (signUp === null) return;
  const { publicUrl } = ctx.settings;
  const reader = { to: signUp.email, otherwise: signUp.language };
  if ((await findUserByEmail(ctx.db, signUp.email)) !== null) {
    await mailPerson(ctx, reader, alreadyRegisteredMail(signUp.email, publicUrl));
    await deleteSignUp(ctx.db, signUpId);
    return;
  }
  const token = newToken();
  await giveLink(ctx.db, signUpId, hashToken(token));
  const url = `${publicUrl}/confirm_sign_up?confirmation_token=${token}`;
  await mailPerson(ctx, reader, confirmationMail(url));
}
