import { jsonReply } from '../core/json-reply.ts';
import { createRandom } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { AppRegistration, Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { queryHmac } from './signature.ts';

const codeLife = 600;
const accessLife = 3_600;
const refreshLife = 90 * 86_400;
const offlineToken = 'urn:shopify:params:oauth:token-type:offline-access-token';
const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** What the app may ask a shop for; a grant by the control API gives all of it. */
export const allScopes =
  'write_products,write_inventory,read_locations,write_orders,read_all_orders,write_merchant_managed_fulfillment_orders,read_customers,write_returns';

/** The scopes that a token carries. */
export function scopesOf(extra: Readonly<Record<string, string>>): Set<string> {
  return new Set((extra['scope'] ?? '').split(',').filter(Boolean));
}

/** The query of the return to the app: code, shop, state, signed (shopify.md 1.1, 1.2). */
export function returnQuery(
  core: Core,
  app: AppRegistration,
  shop: Shop,
  asked: { readonly state?: string; readonly scope?: string },
): Record<string, string> {
  const code = secretOf(core, shop, 32);
  core.grants.addCode(
    { code, channel: 'shopify', shop: shop.id, extra: { scope: asked.scope ?? allScopes } },
    codeLife,
  );
  core.grants.consent('shopify', shop.id);
  const query: Record<string, string> = {
    code,
    host: Buffer.from(`admin.shopify.com/store/${shop.id}`).toString('base64').replace(/=+$/, ''),
    shop: `${shop.id}.myshopify.com`,
    timestamp: String(core.clock.seconds()),
    ...(asked.state === undefined ? {} : { state: asked.state }),
  };
  return { ...query, hmac: queryHmac(app.secret, query) };
}

/** `/admin/oauth/authorize`: the merchant sees the scopes and approves. */
export function authorisePage(
  core: Core,
  app: AppRegistration,
  shop: Shop,
  request: SandboxRequest,
): SandboxReply {
  const query = request.url.searchParams;
  const back = query.get('redirect_uri') ?? '';
  const scope = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  if (query.get('client_id') !== app.id)
    return page(400, 'Unknown app', '<p>There is no app with this client_id.</p>');
  if (!URL.canParse(back))
    return page(400, 'Wrong address', '<p>The redirect_uri is not among the app’s addresses.</p>');
  if (request.method !== 'POST') return askPage(shop, query, scope);

  const form = new URLSearchParams(Buffer.from(request.body).toString('utf8'));
  const url = new URL(back);
  const state = query.get('state');
  const answer =
    form.get('decision') === 'refuse'
      ? { error: 'access_denied', ...(state === null ? {} : { state }) }
      : returnQuery(core, app, shop, { scope: scope.join(','), ...(state === null ? {} : { state }) });
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return { status: 302, headers: { location: url.href }, body: '' };
}

function askPage(shop: Shop, query: URLSearchParams, scope: readonly string[]): SandboxReply {
  const scopes = scope.map((one) => `<li><code>${escaped(one)}</code></li>`).join('');
  return page(
    200,
    'Install app',
    `<p>An app asks for access to <b>${escaped(shop.record.name)}</b> (${escaped(shop.id)}.myshopify.com):</p><ul>${scopes}</ul>
<form method="post" action="?${escaped(query.toString())}"><button name="decision" value="agree">Install</button> <button name="decision" value="refuse">Cancel</button></form>`,
  );
}

/** `POST /admin/oauth/access_token`, JSON or form: by code, by refresh token, or in exchange for a token that never ends. */
export function tokenAnswer(
  core: Core,
  app: AppRegistration,
  shop: Shop,
  request: SandboxRequest,
): SandboxReply {
  const fields = fieldsOf(request);
  if (fields['client_id'] !== app.id || fields['client_secret'] !== app.secret) {
    return refused(
      400,
      'application_cannot_be_found',
      'The client_id and the client_secret do not belong together.',
    );
  }
  const isExpiring = ['1', 'true'].includes(fields['expiring'] ?? '');
  switch (fields['grant_type'] ?? 'authorization_code') {
    case 'authorization_code': {
      const code = core.grants.takeCode('shopify', fields['code'] ?? '');
      if (code?.shop !== shop.id) {
        return refused(400, 'invalid_request', 'The authorization code was not found or was already used');
      }
      return issue(core, shop, code.extra['scope'] ?? '', isExpiring);
    }
    case 'refresh_token': {
      const token = core.grants.token('shopify', 'refresh', fields['refresh_token'] ?? '');
      if (token?.shop !== shop.id)
        return refused(400, 'invalid_grant', 'The refresh token is invalid, expired or was used.');
      return issue(core, shop, token.extra['scope'] ?? '', true);
    }
    case tokenExchange: {
      const token = core.grants.token('shopify', 'access', fields['subject_token'] ?? '');
      if (token?.shop !== shop.id || fields['subject_token_type'] !== offlineToken) {
        return refused(
          400,
          'invalid_subject_token',
          'The subject token is not an offline access token of this app.',
        );
      }
      core.grants.shorten(token, 0);
      return issue(core, shop, token.extra['scope'] ?? '', isExpiring);
    }
    default:
      return refused(400, 'unsupported_grant_type', 'The grant type is not supported.');
  }
}

/** An expiring pair ends the expiring ones before it: one is live per app and shop. */
function issue(core: Core, shop: Shop, scope: string, isExpiring: boolean): SandboxReply {
  const extra = { scope };
  const owner = { channel: 'shopify' as const, shop: shop.id, extra };
  if (!isExpiring) {
    const forever = core.grants.addToken(
      { ...owner, token: `shpat_${secretOf(core, shop, 32)}`, kind: 'access' },
      null,
    );
    return jsonReply(200, { access_token: forever.token, scope });
  }
  for (const kind of ['access', 'refresh'] as const) {
    for (const token of core.grants.tokensOf('shopify', shop.id, kind)) {
      if (token.expiresAt !== null) core.grants.shorten(token, 0);
    }
  }
  const access = core.grants.addToken(
    { ...owner, token: `shpat_${secretOf(core, shop, 32)}`, kind: 'access' },
    accessLife,
  );
  const refresh = core.grants.addToken(
    { ...owner, token: `shprt_${secretOf(core, shop, 32)}`, kind: 'refresh' },
    refreshLife,
  );
  return jsonReply(200, {
    access_token: access.token,
    scope,
    expires_in: accessLife,
    refresh_token: refresh.token,
    refresh_token_expires_in: refreshLife,
  });
}

function refused(status: number, error: string, description: string): SandboxReply {
  return jsonReply(status, { error, error_description: description });
}

function fieldsOf(request: SandboxRequest): Record<string, string> {
  const body = Buffer.from(request.body).toString('utf8');
  const fields: Record<string, string> = Object.fromEntries(request.url.searchParams);
  if ((request.headers['content-type'] ?? '').includes('json')) {
    try {
      const read: unknown = JSON.parse(body);
      if (typeof read === 'object' && read !== null) {
        for (const [name, value] of Object.entries(read))
          fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
      }
    } catch {
      // No fields in it: the answer says what is missing.
    }
    return fields;
  }
  return { ...fields, ...Object.fromEntries(new URLSearchParams(body)) };
}

/** Repeatable with the seed, and never the same twice in a shop. */
function secretOf(core: Core, shop: Shop, digits: number): string {
  return createRandom(core.random('shopify').hex(8), shop.id, shop.nextNumber('secret')).hex(digits);
}

function page(status: number, title: string, body: string): SandboxReply {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Shopify (sandbox)</title>
<style>body{font:16px system-ui;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.4rem 1rem}</style>
</head><body><h1>${title}</h1>${body}</body></html>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}
