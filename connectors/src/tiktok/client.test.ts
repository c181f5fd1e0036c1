import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { callSeller, callShop, sign } from './client.ts';

const secret = '0123456789abcdef0123456789abcdef01234567';
const app = { id: '6demo7key', secret, hosts: { api: 'https://api.test' }, extra: {} };
const at = new Date(1_767_225_600_000);
const common = { app_key: '6demo7key', timestamp: 1_767_225_600 };
const cipher = 'ROW_DEMOcipher123';
const approve = '/return_refund/202309/cancellations/4035318504086604100/approve';

describe('TikTok’s signature (tiktok.md 1.4)', () => {
  it.each([
    [
      'A',
      '/authorization/202309/shops',
      {},
      '',
      '9ae9ede8f22bda4f3f14d11d57356b780efdc48c6dc8c0268b7a7a2d58b18ab3',
    ],
    [
      'B',
      '/order/202309/orders/search',
      { page_size: 20, shop_cipher: cipher, sort_field: 'update_time' },
      '{"order_status":"AWAITING_SHIPMENT","update_time_ge":1767139200}',
      'a36a5c05167a1c61f4981fd33c798f5131aa9841718241fd3c22f33a6943c822',
    ],
    [
      'C',
      '/order/202309/orders',
      { ids: '576461413038785752,576461413038785753', shop_cipher: cipher },
      '',
      '9ec59acb782c7b65ad889a341c36a0be5c4cd19579e49ed4603394b864aadd7d',
    ],
    [
      'D1',
      approve,
      { idempotency_key: 'a1b2c3', shop_cipher: cipher },
      '',
      'dc403cbb5520f563c14aaff44309d48b4061e0493eb2d94fb49549ab4058a8ee',
    ],
    [
      'D2',
      approve,
      { idempotency_key: 'a1b2c3', shop_cipher: cipher },
      '{}',
      '554fe32aeb4172c650cd0698a7c1cf8f0c4da155df8965f38a090dda479e58c9',
    ],
  ])('%s', (_name, path, query, body, expected) => {
    expect(sign(secret, path, { ...common, ...query }, body)).toBe(expected);
  });

  it('E', () => {
    expect(sign('app_secret', '/test-api', { foo: 'bar' }, '')).toBe(
      'd3cb7fe11ecae942802ceeca67e7cf10120cc12f1517d45fbc1c8cfe5413c80f',
    );
  });

  it('leaves out what is never signed', () => {
    const parameters = { ...common, access_token: 't', sign: 's', 'x-tts-access-token': 't' };
    expect(sign(secret, '/authorization/202309/shops', parameters, '')).toBe(
      '9ae9ede8f22bda4f3f14d11d57356b780efdc48c6dc8c0268b7a7a2d58b18ab3',
    );
  });

  it('is sent with a call, over the very body and with the instant asked for', async () => {
    const http = recordedHttp(new Date(0), () => ({ body: ok }));
    const body = { order_status: 'AWAITING_SHIPMENT', update_time_ge: 1_767_139_200 };
    const query = { page_size: 20, sort_field: 'update_time' };
    const path = '/order/202309/orders/search';
    await callShop(accessOver(http), { method: 'POST', path, query, body, group: 'orders', at });
    const [request] = http.requests;
    expect(request?.headers).toMatchObject({ 'x-tts-access-token': 'token' });
    expect(request?.body).toBe('{"order_status":"AWAITING_SHIPMENT","update_time_ge":1767139200}');
    expect(request === undefined ? null : queryOf(request, 'sign')).toBe(
      'a36a5c05167a1c61f4981fd33c798f5131aa9841718241fd3c22f33a6943c822',
    );
  });

  it('sends a list with its commas encoded, and signs them bare', async () => {
    const http = recordedHttp(at, () => ({ body: ok }));
    const query = { ids: '576461413038785752,576461413038785753' };
    await callShop(accessOver(http), {
      method: 'GET',
      path: '/order/202309/orders',
      query,
      group: 'orders',
    });
    expect(http.requests[0]?.url).toContain('ids=576461413038785752%2C576461413038785753');
    expect(http.requests[0]?.url).toContain(
      'sign=9ec59acb782c7b65ad889a341c36a0be5c4cd19579e49ed4603394b864aadd7d',
    );
  });

  it('names no shop in calls for the seller', async () => {
    const http = recordedHttp(at, () => ({ body: ok }));
    const path = '/authorization/202309/shops';
    await callSeller(app, http, 'token', { method: 'GET', path, group: 'shop' });
    expect(http.requests[0]?.url).not.toContain('shop_cipher');
  });
});

describe('TikTok’s errors (tiktok.md 2)', () => {
  it.each([
    [401, 105002, 'access token expired', 'unauthorised'],
    [401, 105001, '', 'unauthorised'],
    [200, 101000, 'shop not linked to the token', 'unauthorised'],
    [403, 105005, 'no scope', 'rejected'],
    [401, 106001, 'invalid sign', 'rejected'],
    [400, 36009004, 'Invalid timestamp, expired. For more details: https://x.test', 'throttled'],
    [400, 36009004, 'Invalid x-tts-access-token header', 'unauthorised'],
    [400, 36009004, 'Unexpected identifier shop_cipher', 'rejected'],
    [200, 36009002, 'Too many requests', 'throttled'],
    [429, 36009002, 'Too many requests', 'throttled'],
    [500, 36009003, 'Internal error', 'unavailable'],
    [200, 36009007, 'Timeout', 'unavailable'],
    [503, 1, 'Overload', 'unavailable'],
    [200, 12052048, 'product belongs to another seller', 'rejected'],
    [200, 25001001, 'order status not eligible', 'rejected'],
  ])('%i with %i (%s) is %s', async (status, code, message, kind) => {
    expect((await faultOf({ status, body: { code, message, data: null } })).kind).toBe(kind);
  });

  it('waits as long as it is asked to', async () => {
    const answer = { status: 429, headers: { 'retry-after': '7' }, body: { code: 36009002 } };
    expect(await faultOf(answer)).toMatchObject({ kind: 'throttled', afterSeconds: 7 });
  });

  it('passes on what TikTok says, without its link for developers', async () => {
    const message = 'Package is frozen. For more details: https://partner.test/1';
    const fault = await faultOf({ body: { code: 10007014, message, data: null } });
    expect(fault).toMatchObject({ code: '10007014', reason: fromChannel('TikTok: Package is frozen.') });
  });

  it.each([
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'unavailable'],
    [{ status: 200, body: '{"code":0,"da' }, 'unexpected'],
    [{ status: 200, body: '<html>Maintenance</html>' }, 'unexpected'],
    [{ status: 500, body: {} }, 'unavailable'],
    [{ status: 400, body: { code: 0, message: 'Success', data: {} } }, 'unexpected'],
  ])('%j is %s', async (answer, kind) => {
    expect((await faultOf(answer)).kind).toBe(kind);
  });

  it('asks for a new verification when the shop’s cipher is not known', async () => {
    const access = accessTo(
      app,
      recordedHttp(at, () => ({ body: ok })),
      { shopId: '7' },
    );
    const call = callShop(access, { method: 'GET', path: '/x', group: 'orders' });
    await expect(call).rejects.toMatchObject({ fault: { kind: 'unauthorised' } });
  });
});

const ok = { code: 0, message: 'Success', data: {}, request_id: '1' };

const accessOver = (http: ReturnType<typeof recordedHttp>) =>
  accessTo(app, http, { shopId: '7000714532876273420', extra: { cipher, region: 'SG' } });

async function faultOf(answer: { status?: number; body: unknown; headers?: Record<string, string> }) {
  const http = recordedHttp(at, () => answer);
  try {
    await callShop(accessOver(http), {
      method: 'GET',
      path: '/logistics/202309/warehouses',
      group: 'products',
    });
  } catch (error) {
    if (error instanceof ChannelError) return error.fault;
    throw error;
  }
  throw new Error('no fault');
}
