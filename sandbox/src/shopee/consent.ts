import { consentPage } from '../centre/consent-page.ts';
import { jsonReply } from '../core/json-reply.ts';
import type { Random } from '../core/random.ts';
import type { Core, SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { baseString, matches, sign } from './signature.ts';
import { newCode } from './tokens.ts';

export const legacyLinkPath = '/api/v2/shop/auth_partner';
const linkLifeSeconds = 300;

interface App {
  readonly id: string;
  readonly secret: string;
}

/** Both forms of the link that sends a seller here (1.2): the current one at /auth, and the signed one. */
export function isConsentPath(path: string): boolean {
  return path === '/auth' || path === legacyLinkPath || path === '/auth/decision';
}

/** The consent page, and the way back from it. */
export function answerConsent(core: Core, random: Random, app: App, request: SandboxRequest): SandboxReply {
  const { pathname, searchParams: query } = request.url;
  if (pathname === '/auth/decision')
    return decide(core, random, new URLSearchParams(Buffer.from(request.body).toString('utf8')));
  const isLegacy = pathname === legacyLinkPath;
  const problem = isLegacy ? legacyProblem(core, app, query) : currentProblem(app, query);
  if (problem !== null) return refused(problem);
  const back = query.get(isLegacy ? 'redirect' : 'redirect_uri') ?? '';
  if (!isWebAddress(back)) return refused('The redirect URL is not declared in the console.');
  return consentPage({
    channel: 'shopee',
    asks: 'read and edit your products and stock, and read your orders',
    shops: core.shops('shopee').map((shop) => ({ id: shop.id, name: shop.record.name })),
    action: '/auth/decision',
    hidden: { redirect: back, state: query.get('state') ?? '' },
  });
}

function decide(core: Core, random: Random, form: URLSearchParams): SandboxReply {
  const back = form.get('redirect') ?? '';
  const shop = core.shop('shopee', form.get('shop') ?? '');
  if (!isWebAddress(back) || shop === undefined) return refused('The form is incomplete.');
  const url = new URL(back);
  if (form.get('decision') === 'allow') {
    url.searchParams.set('code', newCode(core, random, shop));
    url.searchParams.set('shop_id', shop.id);
  }
  const state = form.get('state') ?? '';
  if (state !== '') url.searchParams.set('state', state);
  return { status: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: '' };
}

function currentProblem(app: App, query: URLSearchParams): string | null {
  if (query.get('partner_id') !== app.id) return 'partner_id is invalid.';
  if (!['seller', 'supplier', 'user'].includes(query.get('auth_type') ?? '')) return 'auth_type is invalid.';
  return query.get('response_type') === 'code' ? null : 'response_type is invalid.';
}

function legacyProblem(core: Core, app: App, query: URLSearchParams): string | null {
  const timestamp = query.get('timestamp') ?? '';
  if (query.get('partner_id') !== app.id) return 'partner_id is invalid.';
  if (!(Math.abs(core.clock.seconds() - Number(timestamp)) <= linkLifeSeconds))
    return 'Timestamp is expired.';
  const expected = sign(app.secret, baseString(app.id, legacyLinkPath, timestamp));
  return matches(query.get('sign') ?? '', expected) ? null : 'Wrong sign.';
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** This page's errors have an envelope of their own. */
function refused(msg: string): SandboxReply {
  return jsonReply(403, { code: 1, error: 'error_param', msg, debug_message: '' });
}
