import { message } from '@evenstock/contract/messages/message';
import { throttled, unavailable, unexpected } from './errors.ts';
import { readJson } from './json.ts';

/** A request of a connector. Bodies are text or bytes that the connector encoded itself. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The call group in the connector's `limits`. */
  readonly group: string;
  /** The cost of the call in its group; 1 if absent. */
  readonly cost?: number;
  /** Reads the true cost from the answer, which the limiter then uses. Null where the answer does not report it. */
  readonly spent?: (reply: ChannelReply) => number | null;
}

export interface ChannelReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as bytes: for labels and compressed reports, which are not text. */
  readonly bytes: Uint8Array;
  /** On the channel's clock: the request was sent after `began`, the answer was complete by `ended`. */
  readonly began: Date;
  readonly ended: Date;
}

/** The transport to a marketplace. The server implements it with limiter, time-out, clock offset, SSRF guard and log. */
export interface ChannelHttp {
  /** Sends one request. Throws `unavailable` when no whole answer came, `throttled` when the limiter would wait long. */
  send(request: ChannelRequest): Promise<ChannelReply>;
  /** The present on the channel's clock (ours plus the offset learnt from its Date header). */
  now(): Date;
}

/** Parses a JSON reply. HTML, a truncated body or anything else that is not JSON is `unavailable` from 5xx, else `unexpected`. */
export function parseJson(reply: ChannelReply): unknown {
  if (reply.status === 429) throw throttled(retryAfterSeconds(reply) ?? 1);
  try {
    return readJson(reply.text);
  } catch {
    const reason = message('answers.not_json', { status: reply.status });
    throw reply.status >= 500 ? unavailable(reason) : unexpected(reason);
  }
}

/** The seconds of a Retry-After header, if it holds a number. */
export function retryAfterSeconds(reply: ChannelReply): number | null {
  const seconds = Number(reply.headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
