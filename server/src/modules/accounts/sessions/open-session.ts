import type { User } from '@evenstock/contract/accounts/accounts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { describeBrowser } from './browser.rules.ts';
import { describeUser } from '../account/describe-user.ts';
import { insertSession, noteSignIn } from './sessions.queries.ts';
import { SESSION_LIFE } from '../passwords/sign-in.rules.ts';
import { addressPrint } from '../passwords/throttle-sign-ins.ts';
import { hashToken, newToken } from '../account/tokens.ts';

/** Where somebody signs in from. */
export interface Visitor {
  readonly address: string;
  /** `User-Agent` */
  readonly agent: string | null;
}

export type SignedInUser = User & { authentication_token: string };

/**
 * Opens a session, in the transaction that admitted the caller. It calls off a requested deletion of the account.
 * @param ati value of the browser's tracking cookie, if it has one
 * @returns the session's token, which exists nowhere else
 */
export async function openSession(
  ctx: Context,
  tx: Tx,
  userId: number,
  visitor: Visitor,
  ati: string | null = null,
): Promise<string> {
  const token = newToken();
  const now = ctx.clock.now();
  await insertSession(tx, {
    userId,
    tokenHash: hashToken(token),
    addressPrint: addressPrint(ctx, visitor.address),
    browser: describeBrowser(visitor.agent),
    now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE),
  });
  const deletionRequestedAt = await noteSignIn(tx, userId, ati, now);
  if (deletionRequestedAt !== null) {
    await recordActivity(tx, {
      storeId: null,
      key: 'user.keep',
      actor: { type: 'User', id: userId },
      recipient: { type: 'User', id: userId },
      before: { deletion_requested_at: deletionRequestedAt.toISOString() },
      after: { deletion_requested_at: null },
      at: now,
    });
  }
  return token;
}

/** The account in the reply to a sign-in. */
export async function withToken(
  ctx: Context,
  userId: number,
  authentication_token: string,
): Promise<SignedInUser> {
  return { ...(await describeUser(ctx, userId)), authentication_token };
}
