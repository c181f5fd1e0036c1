import { channels } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import { ChannelError, rejected, unauthorised } from '../kit/errors.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { KeysAuthorisation } from '../kit/authorisation.ts';
import type { ChannelHttp } from '../kit/http.ts';
import { callWithApiKey, resultOf } from './client.ts';
import { certificationKey } from './wire.ts';
import { channel } from './channel.ts';

const method = 'CertificationAPI.CreateCertificationKey';
const day = 86_400;
/** A certification key lasts about a year (qoo10.md 1.1). */
const keyDays = 365;

const { consent } = channels.qoo10;
const keys = consent.by === 'keys' ? consent.keys : [];
const fields = keys.map(({ key, label, isSecret }) => ({ key, label: label.en, isSecret }));

/**
 * qoo10.md 1.1: API key, user id and password are exchanged for a certification key. There is no refresh token: the password
 * is kept in its place, and the API key in `extra.key`. The shop's id is the user id.
 */
export const authorisation: KeysAuthorisation = {
  by: 'keys',
  fields,

  async complete(app, http, values) {
    for (const { key, label } of fields) {
      if ((values[key] ?? '').trim() === '')
        throw rejected(`missing_${key}`, message('api.required', { field: label }));
    }
    const typed = { key: (values['key'] ?? '').trim(), userId: (values['user_id'] ?? '').trim() };
    try {
      return await newKey(app, http, typed, values['password'] ?? '');
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw rejected(error.fault.code, message('consent.keys_wrong', { channel, reason: error.message }));
    }
  },

  async refresh(app, http, credentials) {
    const kept = { key: credentials.extra['key'] ?? '', userId: credentials.shopId };
    try {
      return await newKey(app, http, kept, credentials.refreshToken ?? '');
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw unauthorised(error.fault.code, message('consent.keys_over', { channel, reason: error.message }));
    }
  },

  refreshAhead: 30 * day,
  consentLasts: null,
};

type Refused = ChannelError & { readonly fault: { readonly code: string } };

function isRefused(error: unknown): error is Refused {
  return (
    error instanceof ChannelError && (error.fault.kind === 'rejected' || error.fault.kind === 'unauthorised')
  );
}

async function newKey(
  app: AppKeys,
  http: ChannelHttp,
  { key, userId }: { readonly key: string; readonly userId: string },
  password: string,
): Promise<Credentials> {
  const answer = await callWithApiKey(app, http, key, {
    method,
    parameters: { user_id: userId, pwd: password },
    group: 'keys',
  });
  return {
    accessToken: resultOf(certificationKey, answer, method),
    accessExpiresAt: new Date(answer.reply.ended.getTime() + keyDays * day * 1000),
    refreshToken: password,
    refreshExpiresAt: null,
    shopId: userId,
    extra: { key },
  };
}
