import { message } from '@evenstock/contract/messages/message';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ConsoleKeys, Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { notFound, Refusal } from '../../api/routing.ts';
import { findConsoleUser, setConsoleUser, type ConsolePerson } from './account/accounts.queries.ts';
import { openSession, withToken, type SignedInUser, type Visitor } from './sessions/open-session.ts';
import { codeRequired, throttleCodes, useCode } from './second-factor.ts';
import { insertAccount } from './registration/sign-ups.queries.ts';

const TIMEOUT_MS = 10_000;

const payloadSchema = z.object({ user_id: z.string(), email: z.string(), expires_at: z.number() });
const redeemedSchema = z.object({ user: z.object({ id: z.string(), email: z.string() }) });

interface Entries {
  readonly id: string;
  readonly email: string;
  readonly otp?: string | undefined;
  readonly ati?: string | null | undefined;
}

/**
 * Signs in a person of the sister console by its signed login session, which the console redeems once. An account that does not
 * exist here yet is created.
 * @throws Refusal 404 without a console, 401 'Login Failed' for a login session that is not good, 409 where the console is away
 */
export async function signInFromConsole(
  ctx: Context,
  entries: Entries,
  loginSession: string,
  visitor: Visitor,
): Promise<SignedInUser> {
  if (ctx.console === null) throw notFound('console');
  const person = { id: entries.id, email: entries.email.toLowerCase() };
  if (!isSignedFor(ctx.console, loginSession, person, ctx.clock.now())) throw failed();

  const known = await findConsoleUser(ctx.db, person);
  const code = entries.otp ?? '';
  // A login session can be redeemed once, so the code must be there first.
  if (known?.hasSecondFactor === true && code === '') throw codeRequired(false);
  if (known?.hasSecondFactor === true) await throttleCodes(ctx, person.email, visitor.address);
  await redeem(ctx, ctx.console, loginSession, person);

  const { userId, token } = await inTransaction(ctx.db, async (tx) => {
    const id = await findOrCreateAccount(ctx, tx, person);
    if (
      known?.hasSecondFactor === true &&
      !(await useCode(ctx, tx, { userId: id, email: person.email }, code))
    ) {
      throw new Refusal(401, message('accounts.console_code_wrong'));
    }
    return { userId: id, token: await openSession(ctx, tx, id, visitor, entries.ati ?? null) };
  });
  return withToken(ctx, userId, token);
}

const failed = (): Refusal => new Refusal(401, message('accounts.login_failed'));

/** Whether the login session was signed by the console for this person and has not expired. */
function isSignedFor(keys: ConsoleKeys, loginSession: string, person: ConsolePerson, now: Date): boolean {
  const [body = '', signature = '', ...more] = loginSession.split('.');
  if (more.length > 0) return false;
  const expected = createHmac('sha256', keys.secret).update(body).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const payload = payloadSchema.safeParse(readJson(Buffer.from(body, 'base64url').toString('utf8')));
  return (
    payload.success &&
    payload.data.expires_at * 1000 > now.getTime() &&
    payload.data.user_id === person.id &&
    payload.data.email.toLowerCase() === person.email
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Has the console redeem a login session. Redirects are not followed, as the request carries the secret. */
async function redeem(
  ctx: Context,
  keys: ConsoleKeys,
  loginSession: string,
  person: ConsolePerson,
): Promise<void> {
  let answer: Response;
  try {
    answer = await ctx.fetch(`${keys.url}/api/login_sessions/redeem`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { authorization: `Bearer ${keys.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ login_session: loginSession }),
    });
  } catch {
    throw away();
  }
  if (answer.status === 404) throw failed();
  if (!answer.ok) throw away();
  const redeemed = redeemedSchema.safeParse(readJson(await answer.text().catch(() => '')));
  if (!redeemed.success) throw away();
  const { id, email } = redeemed.data.user;
  if (id !== person.id || email.toLowerCase() !== person.email) throw failed();
}

const away = (): Refusal => new Refusal(409, message('accounts.console_away'));

/** @throws Refusal 401 where the address belongs to another person of the console */
async function findOrCreateAccount(ctx: Context, tx: Tx, person: ConsolePerson): Promise<number> {
  const now = ctx.clock.now();
  const made = await findConsoleUser(tx, person).then((found) =>
    found === null ? insertAccount(tx, { email: person.email, passwordHash: null, now }) : null,
  );
  if (made !== null) {
    await recordActivity(tx, {
      storeId: null,
      key: 'user.register',
      actor: { type: 'User', id: made },
      recipient: { type: 'User', id: made },
      at: now,
    });
    await ctx.emit(tx, { type: 'account.registered', userId: made, referralCode: null });
  }
  const found = await findConsoleUser(tx, person);
  if (found === null || (found.consoleUserId !== null && found.consoleUserId !== person.id)) throw failed();
  await setConsoleUser(tx, found.id, person.id, now);
  return found.id;
}
