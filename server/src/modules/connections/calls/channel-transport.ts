import { message } from '@evenstock/contract/messages/message';
import { ChannelError, unavailable, unexpected } from '@evenstock/connectors/kit/errors';
import type { ChannelHttp, ChannelReply, ChannelRequest } from '@evenstock/connectors/kit/http';
import type { RateLimits, Urgency } from '@evenstock/connectors/kit/rate-limit';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { Context } from '../../../context.ts';
import { readLimited } from '../../../platform/network/read-limited.ts';
import { acquireTokens, pauseBucket, refundUnspent, type TokenRequest } from '../limits/rate-limiter.ts';

/** A Date header has whole seconds and takes time to arrive, so smaller clock differences are noise. */
const OFFSET_NOISE_MS = 1_500;
const HALF_A_SECOND = 500;
/**
 * The longest answer, in MiB. The longest that is asked for is a file of all items of a shop, about 100 MB for 200,000 of them;
 * whatever is longer would take the memory of every other call.
 */
const MAX_ANSWER_MIB = 128;

export interface TransportOptions {
  readonly channel: ChannelKind;
  readonly limits: RateLimits;
  readonly appId: string;
  /** The shop whose rate limits apply. A marketplace that is not connected yet is named by its id. */
  readonly shop: string;
  readonly urgency: Urgency;
  /** The channel's clock minus ours in milliseconds, as recorded. */
  readonly clockOffsetMs: number;
  /** Runs after the wait for tokens and before the request is sent; throws a ChannelError where it must not be sent any more. */
  readonly precondition?: (() => Promise<void>) | undefined;
}

export interface ChannelTransport extends ChannelHttp {
  /** The channel's clock minus ours in milliseconds, by the last replies. */
  clockOffsetMs(): number;
  /** Pauses the call group of the last request for every worker, after the marketplace answered that it is called too fast. */
  pause(seconds: number): Promise<void>;
}

/** Sends a connector's requests: through the rate limiter and the circuit breaker, with a time-out, and without redirects. */
export function openTransport(ctx: Context, options: TransportOptions): ChannelTransport {
  let offset = options.clockOffsetMs;
  let lastRequest: TokenRequest | null = null;
  const channelNow = (): Date => new Date(ctx.clock.now().getTime() + offset);

  return {
    now: channelNow,
    clockOffsetMs: () => offset,
    async pause(seconds) {
      if (lastRequest !== null) await pauseBucket(ctx, lastRequest, seconds);
    },
    async send(request) {
      const tokens = tokensFor(options, request);
      lastRequest = null;
      await acquireTokens(ctx, tokens);
      const release = await admitted(ctx, options, tokens);
      lastRequest = tokens;
      const began = channelNow();
      const { response, bytes } = await exchange(ctx, options.channel, request, release);
      const headers = Object.fromEntries(response.headers);
      offset = learnOffset(offset, headers['date'], began, channelNow());
      const text = new TextDecoder().decode(bytes);
      const reply: ChannelReply = {
        status: response.status,
        headers,
        text,
        bytes,
        began,
        ended: channelNow(),
      };
      const spent = request.spent?.(reply) ?? null;
      if (spent !== null) await refundUnspent(ctx, tokens, spent);
      return reply;
    },
  };
}

/**
 * Lets a call be sent, as its precondition and the circuit breaker do. One that is not sent gives its tokens back: some quotas are a
 * few calls an hour.
 */
async function admitted(
  ctx: Context,
  options: TransportOptions,
  tokens: TokenRequest,
): Promise<ReturnType<Context['circuitBreakers']['acquire']>> {
  try {
    await options.precondition?.();
    return ctx.circuitBreakers.acquire(options.channel, options);
  } catch (error) {
    await refundUnspent(ctx, tokens, 0);
    throw error;
  }
}

function tokensFor(options: TransportOptions, request: ChannelRequest): TokenRequest {
  const limit = options.limits[request.group];
  if (limit === undefined) throw new Error(`${options.channel} has no call group '${request.group}'.`);
  const scope = limit.scope === 'shop' ? [options.appId, options.shop] : [options.appId];
  return {
    key: [options.channel, ...scope, request.group].join(':'),
    limit,
    cost: request.cost ?? 1,
    urgency: options.urgency,
  };
}

async function exchange(
  ctx: Context,
  channel: ChannelKind,
  request: ChannelRequest,
  release: (wasAnswered: boolean) => void,
): Promise<{ response: Response; bytes: Uint8Array }> {
  const { label } = channels[channel];
  let wasAnswered = false;
  try {
    const response = await ctx.fetch(request.url, {
      method: request.method,
      headers: { ...request.headers },
      ...(request.body === undefined ? {} : { body: bodyOf(request.body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ctx.settings.channelTimeoutSeconds * 1000),
    });
    // The request carries credentials, so a redirect is not followed.
    if (response.status >= 300 && response.status < 400) {
      wasAnswered = true;
      throw unexpected(message('connections.redirected', { channel: label }));
    }
    const bytes = await readLimited(response, MAX_ANSWER_MIB * 1024 * 1024);
    // An answer that begins and never ends is none.
    wasAnswered = true;
    if (bytes === null) {
      throw unexpected(message('connections.answer_too_long', { channel: label, megabytes: MAX_ANSWER_MIB }));
    }
    return { response, bytes };
  } catch (error) {
    if (error instanceof ChannelError) throw error;
    const seconds = ctx.settings.channelTimeoutSeconds;
    throw unavailable(message('connections.no_answer', { channel: label, seconds }));
  } finally {
    release(wasAnswered);
  }
}

function bodyOf(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}

function learnOffset(known: number, date: string | undefined, began: Date, ended: Date): number {
  const reported = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(reported)) return known;
  const middle = (began.getTime() + ended.getTime()) / 2;
  const difference = reported + HALF_A_SECOND - middle;
  // The server set the header at an unknown moment of the call.
  const doubt = OFFSET_NOISE_MS + (ended.getTime() - began.getTime()) / 2;
  return Math.abs(difference) > doubt ? known + Math.round(difference) : known;
}
