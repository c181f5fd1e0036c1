import { tokenCallsPerMinute, tokenPrefix, tokenScopes } from '@evenstock/contract/stores/access-tokens';
import { message } from '@evenstock/contract/messages/message';
import { Refusal } from '../../../api/routing.ts';
import type { Context } from '../../../context.ts';
import { countCall, findToken, markUsed } from './access-tokens.queries.ts';
import type { Caller } from '../sessions/identify-caller.ts';
import { hashToken } from '../account/tokens.ts';

const MINUTE = 60_000;

/** Whether a header holds an access token rather than the token of a session. */
export const isAccessToken = (token: string): boolean => token.startsWith(tokenPrefix);

/**
 * The person of an access token, as who may do no more than the token was given. Null for one that is unknown, revoked or out of date.
 * @throws Refusal 429 after too many calls in a minute
 */
export async function identifyToken(ctx: Context, token: string): Promise<Caller | null> {
  const now = ctx.clock.now();
  const found = await findToken(ctx.db, hashToken(token), now);
  if (found === null) return null;
  const minuteAgo = new Date(now.getTime() - MINUTE);
  const { calls, minute } = await countCall(ctx.db, found.id, now, minuteAgo);
  if (calls > tokenCallsPerMinute) {
    const seconds = Math.max(1, Math.ceil((minute.getTime() + MINUTE - now.getTime()) / 1000));
    throw new Refusal(429, message('tokens.too_many_calls', { count: seconds }), {
      retryAfterSeconds: seconds,
    });
  }
  if (found.lastUsedAt === null || found.lastUsedAt <= minuteAgo) {
    await markUsed(ctx.db, found.id, now, minuteAgo);
  }
  return {
    userId: found.userId,
    sessionId: 0,
    email: found.email,
    role: 'member',
    token: {
      id: found.id,
      storeId: found.storeId,
      scopes: tokenScopes.filter((scope) => found.scopes.includes(scope)),
    },
    passwordExpired: found.passwordExpired,
    hasSecondFactor: found.hasSecondFactor,
  };
}
