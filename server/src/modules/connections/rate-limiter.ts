import { throttled } from '@evenstock/connectors/kit/errors';
import type { RateLimit, Urgency } from '@evenstock/connectors/kit/rate-limit';
import type { Context } from '../../context.ts';
import { bookTokens, drainTokens, giveBackTokens, readTokens, takeTokens } from './rate-buckets.queries.ts';
import { patience, reserveFor, waitFor } from './rate-limit.rules.ts';

/** A caller waits at most so long for its turn; a job that would wait longer comes again later. */
const LONGEST_WAIT_MS = 10_000;

export interface Turn {
  readonly key: string;
  readonly limit: RateLimit;
  readonly cost: number;
  readonly urgency: Urgency;
}

/**
 * Waits until a call may be made, over all workers and machines. Decreases of stock may use the last tokens, and overtake; who was
 * overtaken for long is next.
 * @throws ChannelError throttled when the wait would be long
 */
export async function awaitTurn(ctx: Pick<Context, 'db' | 'clock'>, turn: Turn): Promise<void> {
  const { key, limit, urgency } = turn;
  const cost = Math.min(turn.cost, limit.burst);
  const reserve = reserveFor(urgency, limit, cost);
  const began = ctx.clock.now().getTime();
  for (;;) {
    const now = ctx.clock.now();
    if (await takeTokens(ctx.db, key, limit, cost, reserve, now)) return;
    const available = await readTokens(ctx.db, key, limit, now);
    if (available >= cost + reserve) continue;
    const wait = waitFor(cost + reserve, available, limit);
    if (now.getTime() + wait - began > LONGEST_WAIT_MS) {
      throw throttled(wait / 1000, 'Many calls to this marketplace are waiting for their turn.');
    }
    const isNext = now.getTime() - began >= patience[urgency];
    // The reserve as well: a vendor may ask for more beforehand than the call takes.
    const booked = isNext ? await bookTokens(ctx.db, key, limit, cost + reserve, now) : null;
    await ctx.clock.sleep(booked === null ? wait : waitFor(0, booked, limit));
    if (booked !== null) {
      await giveBackTokens(ctx.db, key, limit, reserve);
      return;
    }
  }
}

/** The vendor told what a call really took: its bucket holds so much more, or less, than was thought. */
export async function settleTurn(ctx: Pick<Context, 'db'>, turn: Turn, spent: number): Promise<void> {
  const cost = Math.min(turn.cost, turn.limit.burst);
  if (spent !== cost) await giveBackTokens(ctx.db, turn.key, turn.limit, cost - spent);
}

/** Holds everybody back for so long: the marketplace said that we are too fast. */
export async function holdBack(
  ctx: Pick<Context, 'db' | 'clock'>,
  turn: Pick<Turn, 'key' | 'limit'>,
  seconds: number,
): Promise<void> {
  await drainTokens(ctx.db, turn.key, turn.limit, seconds, ctx.clock.now());
}
