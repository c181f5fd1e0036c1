import { rejected, unauthorised, unavailable, unexpected } from '../kit/errors.ts';
import { parseJson } from '../kit/http.ts';
import type { ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import { callLogin } from './client.ts';
import { loginFailure, tokens } from './wire.ts';

/** amazon-sg.md 1.1: the seller must agree anew every year. */
const consentDays = 365;

/**
 * The website workflow (amazon-sg.md 1.1): Amazon signs nothing on the way back, so `state` alone ties the return to its
 * beginning. The seller's id comes back with the code and nowhere else: no call tells it later (8).
 */
export const authorisation: RedirectAuthorisation = {
  by: 'redirect',
  sendsReturnAddress: true,
  begin(app, { returnTo, state }) {
    const query = new URLSearchParams({
      application_id: app.extra['application_id'] ?? '',
      state,
      redirect_uri: returnTo,
    });
    return `${app.hosts['seller'] ?? ''}/apps/authorize/consent?${query.toString()}`;
  },

  async complete(app, http, query) {
    const code = firstOf(query, 'spapi_oauth_code', 'code');
    if (code === null) {
      throw rejected('missing_code', 'Amazon did not confirm the authorisation. Please start it again.');
    }
    const sellerId = firstOf(query, 'selling_partner_id', 'seller_id');
    if (sellerId === null) {
      throw rejected(
        'missing_seller',
        'Amazon did not say which seller agreed. Please start the authorisation again.',
      );
    }
    const redirectUri = firstOf(query, 'redirect_uri');
    const reply = await callLogin(app, http, {
      grant_type: 'authorization_code',
      code,
      ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
      ...keysOf(app),
    });
    if (failureIn(reply) !== null) {
      throw rejected(
        'invalid_grant',
        'Amazon no longer accepts this authorisation: it may have been used already, or have taken longer than five minutes. Please start it again.',
      );
    }
    const granted = grantedIn(reply);
    return {
      ...granted,
      refreshExpiresAt: new Date(reply.ended.getTime() + consentDays * 86_400_000),
      shopId: sellerId,
      extra: {},
    };
  },

  async refresh(app, http, credentials) {
    if (credentials.refreshToken === null) throw consentOver('no_refresh_token');
    const reply = await callLogin(app, http, {
      grant_type: 'refresh_token',
      refresh_token: credentials.refreshToken,
      ...keysOf(app),
    });
    const failed = failureIn(reply);
    if (failed !== null) throw consentOver(failed);
    const granted = grantedIn(reply);
    return { ...credentials, ...granted, refreshToken: granted.refreshToken ?? credentials.refreshToken };
  },

  // amazon-sg.md 1.2: a token lasts an hour and is renewed about a minute early; who looks does so once a minute.
  refreshAhead: 180,
  consentLasts: null,
};

function firstOf(query: Readonly<Record<string, string>>, ...names: readonly string[]): string | null {
  return names.map((name) => query[name] ?? '').find((value) => value !== '') ?? null;
}

const keysOf = (app: AppKeys) => ({ client_id: app.id, client_secret: app.secret });

/** The error code of a refused token call; null when it was granted. Throws where the fault is not the seller's. */
function failureIn(reply: ChannelReply): string | null {
  if (reply.status < 400) return null;
  // What Login with Amazon says of too many calls or its own faults is not documented: it is another hour's matter.
  if (reply.status >= 500) throw unavailable(`Amazon's login answered ${String(reply.status)}.`);
  const { error } = parseReply(loginFailure, parseJson(reply), 'the token call');
  if (error === 'invalid_grant') return error;
  if (error !== 'invalid_client') throw unexpected(`Amazon's login refused the token call: ${error}.`);
  throw rejected(
    error,
    'Amazon does not accept the keys of this installation. Whoever runs Evenstock must check its client id and secret; Amazon has them renewed every 180 days.',
  );
}

function grantedIn(
  reply: ChannelReply,
): Pick<Credentials, 'accessToken' | 'accessExpiresAt' | 'refreshToken'> {
  const granted = parseReply(tokens, parseJson(reply), 'the token call');
  return {
    accessToken: granted.access_token,
    accessExpiresAt: new Date(reply.ended.getTime() + granted.expires_in * 1000),
    refreshToken: granted.refresh_token,
  };
}

/** amazon-sg.md 1.2: the seller withdrew the consent, or it was not renewed within its year. */
function consentOver(code: string): Error {
  return unauthorised(
    code,
    'Amazon does not renew its token any more: the seller withdrew the consent, or its year is over. Please verify the marketplace again.',
  );
}
