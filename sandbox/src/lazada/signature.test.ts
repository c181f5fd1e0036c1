import { describe, expect, test } from 'vitest';
import { isSignedBy, pushAuthorization, sign, textToSign } from './signature.ts';

const secret = 'lzd_made_up_secret_0001';
const system = { app_key: '900001', sign_method: 'sha256', timestamp: '1760000000000' };
const payload = '{"Request":{"Product":{"Skus":{"Sku":[{"ItemId":"111","SkuId":"222","Quantity":"7"}]}}}}';

const vectors = [
  {
    name: 'V0, the vendor’s published example',
    secret: 'helloworld',
    path: '/order/get',
    parameters: {
      access_token: 'test',
      app_key: '123456',
      order_id: '1234',
      sign_method: 'sha256',
      timestamp: '1517820392000',
    },
    expected: '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
  },
  {
    name: 'L1, a read',
    secret,
    path: '/order/get',
    parameters: { ...system, access_token: '50000made0up1token', order_id: '100200300400' },
    expected: '3C6AF6B152F70F03255C59F167E2C5D67E3E7CACECCE85EB99656FD00ABDA43D',
  },
  {
    name: 'L2, a token call',
    secret,
    path: '/auth/token/create',
    parameters: { ...system, code: '0_900001_madeUpCode' },
    expected: 'C616A974ED8E15E3023F73456F947CB17532490FA92C63E6DE6DB45390E3523B',
  },
  {
    name: 'L3, a payload',
    secret,
    path: '/product/price_quantity/update',
    parameters: { ...system, access_token: '50000made0up1token', payload },
    expected: '5863C7F3854474DEB3759CB1DC5CDF131F4F74AAFCC9C37FE54CB6E8A185C66C',
  },
];

describe('signature', () => {
  test.each(vectors)('$name', ({ secret: key, path, parameters, expected }) => {
    const map = new Map(Object.entries(parameters));
    expect(sign(key, textToSign(path, map))).toBe(expected);
    expect(isSignedBy(key, path, map, '', expected)).toBe(true);
    expect(isSignedBy(key, path, map, '', expected.toLowerCase())).toBe(false);
    expect(isSignedBy(`${key}x`, path, map, '', expected)).toBe(false);
  });

  test('an empty parameter may be signed or left out', () => {
    const parameters = new Map(Object.entries({ app_key: '1', timestamp: '2', state: '' }));
    const without = sign('s', '/seller/getapp_key1timestamp2');
    const withIt = sign('s', '/seller/getapp_key1statetimestamp2');
    expect(isSignedBy('s', '/seller/get', parameters, '', without)).toBe(true);
    expect(isSignedBy('s', '/seller/get', parameters, '', withIt)).toBe(true);
  });

  test('L4, a push message', () => {
    const body =
      '{"seller_id":"100050","message_type":0,"data":{"order_status":"pending","trade_order_id":"100200300400","trade_order_line_id":"100200300401","status_update_time":1760000000},"timestamp":1760000001000,"site":"lazada_sg"}';
    expect(pushAuthorization('900001', secret, body)).toBe(
      '496761f783bb1acac4ecfc5914130b3cb91f81b8e0d85e8061f4561e5fcd6f2d',
    );
  });
});
