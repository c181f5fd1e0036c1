import { accessTo, pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { RecordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Access } from '../kit/access.ts';
import type { ChannelRequest } from '../kit/http.ts';

export const now = new Date(1_767_225_600_000);

/** What a shop answers to a call: its `data`, or how it is refused. */
export type Answer = { readonly data: unknown } | { readonly code: number; readonly message: string };

/** A shop's access, and what was asked of it. */
export interface RecordedShop {
  readonly access: Access;
  readonly http: RecordedHttp;
  /** Writes, in their order: method, path and body. */
  writes(): { call: string; body: unknown; key: string | null }[];
}

/** A shop that answers each call by its method and the end of its path; a call that the test does not know fails it. */
export function recordedShop(
  answers: Readonly<Record<string, Answer | ((request: ChannelRequest) => Answer)>>,
  region = 'SG',
): RecordedShop {
  const http = recordedHttp(now, (request) => {
    const found = Object.entries(answers).find(([call]) => isCall(request, call))?.[1];
    if (found === undefined) throw new Error(`no answer to ${request.method} ${pathOf(request)}`);
    const answer = typeof found === 'function' ? found(request) : found;
    return {
      body: 'data' in answer ? { code: 0, message: 'Success', ...answer } : { ...answer, data: null },
    };
  });
  const app = { id: 'k', secret: 's', hosts: { api: 'https://api.test' }, extra: {} };
  return {
    access: accessTo(app, http, { shopId: '7', extra: { cipher: 'c', region } }),
    http,
    writes: () => http.requests.filter(isWrite).map(summaryOf),
  };
}

function isCall(request: ChannelRequest, call: string): boolean {
  const [method, end = ''] = call.split(' ');
  return request.method === method && pathOf(request).endsWith(end);
}

const isWrite = (request: ChannelRequest): boolean =>
  request.method !== 'GET' && !pathOf(request).endsWith('/search');

function summaryOf(request: ChannelRequest) {
  const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : null;
  const key = new URL(request.url).searchParams.get('idempotency_key');
  return { call: `${request.method} ${pathOf(request)}`, body, key };
}
