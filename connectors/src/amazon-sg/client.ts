import { message } from '@evenstock/contract/messages/message';
import { rejected, throttled, unauthorised, unavailable, undocumented } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply, ChannelRequest } from '../kit/http.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import { bareFailure, failure } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Amazon Selling Partner API for Amazon.sg (amazon-sg.md 1, 2). Requests need no signature since October 2023.
 * Hosts: `api` (https://sellingpartnerapi-fe.amazon.com), `auth` (https://api.amazon.com, Login with Amazon) and `seller`
 * (https://sellercentral.amazon.sg). Extra: `application_id` (amzn1.sp.solution.…), by which the seller's consent is asked.
 */

/** Amazon.sg: the one marketplace of this channel, and its currency (amazon-sg.md 1). */
export const marketplaceId = 'A19VAU5U5O7RUS';
export const currency = 'SGD';

/** amazon-sg.md 1: the form `AppName/Version (Language=…)` is compulsory. */
const userAgent = 'Evenstock/1.0 (Language=TypeScript)';

/** amazon-sg.md 2: a bucket for each application, seller and operation. */
export const limits = {
  searchOrders: { perSecond: 0.0056, burst: 20, scope: 'shop' },
  getOrder: { perSecond: 0.5, burst: 30, scope: 'shop' },
  confirmShipment: { perSecond: 2, burst: 10, scope: 'shop' },
  updateShipmentStatus: { perSecond: 5, burst: 15, scope: 'shop' },
  getListingsItem: { perSecond: 5, burst: 10, scope: 'shop' },
  searchListingsItems: { perSecond: 5, burst: 5, scope: 'shop' },
  patchListingsItem: { perSecond: 5, burst: 5, scope: 'shop' },
  deleteListingsItem: { perSecond: 5, burst: 5, scope: 'shop' },
  createReport: { perSecond: 0.0167, burst: 15, scope: 'shop' },
  getReports: { perSecond: 0.0222, burst: 10, scope: 'shop' },
  getReport: { perSecond: 2, burst: 15, scope: 'shop' },
  getReportDocument: { perSecond: 0.0167, burst: 15, scope: 'shop' },
  createFeedDocument: { perSecond: 0.5, burst: 15, scope: 'shop' },
  createFeed: { perSecond: 0.0083, burst: 15, scope: 'shop' },
  getFeeds: { perSecond: 0.0222, burst: 10, scope: 'shop' },
  getFeed: { perSecond: 2, burst: 15, scope: 'shop' },
  getFeedDocument: { perSecond: 0.0222, burst: 10, scope: 'shop' },
  getMarketplaceParticipations: { perSecond: 0.016, burst: 15, scope: 'shop' },
  // Undocumented: presigned addresses and Login with Amazon have no published limit.
  documents: { perSecond: 5, burst: 10, scope: 'shop' },
  login: { perSecond: 5, burst: 10, scope: 'app' },
} as const satisfies RateLimits;

type Group = keyof typeof limits;
/** The operations, by their names in the vendor's models. */
export type Operation = Exclude<Group, 'documents' | 'login'>;

export interface AmazonCall {
  readonly operation: Operation;
  readonly method: ChannelRequest['method'];
  readonly path: string;
  /** A list is joined by commas (amazon-sg.md 2). */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

export interface AmazonReply {
  /** The parsed body; null where there is none. */
  readonly body: unknown;
  readonly reply: ChannelReply;
}

/** An operation for one seller. Throws for a fault. */
export async function callAmazon(access: Access, call: AmazonCall): Promise<AmazonReply> {
  const reply = await access.http.send({
    method: call.method,
    url: `${access.app.hosts['api'] ?? ''}${call.path}${queryOf(call.query ?? {})}`,
    headers: {
      'x-amz-access-token': access.credentials.accessToken,
      'user-agent': userAgent,
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    group: call.operation,
  });
  const fault = faultOf(call.operation, reply);
  if (fault !== null) throw fault;
  const body = reply.status === 204 ? null : parseJson(reply);
  // Success that lists errors and has nothing else is none.
  const failed = bareFailure.safeParse(body);
  if (failed.success) throw unavailable(`Amazon: ${failed.data.errors[0]?.message ?? ''}`);
  return { body, reply };
}

/** A token call of Login with Amazon (amazon-sg.md 1.2), form-encoded. The reply is handed back whatever it is. */
export async function callLogin(
  app: AppKeys,
  http: ChannelHttp,
  form: Readonly<Record<string, string>>,
): Promise<ChannelReply> {
  return http.send({
    method: 'POST',
    url: `${app.hosts['auth'] ?? ''}/auth/o2/token`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      accept: 'application/json',
      'user-agent': userAgent,
    },
    body: new URLSearchParams(form).toString(),
    group: 'login',
  });
}

/** A segment of a path, or one value of a list: percent-encoded (amazon-sg.md 2). */
export const segment = encodeURIComponent;

function queryOf(query: NonNullable<AmazonCall['query']>): string {
  const parts = Object.entries(query).map(([name, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    return `${name}=${values.map(segment).join(',')}`;
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The fault of a reply; null on success (amazon-sg.md 2). */
function faultOf(operation: Operation, reply: ChannelReply): ChannelError | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (status === 429) return throttled(waitFor(operation, reply));
  if (status >= 500) return unavailable(message('answers.failed', { channel, status }));
  const parsed = failure.safeParse(parseJson(reply));
  const error = parsed.success ? parsed.data.errors[0] : undefined;
  if (error === undefined) {
    return undocumented(channel, status);
  }
  const text = error.details === null ? error.message : `${error.message} ${error.details}`;
  // An expired token is 403, like a role that the app does not have; the details distinguish them.
  if (status === 401 || (status === 403 && /(?:access|security) token/i.test(text))) {
    return unauthorised(error.code, message('consent.token_refused', { channel }));
  }
  if (status === 403) {
    return rejected(error.code, message('consent.app_role_missing', { channel }));
  }
  if (/quota_?exceeded/i.test(error.code) || saysTooOften(text)) return throttled(waitFor(operation, reply));
  if (saysItPasses(text)) return unavailable(`Amazon: ${text}`);
  // Only its own code says that a record is not there; another 404 is a fault of the way to it.
  const isNotThere = status === 404 && /not_?found|invalid/i.test(error.code);
  return rejected(isNotThere ? notFound : error.code, `Amazon: ${text}`);
}

/** The code of the fault `rejected` where Amazon does not know what was asked for. */
export const notFound = 'NotFound';

/** There may be no Retry-After: then one refill of the bucket, by the answer or as documented (amazon-sg.md 2). */
function waitFor(operation: Operation, reply: ChannelReply): number {
  const perSecond = Number(reply.headers['x-amzn-ratelimit-limit']);
  const rate = Number.isFinite(perSecond) && perSecond > 0 ? perSecond : limits[operation].perSecond;
  return retryAfterSeconds(reply) ?? 1 / rate;
}
