import { message } from '@evenstock/contract/messages/message';
import { rejected } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { renewing } from '../kit/renewal.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import type { ChannelHttp } from '../kit/http.ts';
import { callPublic, wireId } from './client.ts';
import { tokens } from './wire.ts';
import { channel } from './channel.ts';

const refreshTokenDays = 30;
const absoluteFrom = 1_000_000_000;

/** shopee.md 1.2, 1.3. Shopee does not sign the return: `state` identifies it. */
export const authorisation: RedirectAuthorisation = {
  by: 'redirect',
  sendsReturnAddress: true,
  begin(app, { returnTo, state }) {
    const query = new URLSearchParams({
      partner_id: app.id,
      auth_type: 'seller',
      redirect_uri: returnTo,
      response_type: 'code',
      state,
    });
    return `${app.hosts['auth'] ?? ''}/auth?${query.toString()}`;
  },

  async complete(app, http, query) {
    const code = query['code'];
    if (code === undefined || code === '') {
      throw rejected('missing_code', message('consent.not_confirmed', { channel }));
    }
    if (query['shop_id'] !== undefined && query['shop_id'] !== '') {
      return tokenCall(
        app,
        http,
        '/api/v2/auth/token/get',
        { code, shop_id: wireId(query['shop_id']) },
        query['shop_id'],
      );
    }
    if (query['main_account_id'] !== undefined && query['main_account_id'] !== '') {
      return completeForMainAccount(app, http, code, query['main_account_id']);
    }
    throw rejected('missing_shop', message('consent.shop_not_named', { channel }));
  },

  refresh(app, http, credentials) {
    return renewing(() => refreshFor(app, http, credentials.refreshToken ?? '', credentials.shopId));
  },

  refreshAhead: 1800,
  consentLasts: null,
};

/**
 * A main account's grant covers several shops; its first refresh token gives each shop a pair of its own (shopee.md 1.3).
 * One marketplace here is one shop, so the grant must name exactly one.
 */
async function completeForMainAccount(
  app: AppKeys,
  http: ChannelHttp,
  code: string,
  mainAccountId: string,
): Promise<Credentials> {
  const path = '/api/v2/auth/token/get';
  const body = { code, main_account_id: wireId(mainAccountId), partner_id: wireId(app.id) };
  const answer = await callPublic(app, http, { method: 'POST', path, body });
  const granted = parseReply(tokens, answer.envelope.whole, path);
  const [shopId, ...others] = granted.shop_id_list;
  if (shopId === undefined || others.length > 0) {
    throw rejected('several_shops', message('consent.one_shop_needed', { channel }));
  }
  return refreshFor(app, http, granted.refresh_token ?? '', shopId);
}

function refreshFor(
  app: AppKeys,
  http: ChannelHttp,
  refreshToken: string,
  shopId: string,
): Promise<Credentials> {
  const body = { refresh_token: refreshToken, shop_id: wireId(shopId) };
  return tokenCall(app, http, '/api/v2/auth/access_token/get', body, shopId);
}

async function tokenCall(
  app: AppKeys,
  http: ChannelHttp,
  path: string,
  body: Readonly<Record<string, string | number>>,
  shopId: string,
): Promise<Credentials> {
  const answer = await callPublic(app, http, {
    method: 'POST',
    path,
    body: { ...body, partner_id: wireId(app.id) },
  });
  const granted = parseReply(tokens, answer.envelope.whole, path);
  const now = answer.reply.ended.getTime();
  const life = granted.expire_in;
  const used = body['refresh_token'];
  return {
    accessToken: granted.access_token,
    accessExpiresAt: life === null ? null : new Date((life > absoluteFrom ? 0 : now) + life * 1000),
    // A reply without a refresh token leaves the one there was.
    refreshToken: granted.refresh_token ?? (typeof used === 'string' ? used : null),
    refreshExpiresAt: granted.refresh_token === null ? null : new Date(now + refreshTokenDays * 86_400_000),
    shopId,
    extra: {},
  };
}
