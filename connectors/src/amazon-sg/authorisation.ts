import { message } from '@evenstock/contract/messages/message';
import { rejected, unauthorised, unavailable, unexpected } from '../kit/errors.ts';
import { parseJson } from '../kit/http.ts';
import type { ChannelReply } from '../kit/http.ts';
import { parseReply } from '../kit/read-records.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { RedirectAuthorisation } from '../kit/authorisation.ts';
import { callLogin } from './client.ts';
import { loginFailure, tokens } from './wire.ts';
import { channel } from './channel.ts';

/** amazon-sg.md 1.1: the seller must agree anew every year. */
const consentDays = 365;

/**
 * The website workflow (amazon-sg.md 1.1): Amazon does not sign the return: `state` identifies it. The seller's id
 * comes with the code alone; no later call returns it (8).
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
      throw rejected('missing_code', message('consent.not_confirmed', { channel }));
    }
    const sellerId = firstOf(query, 'selling_partner_id', 'seller_id');
    if (sellerId === null) {
      throw rejected('missing_seller', message('consent.shop_not_named', { channel }));
    }
    const redirectUri = firstOf(query, 'redirect_uri');
    const reply = await callLogin(app, http, {
      grant_type: 'authorization_code',
      code,
      ...(redirectUri === null ? {} : { redirect_uri: redirectUri }),
      ...keysOf(app),
    });
    if (failureIn(reply) !== null) {
      throw rejected('invalid_grant', message('consent.code_over', { channel }));
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

  // amazon-sg.md 1.2: a token lasts an hour and is renewed three minutes early, as expiry is checked once a minute.
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
  // Login with Amazon documents neither its limits nor its faults, so these are retried.
  if (reply.status >= 500) throw unavailable(message('answers.failed', { channel, status: reply.status }));
  const { error } = parseReply(loginFailure, parseJson(reply), 'the token call');
  if (error === 'invalid_grant') return error;
  if (error !== 'invalid_client')
    throw unexpected(message('consent.token_call_refused', { channel, reason: error }));
  throw rejected(error, message('consent.app_keys_refused', { channel }));
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
  return unauthorised(code, message('consent.token_over', { channel }));
}
