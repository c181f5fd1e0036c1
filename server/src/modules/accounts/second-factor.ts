import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '@evenstock/contract/accounts/own-account';
import { message } from '@evenstock/contract/messages/message';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Purpose } from '../../platform/secrets/encryption.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { mailSecondFactorJob } from './account/accounts.jobs.ts';
import { secondFactorMail } from './account/accounts.mails.ts';
import { findUser, refundAttempt } from './account/accounts.queries.ts';
import { throttle, throttleKeysOf } from './passwords/throttle-sign-ins.ts';
import { proveOwner } from './sessions/prove-owner.ts';
import {
  clearSecondFactor,
  lockFactor,
  replaceRecoveryCodes,
  setSecondFactorOn,
  setStep,
  setUnconfirmedSecret,
  takeRecoveryCode,
  type Factor,
} from './second-factors.queries.ts';
import { hashToken } from './account/tokens.ts';

const PERIOD_SECONDS = 30;
/** The number of steps by which a telephone's clock may be off. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

/** Binds a sealed secret to its account: it cannot be opened for another. */
export const secondFactorPurpose = (userId: number): Purpose => ({
  text: `second factor of user ${String(userId)}`,
  storeId: null,
});

type FactorKey = 'user.second_factor_on' | 'user.second_factor_off';

function generator(secret: Secret, email: string): TOTP {
  return new TOTP({
    issuer: 'Evenstock',
    label: email,
    secret,
    period: PERIOD_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
  });
}

/**
 * Creates a new secret for an authenticator app. It replaces one that was never confirmed.
 * @throws Refusal 422 where the second factor is on, or the caller does not prove to be the account's owner
 */
export async function beginSecondFactor(
  ctx: Context,
  actor: Actor,
  currentPassword: string | undefined,
  address: string,
): Promise<{ secret: string; uri: string }> {
  await proveOwner(ctx, actor, currentPassword, address);
  const secret = new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer });
  const sealed = ctx.encryption.seal(secret.base32, secondFactorPurpose(actor.userId));
  if (!(await setUnconfirmedSecret(ctx.db, actor.userId, sealed, ctx.clock.now()))) {
    throw invalid('user', message('accounts.second_factor_on'));
  }
  return { secret: secret.base32, uri: generator(secret, actor.email).toString() };
}

/**
 * Switches the second factor on with a code of the new secret.
 * @returns the recovery codes; only their hashes are stored
 * @throws Refusal 422 for a wrong code or where nothing was begun, 429 after too many codes
 */
export async function switchSecondFactorOn(
  ctx: Context,
  actor: Actor,
  entry: string,
  address: string,
): Promise<string[]> {
  await throttleCodes(ctx, actor.email, address);
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const factor = await lockFactor(tx, actor.userId);
    if (factor.sealed === null || factor.onAt !== null) {
      throw invalid('user', message('accounts.second_factor_not_begun'));
    }
    if (!(await useStep(ctx, tx, actor.userId, factor, entry))) throw wrongCode();
    await refundCode(ctx, tx, actor.email);
    await setSecondFactorOn(tx, actor.userId, now);
    await replaceRecoveryCodes(tx, actor.userId, codes.map(hashToken));
    await note(tx, actor.userId, 'user.second_factor_on', now);
  });
  return codes;
}

/**
 * Switches the second factor off with one of its codes or a recovery code.
 * @throws Refusal 422 for a wrong code, 429 after too many codes
 */
export async function switchSecondFactorOff(
  ctx: Context,
  actor: Actor,
  entry: string,
  address: string,
): Promise<void> {
  await throttleCodes(ctx, actor.email, address);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await useCode(ctx, tx, actor, entry))) throw wrongCode();
    await clearSecondFactor(tx, actor.userId, now);
    await note(tx, actor.userId, 'user.second_factor_off', now);
  });
}

/** Counts an attempt at a code. @throws Refusal 429 after too many */
export async function throttleCodes(ctx: Context, email: string, address: string): Promise<void> {
  const { codes } = throttleKeysOf(ctx, email, address);
  await throttle(ctx, [{ kind: 'codes', key: codes }], 'accounts.too_many_codes');
}

/** Takes an attempt off that was no guess: its code was right. */
async function refundCode(ctx: Context, tx: Tx, email: string): Promise<void> {
  await refundAttempt(tx, [throttleKeysOf(ctx, email, '').codes]);
}

/** Asks for the code, or for another one. */
export function codeRequired(wasWrong: boolean): Refusal {
  const reason = wasWrong ? message('accounts.code_wrong') : message('accounts.code_needed');
  return new Refusal(401, reason, { flag: 'otp_required' });
}

/** Uses up a code of the app, or a recovery code. False: the code is wrong, or the second factor is off. */
export async function useCode(
  ctx: Context,
  tx: Tx,
  { userId, email }: Pick<Actor, 'userId' | 'email'>,
  entry: string,
): Promise<boolean> {
  const factor = await lockFactor(tx, userId);
  if (factor.onAt === null) return false;
  const isRight = /^\d{6}$/.test(entry.replaceAll(/\s/g, ''))
    ? await useStep(ctx, tx, userId, factor, entry)
    : await takeRecoveryCode(tx, userId, hashToken(plainCode(entry)));
  if (isRight) await refundCode(ctx, tx, email);
  return isRight;
}

async function useStep(
  ctx: Context,
  tx: Tx,
  userId: number,
  factor: Factor,
  entry: string,
): Promise<boolean> {
  if (factor.sealed === null) return false;
  const secret = Secret.fromBase32(ctx.encryption.open(factor.sealed, secondFactorPurpose(userId)));
  const timestamp = ctx.clock.now().getTime();
  const delta = generator(secret, '').validate({
    token: entry.replaceAll(/\s/g, ''),
    timestamp,
    window: STEPS_OFF,
  });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  if (factor.step !== null && step <= factor.step) return false;
  await setStep(tx, userId, step);
  return true;
}

const wrongCode = () => invalid('otp', message('accounts.code_wrong'));

/** Makes a code of sixteen letters and digits in groups of four. Base32 has no characters that look alike. */
function newRecoveryCode(): string {
  const letters = new Secret({
    buffer: Uint8Array.from(randomBytes(RECOVERY_BYTES)).buffer,
  }).base32.toLowerCase();
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** A recovery code as it was given out, however it was typed. */
function plainCode(entry: string): string {
  const letters = entry.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

async function note(tx: Tx, userId: number, key: FactorKey, at: Date): Promise<void> {
  const isOn = key === 'user.second_factor_on';
  await recordActivity(tx, {
    storeId: null,
    key,
    actor: { type: 'User', id: userId },
    recipient: { type: 'User', id: userId },
    before: { has_second_factor: !isOn },
    after: { has_second_factor: isOn },
    at,
  });
  await enqueue(tx, mailSecondFactorJob, { userId, isOn });
}

/** Mails the account's owner that the second factor was switched on or off. */
export async function mailSecondFactor(ctx: Context, userId: number, isOn: boolean): Promise<void> {
  const user = await findUser(ctx.db, userId);
  if (user === null) return;
  await mailPerson(ctx, { to: user.email }, secondFactorMail(user.email, isOn, ctx.settings.publicUrl));
}
