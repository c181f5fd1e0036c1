import type { Access, AppKeys, Credentials } from './access.ts';
import type { ChannelHttp, ChannelReply, ChannelRequest } from './http.ts';

/** A test's answer to one request: text or bytes as they came, or a value that is sent as JSON. */
export interface Recorded {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface RecordedHttp extends ChannelHttp {
  readonly requests: ChannelRequest[];
}

/** A transport that hands each request to the test, with a stopped clock. */
export function recordedHttp(
  now: Date,
  answer: (request: ChannelRequest, count: number) => Recorded,
): RecordedHttp {
  const requests: ChannelRequest[] = [];
  return {
    requests,
    now: () => now,
    send(request) {
      const recorded = answer(request, requests.length);
      requests.push(request);
      const bytes = bytesOf(recorded.body);
      const reply: ChannelReply = {
        status: recorded.status ?? 200,
        headers: recorded.headers ?? {},
        text: new TextDecoder().decode(bytes),
        bytes,
        began: now,
        ended: now,
      };
      return Promise.resolve(reply);
    },
  };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Access for a test: these keys, this shop, that transport. */
export function accessTo(
  app: AppKeys,
  http: ChannelHttp,
  credentials: Partial<Credentials> & Pick<Credentials, 'shopId'>,
): Access {
  const base = { accessToken: 'token', accessExpiresAt: null, refreshToken: null, refreshExpiresAt: null };
  return { app, http, credentials: { ...base, extra: {}, ...credentials } };
}

/** The path of a request's address. */
export const pathOf = (request: ChannelRequest): string => new URL(request.url).pathname;

/** A query parameter of a request's address. */
export const queryOf = (request: ChannelRequest, name: string): string | null =>
  new URL(request.url).searchParams.get(name);
