import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { callSeller, sign } from './client.ts';

const secret = 'lzd_made_up_secret_0001';
const app = {
  id: '900001',
  secret,
  hosts: { api: 'https://api.lazada.sg/rest' },
  extra: {},
};
const at = new Date(1_760_000_000_000);
const system = { app_key: '900001', sign_method: 'sha256', timestamp: '1760000000000' };
const token = '50000made0up1token';
const payload = '{"Request":{"Product":{"Skus":{"Sku":[{"ItemId":"111","SkuId":"222","Quantity":"7"}]}}}}';

describe('Lazada’s signature (lazada.md 1.4)', () => {
  it('V0: the vendor’s own example', () => {
    const parameters = {
      access_token: 'test',
      app_key: '123456',
      order_id: '1234',
      sign_method: 'sha256',
      timestamp: '1517820392000',
    };
    expect(sign('helloworld', '/order/get', parameters)).toBe(
      '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
    );
  });

  it.each([
    [
      'L1',
      '/order/get',
      { access_token: token, order_id: '100200300400' },
      '3C6AF6B152F70F03255C59F167E2C5D67E3E7CACECCE85EB99656FD00ABDA43D',
    ],
    [
      'L2',
      '/auth/token/create',
      { code: '0_900001_madeUpCode' },
      'C616A974ED8E15E3023F73456F947CB17532490FA92C63E6DE6DB45390E3523B',
    ],
    [
      'L3',
      '/product/price_quantity/update',
      { access_token: token, payload },
      '5863C7F3854474DEB3759CB1DC5CDF131F4F74AAFCC9C37FE54CB6E8A185C66C',
    ],
  ])('%s', (_name, path, parameters, expected) => {
    expect(sign(secret, path, { ...system, ...parameters })).toBe(expected);
  });

  it('leaves out empty values and the signature itself', () => {
    const parameters = { ...system, access_token: token, order_id: '100200300400' };
    expect(sign(secret, '/order/get', { ...parameters, note: '', sign: 'x' })).toBe(
      sign(secret, '/order/get', parameters),
    );
  });

  it('signs a POST’s payload as a parameter, and sends it in a form', async () => {
    const http = recordedHttp(new Date(0), () => ({ body: { code: '0', data: {} } }));
    await callSeller(accessTo(app, http, { accessToken: token, shopId: '1001' }), {
      method: 'POST',
      path: '/product/price_quantity/update',
      parameters: { payload },
      group: 'inventory',
      at,
    });
    const [request] = http.requests;
    expect(request?.url.startsWith('https://api.lazada.sg/rest/product/price_quantity/update?')).toBe(true);
    expect(request === undefined ? null : queryOf(request, 'sign')).toBe(
      '5863C7F3854474DEB3759CB1DC5CDF131F4F74AAFCC9C37FE54CB6E8A185C66C',
    );
    expect(new URLSearchParams(String(request?.body)).get('payload')).toBe(payload);
  });
});

describe('Lazada’s errors (lazada.md 2)', () => {
  it.each([
    ['IllegalAccessToken', 'unauthorised'],
    ['IllegalRefreshToken', 'unauthorised'],
    ['ApiCallLimit', 'throttled'],
    ['901', 'throttled'],
    ['998', 'throttled'],
    ['ServiceTimeout', 'unavailable'],
    ['1000', 'unavailable'],
    ['IncompleteSignature', 'rejected'],
    ['16', 'rejected'],
    ['SellerNotActive', 'rejected'],
  ])('%s is %s', async (code, kind) => {
    const body = { type: 'ISV', code, message: 'The call did not work', request_id: 'x' };
    expect((await faultOf({ body })).kind).toBe(kind);
  });

  it('takes a code that is a number', async () => {
    expect((await faultOf({ body: { code: 16, message: '' } })).kind).toBe('rejected');
  });

  it.each([
    [{ status: 502, body: '<html></html>' }, 'unavailable'],
    [{ status: 200, body: '{"code":"0","dat' }, 'unexpected'],
    [{ status: 200, body: '<html></html>' }, 'unexpected'],
  ])('%j is %s', async (answer, kind) => {
    expect((await faultOf(answer)).kind).toBe(kind);
  });
});

async function faultOf(answer: { status?: number; body: unknown }) {
  const access = accessTo(
    app,
    recordedHttp(at, () => answer),
    { shopId: '1001' },
  );
  try {
    await callSeller(access, { method: 'GET', path: '/seller/get', parameters: {}, group: 'products' });
  } catch (error) {
    if (error instanceof ChannelError) return error.fault;
    throw error;
  }
  throw new Error('no fault');
}
