import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded } from '../kit/recorded-http.fixture.ts';
import { app, failed, now, ok, okStatus, shopWith } from './app.fixture.ts';
import { basicHeader, callFs, newToken } from './client.ts';

const faultIn = async (result: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  return error instanceof ChannelError ? error.fault : error;
};
const calling = (answer: Recorded, query: Readonly<Record<string, string>> = {}) =>
  callFs(shopWith({ '/x': () => answer }).access, { method: 'GET', path: '/x', query, group: 'orders' });

describe('the token (tokopedia.md 1)', () => {
  it('is asked for with the vector’s header', async () => {
    expect(basicHeader(app)).toBe('Basic ZGVtby1jbGllbnQtaWQ6ZGVtby1jbGllbnQtc2VjcmV0');
    const http = recordedHttp(now, () => ({
      body: {
        access_token: 'c:demoToken',
        event_code: '',
        expires_in: 2592000,
        last_login_type: '1',
        sq_check: false,
        token_type: 'Bearer',
      },
    }));
    expect(await newToken(app, http)).toEqual({
      accessToken: 'c:demoToken',
      expiresAt: new Date(now.getTime() + 2_592_000_000),
    });
    expect(http.requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://accounts.test/token?grant_type=client_credentials',
      headers: { authorization: 'Basic ZGVtby1jbGllbnQtaWQ6ZGVtby1jbGllbnQtc2VjcmV0' },
    });
  });

  it.each([
    [{ status: 401, body: '' }],
    [{ status: 200, body: { error: 'invalid_client', error_description: 'no' } }],
  ])('is not given for keys that are not known: %j', async (answer) => {
    expect(
      await faultIn(
        newToken(
          app,
          recordedHttp(now, () => answer),
        ),
      ),
    ).toMatchObject({
      kind: 'unauthorised',
      code: 'invalid_client',
    });
  });
});

describe('answers and faults (tokopedia.md 2)', () => {
  it('takes both envelopes', async () => {
    for (const answer of [
      ok([1]),
      okStatus([1]),
      { body: { header: { error_code: 0, messages: null }, data: [1] } },
    ]) {
      expect((await calling(answer)).envelope.data).toEqual([1]);
    }
  });

  it.each([
    [failed(400, 'ORD_DLV_013', 'range'), 'rejected'],
    [failed(500, 'ORD_API_008', 'not found'), 'rejected'],
    [failed(500, 'OPENAPI_DB_003', 'not found'), 'rejected'],
    [failed(500, 'ORD_API_006', 'external'), 'unavailable'],
    [failed(500, 'PRD_GRPC_001', 'upstream'), 'unavailable'],
    [failed(200, 'PRD_DLV_042', 'wrong type'), 'rejected'],
    [
      {
        status: 400,
        body: { data: null, status: '400 Bad Request', error_message: ['Invalid FS ID Format'] },
      },
      'rejected',
    ],
    [{ status: 401, body: '' }, 'unauthorised'],
    [failed(403, '', 'whitelist'), 'rejected'],
    [{ status: 502, body: '<html>' }, 'unavailable'],
    [{ status: 200, body: '<html>' }, 'unexpected'],
    [{ status: 200, body: { hello: 1 } }, 'unexpected'],
  ])('%j is %s', async (answer, kind) => {
    expect(await faultIn(calling(answer))).toMatchObject({ kind });
  });

  it.each([
    ['PRD_USC_001', 'not linked'],
    ['ORD_USC_001', 'FS ID Is Not Associated With Shop ID or Warehouse ID'],
  ])('%s says that the shop was unlinked, unless the call named a warehouse', async (code, said) => {
    const fault = { kind: 'unauthorised', code, isRemoved: true };
    expect(await faultIn(calling(failed(400, code, said)))).toMatchObject(fault);
    const named = calling(failed(400, code, said), { warehouse_id: '5' });
    expect(await faultIn(named)).toMatchObject({ kind: 'rejected', code });
  });

  it('waits as long as the limit says, whole seconds', async () => {
    const answer = { status: 429, headers: { 'x-ratelimit-full-reset-after': '2.4' }, body: '' };
    expect(await faultIn(calling(answer))).toMatchObject({ kind: 'throttled', afterSeconds: 3 });
  });
});
