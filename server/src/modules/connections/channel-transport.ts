import { ChannelError, unavailable, unexpected } from '@evenstock/connectors/kit/errors';
import type { ChannelHttp, ChannelReply, ChannelRequest } from '@evenstock/connectors/kit/http';
import type { RateLimits, Urgency } from '@evenstock/connectors/kit/rate-limit';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { awaitTurn, holdBack, settleTurn, type Turn } from './rate-limiter.ts';

/** A Date header counts whole seconds, and travels for a while: smaller differences are noise. */
const OFFSET_NOISE_MS = 1_500;
const HALF_A_SECOND = 500;

export interface TransportOptions {
  readonly channel: ChannelKind;
  readonly limits: RateLimits;
  readonly appId: string;
  /** The shop whose limits count; a marketplace that is not connected yet has one of its own by its id. */
  readonly shop: string;
  readonly urgency: Urgency;
  /** Channel's clock minus ours, as learnt before. */
  readonly clockOffsetMs: number;
  /** Asked when a request's turn has come, however long that took: throws a ChannelError where it must not leave any more. */
  readonly mayLeave?: (() => Promise<void>) | undefined;
}

export interface ChannelTransport extends ChannelHttp {
  /** Channel's clock minus ours, as the last answers told. */
  clockOffsetMs(): number;
  /** The marketplace said that we are too fast: holds the last call's group back, for every worker. */
  slowDown(seconds: number): Promise<void>;
}

/** How a connector's requests leave: in their turn, within the time-out, to the host asked for and no other. */
export function openTransport(ctx: Context, options: TransportOptions): ChannelTransport {
  let offset = options.clockOffsetMs;
  let lastTurn: Turn | null = null;
  const channelNow = (): Date => new Date(ctx.clock.now().getTime() + offset);

  return {
    now: channelNow,
    clockOffsetMs: () => offset,
    async slowDown(seconds) {
      if (lastTurn !== null) await holdBack(ctx, lastTurn, seconds);
    },
    async send(request) {
      const turn = turnOf(options, request);
      lastTurn = null;
      await awaitTurn(ctx, turn);
      await options.mayLeave?.();
      const release = ctx.circuitBreakers.acquire(options.channel, options);
      lastTurn = turn;
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
      if (spent !== null) await settleTurn(ctx, turn, spent);
      return reply;
    },
  };
}

function turnOf(options: TransportOptions, request: ChannelRequest): Turn {
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
    wasAnswered = true;
    // Credentials are in the request: they go nowhere else than where they were sent.
    if (response.status >= 300 && response.status < 400) {
      throw unexpected(`${label} answered with a redirect to another address.`);
    }
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    if (error instanceof ChannelError) throw error;
    throw unavailable(
      `${label} did not answer within ${String(ctx.settings.channelTimeoutSeconds)} seconds, or cannot be reached.`,
    );
  } finally {
    release(wasAnswered);
  }
}

function bodyOf(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? body : new Uint8Array(body);
}

function learnOffset(known: number, date: string | undefined, began: Date, ended: Date): number {
  const told = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return known;
  const middle = (began.getTime() + ended.getTime()) / 2;
  const difference = told + HALF_A_SECOND - middle;
  // When within a slow call it was stamped, nobody knows.
  const doubt = OFFSET_NOISE_MS + (ended.getTime() - began.getTime()) / 2;
  return Math.abs(difference) > doubt ? known + Math.round(difference) : known;
}
