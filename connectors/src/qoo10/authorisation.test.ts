import { message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { recordedHttp } from '../kit/recorded-http.fixture.ts';
import { authorisation } from './authorisation.ts';
import { app, methodOf, now, ran, refused } from './seller.fixture.ts';

const typed = { key: 'demoApiKey', user_id: 'demoseller', password: 'p@ss' };
const granting = () => recordedHttp(now, () => ({ body: ran('S5bnDEMO') }));

const faultIn = async (result: Promise<unknown>): Promise<unknown> => {
  const failed: unknown = await result.catch((error: unknown) => error);
  return failed instanceof ChannelError ? failed.fault : failed;
};

describe('the certification key (qoo10.md 1.1)', () => {
  it('is made of API key, user id and password, none of them in the address', async () => {
    const http = granting();
    const credentials = await authorisation.complete(app, http, typed, null);
    const [request] = http.requests;
    expect(request === undefined ? '' : methodOf(request)).toBe('CertificationAPI.CreateCertificationKey');
    expect(request?.headers).toMatchObject({ GiosisCertificationKey: 'demoApiKey' });
    expect(request?.body).toBe('returnType=json&user_id=demoseller&pwd=p%40ss');
    expect(credentials).toEqual({
      accessToken: 'S5bnDEMO',
      accessExpiresAt: new Date(now.getTime() + 365 * 86_400_000),
      refreshToken: 'p@ss',
      refreshExpiresAt: null,
      shopId: 'demoseller',
      extra: { key: 'demoApiKey' },
    });
  });

  it('is made anew with what is kept', async () => {
    const credentials = await authorisation.complete(app, granting(), typed, null);
    const http = granting();
    await authorisation.refresh(app, http, credentials);
    expect(http.requests[0]?.headers).toMatchObject({ GiosisCertificationKey: 'demoApiKey' });
    expect(http.requests[0]?.body).toBe('returnType=json&user_id=demoseller&pwd=p%40ss');
  });

  it.each([
    ['key', 'QAPI Key Code'],
    ['user_id', 'Qoo10 user id'],
    ['password', 'Qoo10 password'],
  ])('needs %s', async (key, field) => {
    const result = authorisation.complete(app, granting(), { ...typed, [key]: ' ' }, null);
    expect(await faultIn(result)).toEqual({
      kind: 'rejected',
      code: `missing_${key}`,
      reason: message('api.required', { field }),
    });
  });

  it.each([refused(-10001), { ErrorCode: -10000, ErrorMsg: 'no' }])(
    'is refused in words: %j',
    async (body) => {
      const http = recordedHttp(now, () => ({ body }));
      expect(await faultIn(authorisation.complete(app, http, typed, null))).toMatchObject({
        kind: 'rejected',
        reason: { code: 'consent.keys_wrong' },
      });
    },
  );

  it('is not renewed with a password that changed', async () => {
    const credentials = await authorisation.complete(app, granting(), typed, null);
    const http = recordedHttp(now, () => ({ body: refused(-10001) }));
    expect(await faultIn(authorisation.refresh(app, http, credentials))).toMatchObject({
      kind: 'unauthorised',
    });
  });
});
