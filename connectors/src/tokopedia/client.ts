import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import { rejected, removed, throttled, unauthorised, unavailable, undocumented } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import { saysTooOften } from '../kit/rejections.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import { envelope, token, tokenError } from './wire.ts';
import type { Envelope } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Tokopedia's own Open API (tokopedia.md 1, 2). Requests are not signed; a bearer token says which app calls.
 * Hosts: `auth` (https://accounts.tokopedia.com) and `api` (https://fs.tokopedia.net). `extra.fs_id` is the app's number, and
 * `extra.webhook_secret` signs its notices.
 */

/** An app's quotas are not published (tokopedia.md 2). These are below what other clients use. */
export const limits: RateLimits = {
  stock: { perSecond: 5, burst: 10, scope: 'app' },
  products: { perSecond: 5, burst: 10, scope: 'app' },
  orders: { perSecond: 5, burst: 20, scope: 'app' },
  token: { perSecond: 1, burst: 5, scope: 'app' },
};

export interface FsCall {
  readonly method: 'GET' | 'POST';
  /** The path, with the app's number where the vendor expects it. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly group: 'stock' | 'products' | 'orders';
}

export interface FsReply {
  readonly envelope: Envelope;
  readonly reply: ChannelReply;
}

/** The app's number, the tenant of every call (tokopedia.md 0). */
export function fsIdOf(app: AppKeys): string {
  return app.extra['fs_id'] ?? '';
}

/** The header of the token call (tokopedia.md 1). */
export function basicHeader({ id, secret }: Pick<AppKeys, 'id' | 'secret'>): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** A new token for the app (tokopedia.md 1). Throws `unauthorised` when Tokopedia does not know the app's keys. */
export async function newToken(
  app: AppKeys,
  http: ChannelHttp,
): Promise<{ readonly accessToken: string; readonly expiresAt: Date | null }> {
  const reply = await http.send({
    method: 'POST',
    url: `${app.hosts['auth'] ?? ''}/token?grant_type=client_credentials`,
    headers: { authorization: basicHeader(app), 'content-length': '0' },
    group: 'token',
  });
  if (reply.status === 429) throw throttled(waitOf(reply));
  if (reply.status >= 500) throw unavailable(message('answers.failed', { channel, status: reply.status }));
  if (reply.status === 401) throw refusedKeys('');
  const body = parseJson(reply);
  const refusal = tokenError.safeParse(body);
  if (refusal.success) {
    const { error, error_description: words } = refusal.data;
    // Only these say that the keys are refused; any other is a fault of the moment.
    if (keyCodes.has(error)) throw refusedKeys(words ?? error);
    throw unavailable(`Tokopedia: ${words ?? error}`);
  }
  if (reply.status >= 400) throw unavailable(message('answers.failed', { channel, status: reply.status }));
  const granted = parseReply(token, body, 'the token call');
  return {
    accessToken: granted.access_token,
    expiresAt:
      granted.expires_in === null ? null : new Date(reply.ended.getTime() + granted.expires_in * 1000),
  };
}

/** tokopedia.md 1: what the token call answers to keys that it does not know. */
const keyCodes: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

function refusedKeys(reason: string): ChannelError {
  return unauthorised(
    'invalid_client',
    reason === ''
      ? message('consent.app_keys_refused', { channel })
      : message('consent.app_keys_refused_because', { channel, reason }),
  );
}

/** A call with the app's token. Throws for a fault. */
export async function callFs(access: Access, call: FsCall): Promise<FsReply> {
  const reply = await fetchFs(access, call);
  return understood(reply, call.query?.['warehouse_id'] !== undefined);
}

/** The same for an answer that need not be JSON. Returns it as it is. */
export async function fetchFs(access: Access, call: FsCall): Promise<ChannelReply> {
  const query = new URLSearchParams(call.query).toString();
  return access.http.send({
    method: call.method,
    url: `${access.app.hosts['api'] ?? ''}${call.path}${query === '' ? '' : `?${query}`}`,
    headers: {
      authorization: `Bearer ${access.credentials.accessToken}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    group: call.group,
  });
}

/** Parses the value of `data`. */
export function dataOf<T extends z.ZodType>(schema: T, answer: FsReply, call: string): z.output<T> {
  return parseReply(schema, answer.envelope.data, call);
}

/**
 * The answer in its envelope; throws the fault of a reply that has one (tokopedia.md 2: the status first, then the code).
 * @param namesWarehouse the call named a warehouse, so that "not associated" refers to that warehouse
 */
export function understood(reply: ChannelReply, namesWarehouse = false): FsReply {
  if (reply.status === 429) throw throttled(waitOf(reply));
  if (reply.status === 401) {
    throw unauthorised('401', message('consent.token_renewed', { channel }));
  }
  const parsed = envelope.safeParse(parseJson(reply));
  if (!parsed.success || (reply.status >= 400 && parsed.data.code === null && parsed.data.said === '')) {
    throw undocumented(channel, reply.status);
  }
  const fault = faultOf(reply.status, parsed.data, namesWarehouse);
  if (fault !== null) throw fault;
  return { envelope: parsed.data, reply };
}

/** Seconds until the limit is free again; they may be fractional (tokopedia.md 2). */
function waitOf(reply: ChannelReply): number {
  const seconds = Number(reply.headers['x-ratelimit-full-reset-after']);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : (retryAfterSeconds(reply) ?? 1);
}

/** tokopedia.md 2: a status of 500 that is about the request, not a fault of Tokopedia. */
const notFound = new Set(['ORD_API_008', 'OPENAPI_DB_003']);
/** tokopedia.md 1: calls for a shop that is not linked to the app fail with a code of each family, and these words. */
const notLinked = /_USC_001$/;
/** tokopedia.md 2: a call inside Tokopedia failed. */
const upstream = /_GRPC_/;
const notAssociated = /not associated with/i;

/** The fault of a reply; null on success (tokopedia.md 2). */
function faultOf(
  status: number,
  { code, said, asksAgain }: Envelope,
  namesWarehouse: boolean,
): ChannelError | null {
  if (status < 400 && code === null) return null;
  const name = code ?? String(status);
  const words = `Tokopedia: ${said === '' ? `error ${name}` : said}`;
  if (notLinked.test(name) || notAssociated.test(said)) {
    if (namesWarehouse) return rejected(name, message('consent.warehouse_unlinked', { reason: words }));
    return removed(name, message('consent.shop_unlinked_because', { reason: words }));
  }
  if (saysTooOften(said)) return throttled(1, words);
  if (notFound.has(name)) return rejected(name, words);
  if (status === 403) {
    return rejected(name, message('consent.address_not_registered', { channel, reason: words }));
  }
  return status >= 500 || asksAgain || upstream.test(name) ? unavailable(words) : rejected(name, words);
}
