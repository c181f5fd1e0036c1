import { expect, test } from 'vitest';
import { baseString, sign, signPush } from './signature.ts';

const key = 'shpk_made_up_partner_key_0001';
const partner = '2000001';
const at = '1760000000';
const token = '6d61646575706163636573733030303031';

test.each([
  [
    'S1 public',
    baseString(partner, '/api/v2/auth/token/get', at),
    '5c25742d5b9aa08d5681056c1d6a5a3ddd6cc90c752bf9db7a6bcf4f3b87f0cc',
  ],
  [
    'S2 shop',
    baseString(partner, '/api/v2/order/get_order_list', at, token, '600001'),
    '8a1ef30d29237578bef4ffca31645bec624e28e8e1347b8a174095b6aaa8a131',
  ],
  [
    'S3 link',
    baseString(partner, '/api/v2/shop/auth_partner', at),
    'fc4155197300d266e397cd7150adcc1eba20b28fde15f0c2da97c6f29eafb9df',
  ],
  [
    'S4 merchant',
    baseString(partner, '/api/v2/merchant/get_merchant_info', at, token, '1700001'),
    'bb5f32a0e52561c2011e107743cbbdaf0e2da7ecec6f0753caa134ed6a499070',
  ],
])('signs as the vendor: %s', (_, text, expected) => {
  expect(sign(key, text)).toBe(expected);
});

test('signs a push over address and body (S5)', () => {
  const body =
    '{"data":{"ordersn":"251009TESTSN01","status":"READY_TO_SHIP","completed_scenario":"","update_time":1760000000},"shop_id":600001,"code":3,"timestamp":1760000001}';
  expect(signPush(key, 'https://seller.example.test/hooks/shopee', body)).toBe(
    '8375cce6a7a725e3dae5b2f699afd53d15447341b0c4db23cc481a12b3f1f7c1',
  );
});
