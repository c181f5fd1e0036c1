import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { baseString, callShop, sign } from './client.ts';

const key = 'shpk_made_up_partner_key_0001';
const token = '6d61646575706163636573733030303031';
const app = { id: '2000001', secret: key, hosts: { api: 'https://partner.shopeemobile.com' }, extra: {} };
const at = new Date(1_760_000_000_000);

describe('Shopee’s signature (shopee.md 1.4)', () => {
  it.each([
    [
      'S1',
      '/api/v2/auth/token/get',
      '',
      '',
      '5c25742d5b9aa08d5681056c1d6a5a3ddd6cc90c752bf9db7a6bcf4f3b87f0cc',
    ],
    [
      'S2',
      '/api/v2/order/get_order_list',
      token,
      '600001',
      '8a1ef30d29237578bef4ffca31645bec624e28e8e1347b8a174095b6aaa8a131',
    ],
    [
      'S3',
      '/api/v2/shop/auth_partner',
      '',
      '',
      'fc4155197300d266e397cd7150adcc1eba20b28fde15f0c2da97c6f29eafb9df',
    ],
    [
      'S4',
      '/api/v2/merchant/get_merchant_info',
      token,
      '1700001',
      'bb5f32a0e52561c2011e107743cbbdaf0e2da7ecec6f0753caa134ed6a499070',
    ],
  ])('%s', (_name, path, accessToken, owner, expected) => {
    expect(sign(key, baseString('2000001', path, 1_760_000_000, accessToken, owner))).toBe(expected);
  });

  it('puts the common parameters into the query, and signs with the instant asked for', async () => {
    const http = recordedHttp(new Date(0), () => ({ body: { error: '', response: {} } }));
    const access = accessTo(app, http, { accessToken: token, shopId: '600001' });
    await callShop(access, { method: 'GET', path: '/api/v2/order/get_order_list', at });
    const [request] = http.requests;
    expect(request === undefined ? null : pathOf(request)).toBe('/api/v2/order/get_order_list');
    expect(request === undefined ? null : queryOf(request, 'sign')).toBe(
      '8a1ef30d29237578bef4ffca31645bec624e28e8e1347b8a174095b6aaa8a131',
    );
  });
});

describe('Shopee’s errors (shopee.md 2.2)', () => {
  it.each([
    ['invalid_acceess_token', '', 'unauthorised'],
    ['common.error_auth', 'Invalid access_token.', 'unauthorised'],
    ['error_auth', 'Invalid partner_id or shopid.', 'unauthorised'],
    ['error_auth', 'Invalid refresh_token.', 'unauthorised'],
    ['error_auth', 'No permission to current api.', 'rejected'],
    ['error_auth', 'Total stock must be more than reserved stock.', 'rejected'],
    ['error_rate_limit', 'Too many requests', 'throttled'],
    ['error_param', 'Timestamp is expired.', 'throttled'],
    ['product.error_param', 'Wrong model_id.', 'rejected'],
    ['error_sign', 'Wrong sign.', 'rejected'],
    ['error_system_busy', '', 'unavailable'],
    ['error_data', 'something', 'unavailable'],
    ['error_data', "The return you queried doesn't exist.", 'rejected'],
    ['order.order_list_invalid_time', '', 'rejected'],
  ])('%s (%s) is %s', async (error, message, kind) => {
    expect((await faultOf({ body: { error, message, request_id: 'x' } })).kind).toBe(kind);
  });

  it('waits until midnight in Singapore when the day’s calls are used up', async () => {
    const fault = await faultOf({ body: { error: 'error_limit', message: '' } });
    // 2025-10-09 08:53:20 UTC is 16:53:20 there.
    expect(fault).toMatchObject({ kind: 'throttled', afterSeconds: 7 * 3600 + 6 * 60 + 40 });
  });

  it.each([
    [{ status: 502, body: '<html>Bad gateway</html>' }, 'unavailable'],
    [{ status: 200, body: '{"error":"","resp' }, 'unexpected'],
    [{ status: 200, body: '<html>Maintenance</html>' }, 'unexpected'],
    [{ status: 500, body: {} }, 'unavailable'],
    [{ status: 429, body: '', headers: { 'retry-after': '7' } }, 'throttled'],
    [{ status: 403, body: { error: 'error_sign', message: 'Wrong sign.' } }, 'rejected'],
  ])('%j is %s', async (answer, kind) => {
    expect((await faultOf(answer)).kind).toBe(kind);
  });
});

async function faultOf(answer: { status?: number; body: unknown; headers?: Record<string, string> }) {
  const access = accessTo(
    app,
    recordedHttp(at, () => answer),
    { shopId: '600001' },
  );
  try {
    await callShop(access, { method: 'GET', path: '/api/v2/shop/get_profile' });
  } catch (error) {
    if (error instanceof ChannelError) return error.fault;
    throw error;
  }
  throw new Error('no fault');
}
