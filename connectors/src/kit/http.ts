import { throttled, unavailable, unexpected } from './errors.ts';

/** What a connector sends. Bodies are text or bytes that the connector encoded itself. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Call group of the connector's `limits`. */
  readonly group: string;
  /** What the call costs in its group; 1 unless given. */
  readonly cost?: number;
  /** What it really took, where the answer tells; the limiter then reckons with that. Null: it does not tell. */
  readonly spent?: (reply: ChannelReply) => number | null;
}

export interface ChannelReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The same as it came: for labels and compressed reports, which are no text. */
  readonly bytes: Uint8Array;
  /** On the channel's clock: the request left after `began`, the answer was here by `ended`. */
  readonly began: Date;
  readonly ended: Date;
}

/** How connectors reach a marketplace. The server supplies it: limiter, time-out, clock offset, guard and log are behind it. */
export interface ChannelHttp {
  /** Sends one request. Throws `unavailable` when no whole answer came, `throttled` when the limiter says to wait long. */
  send(request: ChannelRequest): Promise<ChannelReply>;
  /** Now, on the channel's clock (ours plus the offset learnt from its Date header). */
  now(): Date;
}

/** Parses a reply's JSON body. HTML, a cut body or anything else that is not JSON is `unavailable` from 5xx, else `unexpected`. */
export function parseJson(reply: ChannelReply): unknown {
  if (reply.status === 429) throw throttled(retryAfterSeconds(reply) ?? 1);
  try {
    const value: unknown = JSON.parse(reply.text);
    return value;
  } catch {
    const what = `The marketplace answered ${String(reply.status)} with something that is not JSON.`;
    throw reply.status >= 500 ? unavailable(what) : unexpected(what);
  }
}

/** Seconds that a Retry-After header asks for, if it is there and a number. */
export function retryAfterSeconds(reply: ChannelReply): number | null {
  const seconds = Number(reply.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
