import { message } from '@evenstock/contract/messages/message';
import { rejected, throttled, unauthorised, unavailable } from '../kit/errors.ts';
import { parseJson, retryAfterSeconds } from '../kit/http.ts';
import { readJson } from '../kit/json.ts';
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
    if (keysRefused(reply))
      throw rejected('invalid_client', message('consent.app_keys_refused', { channel }));
    if (isOver(reply)) {
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
    if (isOver(reply)) throw consentOver('invalid_grant');
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

/** The installation's own keys are wrong, which no seller can mend. */
const keysRefused = (reply: ChannelReply): boolean =>
  reply.status >= 400 &&
  reply.status < 500 &&
  loginFailure.safeParse(bodyOf(reply)).data?.error === 'invalid_client';

/**
 * Whether the code or the consent is over: only `invalid_grant` states it (amazon-sg.md 1.2). Login with Amazon documents neither its
 * limits nor its other faults, so whatever else it says is taken for a fault of the moment.
 */
function isOver(reply: ChannelReply): boolean {
  if (reply.status < 400) return false;
  if (reply.status === 429) throw throttled(retryAfterSeconds(reply) ?? 1);
  if (reply.status >= 500) throw unavailable(message('answers.failed', { channel, status: reply.status }));
  const { data } = loginFailure.safeParse(bodyOf(reply));
  if (data?.error === 'invalid_grant') return true;
  if (data?.error === 'invalid_client') throw unavailable(message('consent.app_keys_refused', { channel }));
  const reason = data?.error ?? String(reply.status);
  throw unavailable(message('consent.token_call_refused', { channel, reason }));
}

function bodyOf(reply: ChannelReply): unknown {
  try {
    return readJson(reply.text);
  } catch {
    return null;
  }
}

function grantedIn(
  reply: ChannelReply,
): Pick<Credentials, 'accessToken' | 'accessExpiresAt' | 'refreshToken'> {
  const granted = parseReply(tokens, parseJson(reply), 'the token call');
  return {
    accessToken: granted.access_token,
    accessExpiresAt:
      granted.expires_in === null ? null : new Date(reply.ended.getTime() + granted.expires_in * 1000),
    refreshToken: granted.refresh_token,
  };
}

/** amazon-sg.md 1.2: the seller withdrew the consent, or it was not renewed within its year. */
function consentOver(code: string): Error {
  return unauthorised(code, message('consent.token_over', { channel }));
}
