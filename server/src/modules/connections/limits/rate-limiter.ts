import { message } from '@evenstock/contract/messages/message';
import { heldBack } from '@evenstock/connectors/kit/errors';
import type { RateLimit, Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../../context.ts';
import { reserveTokens, drainTokens, refundTokens, readTokens, takeTokens } from './rate-buckets.queries.ts';
import { reserveAfter, reserveFor, waitFor } from './rate-limit.rules.ts';

/** The longest that a caller waits for tokens. A job that would wait longer is retried later. */
const MAX_WAIT_MS = 10_000;

/** The tokens that a call needs, and from which bucket. */
export interface TokenRequest {
  readonly key: string;
  readonly limit: RateLimit;
  readonly cost: number;
  readonly urgency: Urgency;
}

/**
 * Acquires the tokens of a call from a token bucket that all workers and machines share; waits until they are there. Stock decreases
 * may use the bucket's reserve. A call that has waited longer than `reserveAfter` reserves its tokens in advance.
 * @throws ChannelError throttled, and ours, where the wait would be longer than ten seconds
 */
export async function acquireTokens(ctx: Pick<Context, 'db' | 'clock'>, tokens: TokenRequest): Promise<void> {
  const { key, limit, urgency } = tokens;
  const cost = Math.min(tokens.cost, limit.burst);
  const reserve = reserveFor(urgency, limit, cost);
  const began = ctx.clock.now().getTime();
  for (;;) {
    const now = ctx.clock.now();
    if (await takeTokens(ctx.db, key, limit, cost, reserve, now)) return;
    const available = await readTokens(ctx.db, key, limit, now);
    if (available >= cost + reserve) continue;
    const wait = waitFor(cost + reserve, available, limit);
    if (now.getTime() + wait - began > MAX_WAIT_MS) {
      throw heldBack(wait / 1000, message('connections.many_calls'));
    }
    const mayReserve = now.getTime() - began >= reserveAfter[urgency];
    // The urgency's reserve is reserved too: a vendor may require more tokens beforehand than the call takes.
    const reserved = mayReserve ? await reserveTokens(ctx.db, key, limit, cost + reserve, now) : null;
    await ctx.clock.sleep(reserved === null ? wait : waitFor(0, reserved, limit));
    if (reserved !== null) {
      await refundTokens(ctx.db, key, limit, reserve);
      return;
    }
  }
}

/** Corrects the bucket by the vendor's own figure: refunds what a call did not spend, or takes what it spent beyond its cost. */
export async function refundUnspent(
  ctx: Pick<Context, 'db'>,
  tokens: TokenRequest,
  spent: number,
): Promise<void> {
  const cost = Math.min(tokens.cost, tokens.limit.burst);
  if (spent !== cost) await refundTokens(ctx.db, tokens.key, tokens.limit, cost - spent);
}

/** Pauses all calls of a bucket for some seconds, after the marketplace answered that it is called too fast. */
export async function pauseBucket(
  ctx: Pick<Context, 'db' | 'clock'>,
  tokens: Pick<TokenRequest, 'key' | 'limit'>,
  seconds: number,
): Promise<void> {
  await drainTokens(ctx.db, tokens.key, tokens.limit, seconds, ctx.clock.now());
}
