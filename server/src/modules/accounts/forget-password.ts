import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { mailResetJob } from './account/accounts.jobs.ts';
import { findUserByEmail, replaceReset } from './account/accounts.queries.ts';
import { resetMail } from './account/accounts.mails.ts';
import { throttle, throttleKeysOf } from './passwords/throttle-sign-ins.ts';
import { RESET_LIFE } from './passwords/sign-in.rules.ts';
import { hashToken, newToken } from './account/tokens.ts';

/**
 * Enqueues the mail with a reset link. Only the job looks up whether the address has an account, so that neither the answer nor
 * its timing reveals it.
 * @throws Refusal 429 after too many requests
 */
export async function forgetPassword(ctx: Context, entry: string, address: string): Promise<void> {
  const email = entry.toLowerCase();
  const keys = throttleKeysOf(ctx, email, address);
  await throttle(
    ctx,
    [
      { kind: 'resetsOfAccount', key: keys.resetsOfAccount },
      { kind: 'resetsFromAddress', key: keys.resetsFromAddress },
    ],
    'accounts.too_many_links',
  );
  await enqueue(ctx.db, mailResetJob, { email }, { key: `reset:${keys.account}` });
}

/**
 * Makes a reset link and mails it, if the address has an account. The token is in the mail alone, so each attempt to send has a
 * new one.
 */
export async function mailReset(ctx: Context, email: string): Promise<void> {
  const user = await findUserByEmail(ctx.db, email);
  if (user === null) return;
  const token = newToken();
  const now = ctx.clock.now();
  await replaceReset(ctx.db, {
    userId: user.id,
    tokenHash: hashToken(token),
    now,
    expiresAt: new Date(now.getTime() + RESET_LIFE),
  });
  const url = `${ctx.settings.publicUrl}/reset_password?reset_password_token=${token}`;
  await mailPerson(ctx, { to: user.email }, resetMail(user.email, url));
}
