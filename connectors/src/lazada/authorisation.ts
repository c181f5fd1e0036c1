import { message } from '@evenstock/contract/messages/message';
import { rejected } from '../kit/errors.ts';
import { parseReply } from '../kit/read-records.ts';
import { renewing } from '../kit/renewal.ts';
import type { Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import { callAuth } from './client.ts';
import type { LazadaReply } from './client.ts';
import { grantedSeller, tokens } from './wire.ts';
import { channel } from './channel.ts';

const hour = 3600;

/** lazada.md 1.2. The consent link and its return are not signed: `state` ties the one to the other. */
export const authorisation: RedirectAuthorisation = {
  by: 'redirect',
  sendsReturnAddress: true,
  begin(app, { returnTo, state }) {
    const query = new URLSearchParams({
      response_type: 'code',
      force_auth: 'true',
      redirect_uri: returnTo,
      client_id: app.id,
      state,
    });
    return `${app.hosts['authorize'] ?? ''}?${query.toString()}`;
  },

  async complete(app, http, query) {
    const code = query['code'];
    if (code === undefined || code === '') {
      throw rejected('missing_code', message('consent.not_confirmed', { channel }));
    }
    const path = '/auth/token/create';
    const answer = await callAuth(app, http, { method: 'POST', path, parameters: { code }, group: 'token' });
    const { credentials, sellerId } = grantedBy(answer, path);
    if (sellerId === null) {
      throw rejected('missing_seller', message('consent.shop_not_named', { channel }));
    }
    return { ...credentials, shopId: sellerId };
  },

  async refresh(app, http, credentials) {
    const path = '/auth/token/refresh';
    const parameters = { refresh_token: credentials.refreshToken ?? '' };
    const answer = await renewing(() =>
      callAuth(app, http, { method: 'POST', path, parameters, group: 'token' }),
    );
    const fresh = grantedBy(answer, path).credentials;
    return {
      ...fresh,
      // A reply without a refresh token leaves the one there was.
      refreshToken: fresh.refreshToken ?? credentials.refreshToken,
      shopId: credentials.shopId,
      // The seller consented for one site, which a renewal does not change.
      extra: { ...fresh.extra, ...credentials.extra },
    };
  },

  refreshAhead: 48 * hour,
  consentLasts: 'one_month',
};

/**
 * What a token reply grants. A seller may have a shop in several countries; a token works on the site that was chosen,
 * so the seller of that country is the one; a cross-border grant ('cb') works on all, and Singapore's is taken.
 * `refresh_expires_in` 0 means that the seller must authorise again.
 */
function grantedBy(
  answer: LazadaReply,
  path: string,
): { credentials: Omit<Credentials, 'shopId'>; sellerId: string | null } {
  const granted = parseReply(tokens, answer.envelope.whole, path);
  const sellers = [...granted.country_user_info, ...granted.country_user_info_list].flatMap((record) => {
    const parsed = grantedSeller.safeParse(record);
    return parsed.success ? [{ id: parsed.data.seller_id, site: siteOf(parsed.data.country) }] : [];
  });
  const site = siteOf(granted.country);
  const isOneSite = site !== null && site !== 'cb';
  const here =
    sellers.find((each) => each.site === (isOneSite ? site : 'sg')) ??
    (isOneSite && sellers.some((each) => each.site !== null) ? undefined : sellers[0]);
  const now = answer.reply.ended.getTime();
  const country = here?.site ?? (isOneSite ? site : null);
  const endOf = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(now + seconds * 1000);
  return {
    credentials: {
      accessToken: granted.access_token,
      accessExpiresAt: endOf(granted.expires_in),
      refreshToken: granted.refresh_token,
      refreshExpiresAt: endOf(granted.refresh_expires_in),
      extra: country === null ? {} : { country },
    },
    sellerId: here?.id ?? null,
  };
}

/** A site as hosts are named: 'sg'. */
const siteOf = (country: string | null): string | null => country?.trim().toLowerCase() ?? null;
