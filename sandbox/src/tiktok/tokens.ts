import { createRandom, type Random } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { needed, unixSeconds } from './parameters.ts';
import { badRequest, Failure } from './reply.ts';
import { regionOf } from './region.ts';
import type { Notify } from './shop-call.ts';

const codeLifeSeconds = 30 * 60;
export const accessLifeSeconds = 7 * 86_400;
const refreshLifeSeconds = 99 * 365 * 86_400;
/** The consent itself ends long before its refresh token does (tiktok.md 1.1). */
const day = 86_400_000;
const consentLife = 365 * day;
const warningLife = 30 * day;

export const grantedScopes = [
  'seller.authorization.info',
  'seller.shop.info',
  'seller.product.basic',
  'seller.product.write',
  'seller.order.info',
  'seller.fulfillment.basic',
  'seller.fulfillment.package.write',
  'seller.delivery.status.write',
  'seller.logistics',
  'seller.return_refund.basic',
];

interface App {
  readonly id: string;
  readonly secret: string;
}

/** A code of the seller's consent: one use, half an hour. */
export function newCode(core: Core, random: Random, shop: Shop): string {
  const code = `ROW_${random.hex(32)}`;
  core.grants.addCode({ code, channel: 'tiktok', shop: shop.id, extra: {} }, codeLifeSeconds);
  return code;
}

/** `GET /api/v2/token/get`: unsigned, with the secret in the query (tiktok.md 1.1). */
export function exchangeCode(core: Core, random: Random, app: App, query: URLSearchParams): object {
  checkApp(app, query, 'authorized_code');
  const code = core.grants.takeCode('tiktok', needed(query, 'auth_code'));
  const shop = code && core.shop('tiktok', code.shop);
  if (!shop) throw new Failure(36004004, 'The auth code is invalid, used or expired.');
  const { grantedAt } = core.grants.consent('tiktok', shop.id);
  core.schedule(shop, midnightAfter(grantedAt + consentLife - warningLife), 'expiring', String(grantedAt));
  return newPair(core, random, shop);
}

/** `GET /api/v2/token/refresh`: a new pair; the old refresh token ends, the old access token lives out its days. */
export function refreshTokens(core: Core, random: Random, app: App, query: URLSearchParams): object {
  checkApp(app, query, 'refresh_token');
  const given = needed(query, 'refresh_token');
  const token = core.grants.token('tiktok', 'refresh', given);
  if (token === null) {
    throw core.grants.wasGiven('tiktok', given)
      ? new Failure(36004001, 'The refresh token has expired.')
      : new Failure(36004005, 'There is no authorization record of this refresh token.');
  }
  const shop = core.shop('tiktok', token.shop);
  if (shop === undefined || !isConsenting(core, shop))
    throw new Failure(36004005, 'The authorization of this shop has ended.');
  core.grants.shorten(token, 0);
  return newPair(core, random, shop);
}

/** The seller agreed, has not taken it back, and the year is not over. */
export function isConsenting(core: Core, shop: Shop): boolean {
  const consent = core.grants.consentOf('tiktok', shop.id);
  return consent !== null && consent.grantedAt + consentLife > core.clock.now();
}

/**
 * The daily warning in the last thirty days of a consent, each at midnight (tiktok.md 7). `about` is the consent's instant: one
 * given anew has warnings of its own.
 */
export function warnOfExpiry(core: Core, notify: Notify, shop: Shop, about: string): void {
  const consent = core.grants.consentOf('tiktok', shop.id);
  if (consent === null || String(consent.grantedAt) !== about || !isConsenting(core, shop)) return;
  notify(shop, 'UPCOMING_AUTHORIZATION_EXPIRATION', {
    message: 'The authorization of this shop is going to expire.',
    expiration_time: unixSeconds(consent.grantedAt + consentLife),
  });
  core.schedule(shop, midnightAfter(core.clock.now() + 1), 'expiring', about);
}

function midnightAfter(instant: number): number {
  return Math.ceil(instant / day) * day;
}

function checkApp(app: App, query: URLSearchParams, grantType: string): void {
  if (needed(query, 'app_key') !== app.id) throw badRequest('Invalid app_key.');
  if (needed(query, 'app_secret') !== app.secret) throw badRequest('Invalid app_secret.');
  if (needed(query, 'grant_type') !== grantType) throw badRequest(`grant_type must be ${grantType}.`);
}

/** Lives are absolute unix seconds, whatever the names say. */
function newPair(core: Core, random: Random, shop: Shop): object {
  const ofShop = { channel: 'tiktok', shop: shop.id, extra: {} } as const;
  const access = { ...ofShop, kind: 'access', token: `ROW_${random.hex(44)}` } as const;
  const refresh = { ...ofShop, kind: 'refresh', token: `ROW_${random.hex(48)}` } as const;
  core.grants.addToken(access, accessLifeSeconds);
  core.grants.addToken(refresh, refreshLifeSeconds);
  const now = unixSeconds(core.clock.now());
  return {
    access_token: access.token,
    access_token_expire_in: now + accessLifeSeconds,
    refresh_token: refresh.token,
    refresh_token_expire_in: now + refreshLifeSeconds,
    open_id: createRandom('tiktok', 'open_id', shop.id).hex(32),
    seller_name: shop.record.name,
    seller_base_region: regionOf(shop),
    user_type: 0,
    granted_scopes: grantedScopes,
  };
}
