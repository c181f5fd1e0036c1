import { ChannelError, rejected, unauthorised } from '../kit/errors.ts';
import type { AppKeys, Credentials } from '../kit/access.ts';
import type { KeysAuthorisation } from '../kit/authorisation.ts';
import type { ChannelHttp } from '../kit/http.ts';
import { callWithApiKey, resultOf } from './client.ts';
import { certificationKey } from './wire.ts';

const method = 'CertificationAPI.CreateCertificationKey';
const day = 86_400;
/** A certification key lives about a year (qoo10.md 1.1). */
const keyDays = 365;

const fields = [
  { key: 'key', label: 'QAPI Key Code', isSecret: true, missing: 'QAPI Key Code is required' },
  { key: 'user_id', label: 'Qoo10 User ID', isSecret: false, missing: 'Qoo10 user id is required' },
  { key: 'password', label: 'Qoo10 Password', isSecret: true, missing: 'Qoo10 password is required' },
] as const;

/**
 * qoo10.md 1.1: API key, user id and password make a certification key, as often as one likes. There is no refresh token:
 * the password takes its place, and the API key is kept in `extra.key`. The shop's id is the user id.
 */
export const authorisation: KeysAuthorisation = {
  by: 'keys',
  fields: fields.map(({ key, label, isSecret }) => ({ key, label, isSecret })),

  async complete(app, http, values) {
    for (const { key, missing } of fields) {
      if ((values[key] ?? '').trim() === '') throw rejected(`missing_${key}`, `${missing}.`);
    }
    const typed = { key: (values['key'] ?? '').trim(), userId: (values['user_id'] ?? '').trim() };
    try {
      return await newKey(app, http, typed, values['password'] ?? '');
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw rejected(
        error.fault.code,
        `Qoo10 does not accept the API key, user id and password together. Check all three in QSM and try again. (${error.message})`,
      );
    }
  },

  async refresh(app, http, credentials) {
    const kept = { key: credentials.extra['key'] ?? '', userId: credentials.shopId };
    try {
      return await newKey(app, http, kept, credentials.refreshToken ?? '');
    } catch (error) {
      if (!isRefused(error)) throw error;
      throw unauthorised(
        error.fault.code,
        `Qoo10 does not accept the API key or the password any more. Verify the marketplace again with the present ones. (${error.message})`,
      );
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
