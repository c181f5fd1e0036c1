import { createRandom } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { Core } from '../core/simulator.ts';
import { Failure } from './reply.ts';
import { site } from './words.ts';

const codeLife = 30 * 60;
const accessLife = 30 * 86_400;
const refreshLife = 180 * 86_400;

/** A code of the seller's consent: single use, good for 30 minutes (lazada.md 1.2). */
export function giveCode(core: Core, appKey: string, shop: Shop): string {
  const code = `0_${appKey}_${newSecret(core, shop, 32)}`;
  core.grants.addCode({ code, channel: 'lazada', shop: shop.id, extra: {} }, codeLife);
  core.grants.consent('lazada', shop.id);
  return code;
}

/** `/auth/token/create`. */
export function createTokens(core: Core, parameters: ReadonlyMap<string, string>): object {
  const given = parameters.get('code') ?? '';
  if (given === '') throw new Failure('MissingParameter', 'The input parameter "code" that is mandatory for processing this request is not supplied.'); // oxfmt-ignore
  const code = core.grants.takeCode('lazada', given);
  const shop = code && core.shop('lazada', code.shop);
  if (!shop) throw new Failure('InvalidCode', 'Invalid authorization code');
  const sellers = [
    { country: site.country, seller_id: shop.id, user_id: `1${shop.id}`, short_code: shortCode(shop) },
  ];
  return { ...issue(core, shop, refreshLife), country_user_info: sellers };
}

/** `/auth/token/refresh`. The refresh token keeps its expiry; refreshing does not extend it. */
export function refreshTokens(core: Core, parameters: ReadonlyMap<string, string>): object {
  const given = parameters.get('refresh_token') ?? '';
  if (given === '') throw new Failure('MissingParameter', 'The input parameter "refresh_token" that is mandatory for processing this request is not supplied.'); // oxfmt-ignore
  const token = core.grants.token('lazada', 'refresh', given);
  const shop = token && core.shop('lazada', token.shop);
  if (!shop) throw new Failure('IllegalRefreshToken', 'The specified refresh token is invalid or expired');
  const left =
    token.expiresAt === null ? refreshLife : Math.floor((token.expiresAt - core.clock.now()) / 1000);
  const sellers = [
    { country: site.country, seller_id: shop.id, user_id: `1${shop.id}`, short_code: shortCode(shop) },
  ];
  return { ...issue(core, shop, left), country_user_info_list: sellers };
}

/** The seller's short code, as the seller centre shows it. */
export function shortCode(shop: Shop): string {
  return `SG${shop.id}`;
}

export function sellerEmail(shop: Shop): string {
  return `seller-${shop.id}@shops.example.test`;
}

function issue(core: Core, shop: Shop, refreshSeconds: number): object {
  const extra = {};
  const access = core.grants.addToken(
    { token: `50000${newSecret(core, shop, 40)}`, kind: 'access', channel: 'lazada', shop: shop.id, extra },
    accessLife,
  );
  const refresh = core.grants.addToken(
    { token: `50001${newSecret(core, shop, 40)}`, kind: 'refresh', channel: 'lazada', shop: shop.id, extra },
    refreshSeconds,
  );
  return {
    access_token: access.token,
    refresh_token: refresh.token,
    expires_in: accessLife,
    refresh_expires_in: refreshSeconds,
    country: site.country,
    account: sellerEmail(shop),
    account_id: '',
    account_platform: 'seller_center',
  };
}

/** Repeatable with the seed, and never the same twice in a shop. */
function newSecret(core: Core, shop: Shop, digits: number): string {
  const number = shop.nextNumber('lazada-secret');
  return createRandom(core.random('lazada').hex(8), shop.id, number).hex(digits);
}
