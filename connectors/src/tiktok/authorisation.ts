import { message } from '@evenstock/contract/messages/message';
import { rejected } from '../kit/errors.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import type { ChannelHttp } from '../kit/http.ts';
import { callSeller, callToken, dataOf } from './client.ts';
import { shopList, tokens } from './wire.ts';
import type { AuthorisedShop, Tokens } from './wire.ts';
import { channel } from './channel.ts';

const seller = 0;

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
    return credentialsOf(granted, shop.id, { cipher: shop.cipher, region: shop.region ?? '' });
  },

  async refresh(app, http, credentials) {
    const path = '/api/v2/token/refresh';
    const answer = await callToken(app, http, path, {
      refresh_token: credentials.refreshToken ?? '',
      grant_type: 'refresh_token',
    });
    return credentialsOf(dataOf(tokens, answer, path), credentials.shopId, credentials.extra);
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
  const shop = shopName === null ? shops[0] : shops.find(({ name }) => name === shopName);
  if (shop === undefined) throw rejected('shop_name', message('consent.shop_name_mismatch', { channel }));
  return shop;
}

function credentialsOf(granted: Tokens, shopId: string, extra: Credentials['extra']): Credentials {
  return {
    accessToken: granted.access_token,
    accessExpiresAt: granted.access_token_expire_in,
    refreshToken: granted.refresh_token,
    refreshExpiresAt: granted.refresh_token_expire_in,
    shopId,
    extra,
  };
}
