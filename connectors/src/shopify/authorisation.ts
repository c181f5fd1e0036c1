import { message } from '@evenstock/contract/messages/message';
import { ChannelError, rejected, throttled, unauthorised, unavailable } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import { readJson } from '../kit/json.ts';
import type { ChannelHttp, ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import { hmacHex, sameSignature } from '../kit/signing.ts';
import type { Access, AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import { addressOf, callOauth, graphql, shopHost } from './client.ts';
import { shopDocument } from './documents.ts';
import { allLocations, defaultLocation } from './places.ts';
import { oauthFailure, shop as shopSchema, tokens } from './wire.ts';
import { channel } from './channel.ts';

/**
 * What we ask for. Writing implies reading (shopify.md 1.1): products, orders, inventory, fulfilments and shipping are
 * read and written, product listings and customers are read. Three more are needed: a level belongs to a location, shipping
 * an order means creating a fulfilment from its fulfilment orders, and returns are read.
 */
export const scopes: readonly string[] = [
  'write_products',
  'write_orders',
  // Without it Shopify tells the orders of 60 days (shopify.md 1.1).
  'read_all_orders',
  'write_inventory',
  'write_fulfillments',
  'write_shipping',
  'read_product_listings',
  'read_customers',
  'read_locations',
  'write_merchant_managed_fulfillment_orders',
  'read_returns',
];

/** The official library refuses more than this either way (shopify.md 1.1, step 4). */
const freshnessSeconds = 90;

/** The text under the hmac of a query: all parameters but the hmac, by name, form-encoded (shopify.md 1.2). */
export function hmacMessage(query: Readonly<Record<string, string>>): string {
  const signed = Object.entries(query).filter(([name]) => name !== 'hmac' && name !== 'signature');
  signed.sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(signed).toString().replaceAll('+', '%20');
}

/** Whether Shopify signed this query (shopify.md 1.2). */
export function isSigned(secret: string, query: Readonly<Record<string, string>>): boolean {
  return sameSignature(hmacHex(secret, hmacMessage(query)), query['hmac'] ?? '');
}

export const authorisation: RedirectAuthorisation = {
  by: 'redirect',
  sendsReturnAddress: true,
  begin(app, { returnTo, state, shopName }) {
    const host = shopHost(shopName ?? '');
    if (host === null)
      throw rejected(
        'shop_name',
        message('consent.shop_name_invalid', { channel, domain: '.myshopify.com' }),
      );
    const query = new URLSearchParams({
      client_id: app.id,
      scope: scopes.join(','),
      redirect_uri: returnTo,
      state,
    });
    return `${addressOf(app, 'shop', host)}/admin/oauth/authorize?${query.toString()}`;
  },

  async complete(app, http, query, shopName) {
    const host = checkedShop(app, http, query, shopName);
    const code = query['code'];
    if (code === undefined || code === '') {
      throw rejected('missing_code', message('consent.not_confirmed', { channel }));
    }
    const reply = await callOauth(app, http, host, {
      client_id: app.id,
      client_secret: app.secret,
      code,
      expiring: '1',
    });
    const refused = refusalIn(reply);
    if (refused !== null) throw rejected(refused, message('consent.code_over', { channel }));
    const granted = granting(reply, host, {});
    // Without its scopes a grant is kept: what is lacking shows at the call that needs it.
    if (granted.scope !== null) demandScopes(granted.scope);
    return withShop(app, http, granted.credentials);
  },

  async refresh(app, http, credentials) {
    if (credentials.refreshToken === null) {
      throw unauthorised('no_refresh_token', message('consent.token_over', { channel }));
    }
    const reply = await callOauth(app, http, credentials.shopId, {
      client_id: app.id,
      client_secret: app.secret,
      grant_type: 'refresh_token',
      refresh_token: credentials.refreshToken,
    });
    const refused = refusalIn(reply);
    if (refused !== null) throw unauthorised(refused, message('consent.token_over', { channel }));
    const { credentials: renewed } = granting(reply, credentials.shopId, credentials.extra);
    return { ...renewed, refreshToken: renewed.refreshToken ?? credentials.refreshToken };
  },

  refreshAhead: 600,
  consentLasts: null,
};

/** shopify.md 1.1, step 4: checks hmac, host and freshness, and that it is this marketplace's shop. */
function checkedShop(
  app: AppKeys,
  http: ChannelHttp,
  query: Readonly<Record<string, string>>,
  shopName: string | null,
): string {
  if (!isSigned(app.secret, query)) {
    throw rejected('hmac', message('consent.return_unsigned', { channel }));
  }
  const host = query['shop'] ?? '';
  if (shopHost(host) !== host.toLowerCase())
    throw rejected('shop', message('consent.return_names_no_shop', { channel }));
  const age = Math.abs(http.now().getTime() / 1000 - Number(query['timestamp']));
  if (!(age <= freshnessSeconds)) {
    throw rejected('timestamp', message('consent.return_late', { channel }));
  }
  const expected = shopName === null ? null : shopHost(shopName);
  if (expected !== null && expected !== host.toLowerCase()) {
    throw rejected('other_shop', message('consent.other_shop', { channel, found: host, expected }));
  }
  return host.toLowerCase();
}

/** What ends a consent, or a code (shopify.md 1.1): 400 or 401 with one of OAuth's codes for it. */
const endingCodes = new Set([
  'invalid_grant',
  'invalid_request',
  'invalid_code',
  'application_cannot_be_found',
]);

/**
 * The code of a token call that was refused for good; null where it was granted. Whatever else went wrong (a frozen shop's 402, an
 * unknown code, a page of a gateway) passes: the consent is kept.
 */
function refusalIn(reply: ChannelReply): string | null {
  const { status } = reply;
  if (status < 400) return null;
  if (status === 429) throw throttled(retryAfterSeconds(reply) ?? 1);
  if (status >= 500) throw unavailable(message('answers.failed', { channel, status }));
  const failure = oauthFailure.safeParse(readBody(reply));
  // A used code may be refused on a page for people, by its code and words.
  const onPage = /\boauth error (\w+)/i.exec(reply.text)?.[1]?.toLowerCase() ?? null;
  const code = failure.success ? failure.data.error : onPage;
  if (code !== null && endingCodes.has(code)) return code;
  throw unavailable(message('consent.token_call_refused', { channel, reason: code ?? String(status) }));
}

function readBody(reply: ChannelReply): unknown {
  try {
    return readJson(reply.text);
  } catch {
    return null;
  }
}

function granting(
  reply: ChannelReply,
  host: string,
  extra: Credentials['extra'],
): { credentials: Credentials; scope: string | null } {
  const granted = parseReply(tokens, parseJson(reply), 'the token call');
  const after = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(reply.ended.getTime() + seconds * 1000);
  return {
    scope: granted.scope,
    credentials: {
      accessToken: granted.access_token,
      accessExpiresAt: after(granted.expires_in),
      refreshToken: granted.refresh_token,
      refreshExpiresAt: after(granted.refresh_token_expires_in),
      shopId: host,
      extra,
    },
  };
}

/** Stock cannot be kept without these scopes; without another only its own feature is missing. */
const indispensable = ['read_products', 'read_orders', 'write_inventory', 'read_locations'];

/** shopify.md 1.1, step 6: a shop may grant less than was asked for. */
function demandScopes(granted: string): void {
  const has = new Set(granted.split(',').map((scope) => scope.trim()));
  const missing = indispensable.filter(
    (scope) => !has.has(scope) && !has.has(scope.replace(/^read_/, 'write_')),
  );
  if (missing.length === 0) return;
  throw rejected('scopes', message('consent.scopes_missing', { channel, scopes: missing.join(', ') }));
}

/** What later calls need: the shop's currency, and the one location whose stock we keep. */
async function withShop(app: AppKeys, http: ChannelHttp, credentials: Credentials): Promise<Credentials> {
  const access = { app, http, credentials };
  const { data } = await graphql(access, shopDocument, {});
  const { currencyCode } = parseReply(shopSchema, data['shop'], 'shop');
  const location = await listedDefault(access);
  const place = location === null ? {} : { location };
  return { ...credentials, extra: { ...credentials.extra, currency: currencyCode, ...place } };
}

/** Null where the list could not be read: the code is spent, so that the consent is kept, and the list is read again. */
async function listedDefault(access: Access): Promise<string | null> {
  try {
    const location = defaultLocation(await allLocations(access));
    if (location !== undefined) return location.id;
  } catch (error) {
    const mayPass = error instanceof ChannelError && !['rejected', 'unauthorised'].includes(error.fault.kind);
    if (!mayPass) throw error;
    return null;
  }
  throw rejected('no_location', message('consent.no_location', { channel }));
}
