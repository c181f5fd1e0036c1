import { message } from '@evenstock/contract/messages/message';
import { rejected, throttled, unauthorised, unavailable, unexpected } from '../kit/errors.ts';
import type { ChannelError } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import type { RateLimits } from '../kit/rate-limit.ts';
import { saysItPasses, saysTooOften } from '../kit/rejections.ts';
import { parseReply } from '../kit/read-records.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import type { GraphqlDocument } from './graphql-document.ts';
import { answer as answerSchema } from './wire.ts';
import type { Cost, GraphqlError } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Shopify Admin GraphQL, version 2026-10 (shopify.md 1, 2).
 * Every shop has a host of its own, so `hosts.shop` is a template: https://{shop}.myshopify.com, `{shop}` being the first
 * part of its name. `seller`, if pages are to link there, is the shop's admin (https://admin.shopify.com/store/{shop}).
 */
export const version = '2026-10';

/** shopify.md 2: points of query cost, by the smallest plan. The request carries its cost. */
export const limits: RateLimits = {
  graphql: { perSecond: 100, burst: 2000, scope: 'shop' },
  // Files of bulk operations, from an address of Shopify's storage (shopify.md 3.3).
  files: { perSecond: 2, burst: 2, scope: 'shop' },
  oauth: { perSecond: 5, burst: 5, scope: 'app' },
};

const hostPattern = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** The whole name of a shop's host, from that or its handle as a merchant types it; null when it is neither (shopify.md 1). */
export function shopHost(typed: string): string | null {
  const bare = typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '');
  const host = bare.includes('.') ? bare : `${bare}.myshopify.com`;
  return hostPattern.test(host) ? host : null;
}

/** The base address of a shop (its whole name), or of its admin; empty where the installation names none. */
export function addressOf(app: AppKeys, purpose: 'shop' | 'seller', shop: string): string {
  return (app.hosts[purpose] ?? '').replaceAll('{shop}', shop.replace(/\.myshopify\.com$/, ''));
}

export interface GraphqlReply {
  readonly data: Readonly<Record<string, unknown>>;
  readonly reply: ChannelReply;
}

/** Runs a document for a shop. Throws for a fault of the whole call; a payload's `userErrors` are the caller's. */
export async function graphql(
  access: Access,
  document: GraphqlDocument,
  variables: Readonly<Record<string, unknown>>,
): Promise<GraphqlReply> {
  const { accessToken, shopId } = access.credentials;
  const reply = await access.http.send({
    method: 'POST',
    url: `${addressOf(access.app, 'shop', shopId)}/admin/api/${version}/graphql.json`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-shopify-access-token': accessToken,
    },
    body: JSON.stringify({ query: document.text, variables }),
    group: 'graphql',
    cost: document.cost,
    spent: actualCost,
  });
  const fault = transportFault(reply);
  if (fault !== null) throw fault;
  const parsed = parseReply(answerSchema, parseJson(reply), 'GraphQL');
  const data = parsed.data ?? null;
  const wait = waitFor(parsed.extensions?.cost);
  for (const error of parsed.errors) {
    if (!isWithheldField(error, data)) throw errorOf(error, retryAfterSeconds(reply) ?? wait);
  }
  if (data === null) throw unexpected(message('answers.no_data', { channel }));
  return { data, reply };
}

/** A token call, with a JSON body (shopify.md 1.1). The reply is handed back whatever its status. */
export async function callOauth(
  app: AppKeys,
  http: ChannelHttp,
  shop: string,
  body: Readonly<Record<string, string>>,
): Promise<ChannelReply> {
  return http.send({
    method: 'POST',
    url: `${addressOf(app, 'shop', shop)}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    group: 'oauth',
  });
}

/** The fault of a status (shopify.md 2, first layer). */
function transportFault(reply: ChannelReply): ChannelError | null {
  const { status } = reply;
  if (status === 401) {
    return unauthorised('401', message('consent.token_refused', { channel }));
  }
  if (status === 402 || status === 423) {
    return rejected(String(status), message('consent.shop_frozen', { channel }));
  }
  if (status === 403) {
    return rejected('403', message('consent.permission_missing', { channel }));
  }
  if (status === 404) return rejected('404', message('consent.shop_unknown', { channel }));
  if (status === 429) return throttled(retryAfterSeconds(reply) ?? 1);
  // 430 is a security rejection of the moment.
  if (status === 430 || status >= 500) return unavailable(message('answers.failed', { channel, status }));
  if (status >= 400) return rejected(String(status), message('refusals.call', { channel, status }));
  return null;
}

/** Personal fields may be withheld (shopify.md 1.1, scopes); the rest of the answer is valid. */
function isWithheldField(error: GraphqlError, data: object | null): boolean {
  return data !== null && error.extensions?.code === 'ACCESS_DENIED' && (error.path?.length ?? 0) > 2;
}

/** shopify.md 2: the difference to the actual cost is given back. Within a string of the answer its quotes would be escaped. */
function actualCost({ text }: ChannelReply): number | null {
  const cost = /"actualQueryCost":\s*(\d+)/.exec(text)?.[1];
  return cost === undefined ? null : Number(cost);
}

/** Seconds until the bucket holds what was asked for (shopify.md 2). */
function waitFor(cost: Cost | null | undefined): number {
  const status = cost?.throttleStatus;
  if (cost === undefined || cost === null || status === undefined || status === null) return 1;
  const { currentlyAvailable, restoreRate } = status;
  if (currentlyAvailable === null || restoreRate === null) return 1;
  const missing = (cost.requestedQueryCost ?? 0) - currentlyAvailable;
  return Math.max(1, Math.ceil(missing / Math.max(1, restoreRate)));
}

function errorOf(error: GraphqlError, waitSeconds: number): ChannelError {
  const code = error.extensions?.code ?? 'unknown';
  const said = `Shopify: ${error.message}`;
  switch (code) {
    case 'THROTTLED':
      return throttled(waitSeconds);
    case 'INTERNAL_SERVER_ERROR':
      return unavailable(said);
    case 'ACCESS_DENIED':
      return rejected(code, message('consent.access_denied', { reason: said }));
    case 'SHOP_INACTIVE':
    case 'RESOURCE_NOT_FOUND':
      return rejected(code, said);
    default:
      if (saysTooOften(`${code} ${error.message}`)) return throttled(waitSeconds);
      return saysItPasses(`${code} ${error.message}`) ? unavailable(said) : unexpected(`${said} (${code})`);
  }
}
