import type { Access } from '../kit/access.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { accessTo, pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';

export const now = new Date('2026-01-01T04:00:00Z');
const app = { id: '900001', secret: 's', hosts: { api: 'https://api.test/rest' }, extra: {} };

/** The fields of a reply beside `code`: `data`, `result`, or a `code` and `message` of its own. */
export type Answer = (asked: URLSearchParams, count: number) => object;

export interface RecordedSeller {
  readonly access: Access;
  readonly http: RecordedHttp;
  /** Business parameters of the calls of this path, in order. */
  asked(path: string): URLSearchParams[];
}

/** A seller whose calls, by path without `/rest`, return the test's answers. */
export function recordedSeller(answers: Readonly<Record<string, Answer>>): RecordedSeller {
  const counts = new Map<string, number>();
  const http = recordedHttp(now, (request): Recorded => {
    const path = lazadaPath(request);
    const count = counts.get(path) ?? 0;
    counts.set(path, count + 1);
    const answer = answers[path];
    if (answer === undefined) return { body: { code: 'NoAnswer', message: `nothing recorded for ${path}` } };
    return { body: { code: '0', request_id: 'r', ...answer(parametersOf(request), count) } };
  });
  return {
    http,
    access: accessTo(app, http, { shopId: '1001', extra: { country: 'sg' } }),
    asked: (path) =>
      http.requests.filter((request) => lazadaPath(request) === path).map((request) => parametersOf(request)),
  };
}

const lazadaPath = (request: ChannelRequest): string => pathOf(request).replace('/rest', '');

function parametersOf(request: ChannelRequest): URLSearchParams {
  return typeof request.body === 'string'
    ? new URLSearchParams(request.body)
    : new URL(request.url).searchParams;
}

/** A parameter that holds JSON. */
export function jsonOf(asked: URLSearchParams | undefined, name: string): unknown {
  return JSON.parse(asked?.get(name) ?? 'null');
}

export const order = { number: '100200300400', channelId: '100200300400', lines: [] };

/** /order/items/get with units in these states (lazada.md 4). */
export const unitsIn =
  (...units: readonly (string | readonly [string, object])[]): Answer =>
  () => ({
    data: units.map((unit, index) => {
      const [status, more] = typeof unit === 'string' ? [unit, {}] : unit;
      return { order_item_id: 100200300401 + index, sku_id: '222', status, package_id: '', ...more };
    }),
  });

export const line = (...unitIds: readonly string[]) => ({ lineId: '222', unitIds, units: unitIds.length });
