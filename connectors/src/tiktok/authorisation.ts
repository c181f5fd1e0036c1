import { message } from '@evenstock/contract/messages/message';
import { rejected } from '../kit/errors.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import type { ChannelHttp } from '../kit/http.ts';
import { renewing } from '../kit/renewal.ts';
import { callSeller, callToken, dataOf } from './client.ts';
import type { TiktokReply } from './client.ts';
import { shopList, tokens } from './wire.ts';
import type { AuthorisedShop, Tokens } from './wire.ts';
import { channel } from './channel.ts';

const seller = 0;

/** tiktok.md 1.1: the refresh token has expired, or the seller's authorisation is no more. */
const consentCodes: ReadonlySet<string> = new Set(['36004001', '36004005']);

/**
 * tiktok.md 1.1. TikTok returns to the app's registered address and does not sign the return: `state` identifies it.
 */
export const authorisation: RedirectAuthorisation = {
  by: 'redirect',
  sendsReturnAddress: false,

  begin(app, { state }) {
    const query = new URLSearchParams({ service_id: app.extra['service_id'] ?? '', state });
    return `${app.hosts['authorize'] ?? ''}?${query.toString()}`;
  },

  async complete(app, http, query, shopName) {
    const code = query['code'];
    if (code === undefined || code === '') {
      throw rejected('missing_code', message('consent.not_confirmed', { channel }));
    }
    const path = '/api/v2/token/get';
    const answer = await callToken(app, http, path, { auth_code: code, grant_type: 'authorized_code' });
    const granted = dataOf(tokens, answer, path);
    if (granted.user_type !== seller) {
      throw rejected('not_a_seller', message('consent.not_a_seller', { channel }));
    }
    const shop = chosenShop(await authorisedShops(app, http, granted.access_token), shopName);
    return credentialsOf(granted, answer, shop.id, { cipher: shop.cipher, region: shop.region ?? '' });
  },

  async refresh(app, http, credentials) {
    const path = '/api/v2/token/refresh';
    const asked = { refresh_token: credentials.refreshToken ?? '', grant_type: 'refresh_token' };
    const answer = await renewing(
      () => callToken(app, http, path, asked),
      (code) => consentCodes.has(code),
    );
    const fresh = credentialsOf(dataOf(tokens, answer, path), answer, credentials.shopId, credentials.extra);
    // A reply without a refresh token leaves the one there was.
    return { ...fresh, refreshToken: fresh.refreshToken ?? credentials.refreshToken };
  },

  // An access token lasts seven days (1.1); a day ahead allows many tries.
  refreshAhead: 86_400,
  consentLasts: null,
};

/** tiktok.md 8: the shops that this token was given for. */
export async function authorisedShops(
  app: AppKeys,
  http: ChannelHttp,
  accessToken: string,
): Promise<AuthorisedShop[]> {
  const path = '/authorization/202309/shops';
  const answer = await callSeller(app, http, accessToken, { method: 'GET', path, group: 'shop' });
  return dataOf(shopList, answer, path).shops;
}

/** The shop of exactly this name; without a name, the only one there is. */
function chosenShop(shops: readonly AuthorisedShop[], shopName: string | null): AuthorisedShop {
  if (shopName === null && shops.length > 1) {
    throw rejected('several_shops', message('consent.several_shops', { channel }));
  }
  const named = shops.find(({ name }) => name === shopName);
  // The only shop of a grant, if TikTok does not name it.
  const [only, ...others] = shops;
  const nameless = others.length === 0 && only?.name === null ? only : undefined;
  const shop = shopName === null ? only : (named ?? nameless);
  if (shop === undefined) throw rejected('shop_name', message('consent.shop_name_mismatch', { channel }));
  return shop;
}

/** Lives are absolute (tiktok.md 1.1); a number too small for that counts from now. */
function credentialsOf(
  granted: Tokens,
  { reply }: TiktokReply,
  shopId: string,
  extra: Credentials['extra'],
): Credentials {
  const endOf = (life: number | null): Date | null => {
    if (life === null || life <= 0) return null;
    return new Date((life < 1_000_000_000 ? reply.ended.getTime() : 0) + life * 1000);
  };
  return {
    accessToken: granted.access_token,
    accessExpiresAt: endOf(granted.access_token_expire_in),
    refreshToken: granted.refresh_token,
    refreshExpiresAt: endOf(granted.refresh_token_expire_in),
    shopId,
    extra,
  };
}
