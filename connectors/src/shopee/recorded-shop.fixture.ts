import type { Access } from '../kit/access.ts';
import { accessTo, pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import type { ChannelRequest } from '../kit/http.ts';

export const now = new Date(1_760_001_000_000);
const app = { id: '2000001', secret: 'k', hosts: { api: 'https://api.test' }, extra: {} };

/** The answer of a call: the value of `response`, or a whole recorded reply if it has a `body`. */
export type Answer = (request: ChannelRequest, count: number) => Recorded | object | null;

export interface RecordedShop {
  readonly access: Access;
  readonly http: RecordedHttp;
  /** JSON bodies of the calls to the path with this end, in order. */
  bodies(end: string): unknown[];
}

/** A shop that answers each path, named by its end, as the test says; a path without an answer fails as Shopee says it. */
export function recordedShop(answers: Readonly<Record<string, Answer>>): RecordedShop {
  const counts = new Map<string, number>();
  const http = recordedHttp(now, (request): Recorded => {
    const end = pathOf(request).split('/').at(-1) ?? '';
    const count = counts.get(end) ?? 0;
    counts.set(end, count + 1);
    const answer = answers[end]?.(request, count);
    if (answer === undefined) return refusal('error_param', `no answer recorded for ${end}`);
    if (answer !== null && 'body' in answer) return answer;
    return { body: { error: '', message: '', request_id: 'r', response: answer } };
  });
  return {
    http,
    access: accessTo(app, http, { shopId: '600001' }),
    bodies: (end) =>
      http.requests
        .filter((request) => pathOf(request).endsWith(`/${end}`))
        .map((request) => bodyOf(request)),
  };
}

/** An answer with an error (shopee.md 2.1). */
export function refusal(error: string, message: string, response: object = {}): { body: object } {
  return { body: { error, message, request_id: 'r', response } };
}

export function bodyOf(request: ChannelRequest): unknown {
  return typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
}

/** get_order_detail for one order in this state (shopee.md 4.1). */
export const orderIn =
  (status: string, more: object = {}, packages: readonly object[] = [{ package_number: 'OFG1' }]): Answer =>
  () => ({
    order_list: [
      {
        order_sn: '2510091ABCDEF0',
        region: 'SG',
        cod: false,
        order_status: status,
        is_buyer_shop_collection: false,
        item_list: [{ cancel_requested_qty: 0, cancelled_qty: 0 }],
        package_list: packages,
        ...more,
      },
    ],
  });

/** get_package_detail with these parcels (shopee.md 4). */
export const parcelsIn =
  (...parcels: readonly (readonly [string, string, boolean?])[]): Answer =>
  () => ({
    package_list: parcels.map(([package_number, fulfillment_status, is_shipment_arranged = false]) => ({
      package_number,
      fulfillment_status,
      is_shipment_arranged,
    })),
  });

export const order = { number: '2510091ABCDEF0', channelId: '2510091ABCDEF0', lines: [] };
