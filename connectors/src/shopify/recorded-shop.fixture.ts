import type { Access } from '../kit/access.ts';
import { accessTo, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import type { ChannelRequest } from '../kit/http.ts';

export const now = new Date('2026-11-20T04:00:00Z');
const app = { id: 'k', secret: 's', hosts: { shop: 'https://{shop}.myshopify.com' }, extra: {} };
export const location = 'gid://shopify/Location/71';

type Variables = Readonly<Record<string, unknown>>;
/** `data` of an operation. */
export type Answer = (variables: Variables, count: number) => object;

export interface RecordedShop {
  readonly access: Access;
  readonly http: RecordedHttp;
  /** Variables of the calls of this operation, in order. */
  asked(operation: string): Variables[];
}

/** A shop whose operations, by name, answer as the test says; other addresses are files. */
export function recordedShop(
  answers: Readonly<Record<string, Answer>>,
  files: Readonly<Record<string, string>> = {},
): RecordedShop {
  const counts = new Map<string, number>();
  const http = recordedHttp(now, (request): Recorded => {
    const file = files[request.url];
    if (file !== undefined) return { body: file };
    const { operation, variables } = callOf(request);
    const count = counts.get(operation) ?? 0;
    counts.set(operation, count + 1);
    const answer = answers[operation];
    if (answer === undefined) return { body: { errors: [{ message: `nothing recorded for ${operation}` }] } };
    return { body: { data: answer(variables, count) } };
  });
  return {
    http,
    access: accessTo(app, http, {
      shopId: 'lion-city.myshopify.com',
      extra: { location, currency: 'SGD' },
    }),
    asked: (name) =>
      http.requests
        .filter((request) => request.method === 'POST')
        .map(callOf)
        .filter(({ operation }) => operation === name)
        .map(({ variables }) => variables),
  };
}

function callOf(request: ChannelRequest): { operation: string; variables: Variables } {
  const body = JSON.parse(String(request.body)) as { query: string; variables: Variables };
  return { operation: /^(?:query|mutation) (\w+)/.exec(body.query)?.[1] ?? '', variables: body.variables };
}

export const order = { number: '#1001', channelId: 'gid://shopify/Order/5', lines: [] };

export const ok =
  (field: string): Answer =>
  () => ({ [field]: { userErrors: [] } });
export const refusal =
  (field: string, message: string, code: string | null = null): Answer =>
  () => ({ [field]: { userErrors: [{ code, field: null, message }] } });
