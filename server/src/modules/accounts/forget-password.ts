import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { mailResetJob } from './accounts.jobs.ts';
import { findUserByEmail, replaceReset } from './accounts.queries.ts';
import { resetMail } from './accounts.mails.ts';
import { limitTries, tryNames } from './limit-tries.ts';
import { RESET_LIFE } from './sign-in.rules.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Has a reset link mailed. Whether the address has an account is looked up by the job, never here: the answer and the
 * time that it takes tell nothing.
 * @throws Refusal 429 after too many requests
 */
export async function forgetPassword(ctx: Context, entry: string, address: string): Promise<void> {
  const email = entry.toLowerCase();
  const names = tryNames(ctx, email, address);
  await limitTries(
    ctx,
    [
      { kind: 'resetsOfAccount', key: names.resetsOfAccount },
      { kind: 'resetsFromAddress', key: names.resetsFromAddress },
    ],
    'Too many links were asked for. Look for the latest one in your inbox.',
  );
  await enqueue(ctx.db, mailResetJob, { email }, { key: `reset:${names.account}` });
}

/**
 * Makes a reset link and mails it, if the address has an account. Each mail has a link of its own, whose token exists
 * nowhere else; a mail that was not sent is tried again with a new one.
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
  await ctx.mail.send({
    to: user.email,
    ...resetMail(user.email, `${ctx.settings.publicUrl}/reset_password?reset_password_token=${token}`),
  });
}
