import { expect, test } from 'vitest';
import { expectedSign, isSame, signCall, signNotice } from './signature.ts';

const key = '6demo7key';
const secret = '0123456789abcdef0123456789abcdef01234567';
const order = '/order/202309/orders';
const cancellation = '/return_refund/202309/cancellations/4035318504086604100/approve';
const cipher = 'shop_cipher=ROW_DEMOcipher123';

function signed(path: string, query: string, body = '', contentType = 'application/json'): string {
  const url = new URL(`https://x${path}?app_key=${key}&timestamp=1767225600&${query}`);
  return expectedSign(secret, {
    method: 'POST',
    url,
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
  });
}

test.each([
  ['A', signed('/authorization/202309/shops', ''), '9ae9ede8f22bda4f3f14d11d57356b780efdc48c6dc8c0268b7a7a2d58b18ab3'],
  [
    'B',
    signed(`${order}/search`, `page_size=20&${cipher}&sort_field=update_time`, '{"order_status":"AWAITING_SHIPMENT","update_time_ge":1767139200}'),
    'a36a5c05167a1c61f4981fd33c798f5131aa9841718241fd3c22f33a6943c822',
  ],
  [
    'C',
    signed(order, `ids=576461413038785752%2C576461413038785753&${cipher}`),
    '9ec59acb782c7b65ad889a341c36a0be5c4cd19579e49ed4603394b864aadd7d',
  ],
  ['D1', signed(cancellation, `idempotency_key=a1b2c3&${cipher}`), 'dc403cbb5520f563c14aaff44309d48b4061e0493eb2d94fb49549ab4058a8ee'],
  ['D2', signed(cancellation, `idempotency_key=a1b2c3&${cipher}`, '{}'), '554fe32aeb4172c650cd0698a7c1cf8f0c4da155df8965f38a090dda479e58c9'],
  ['E', signCall('app_secret', '/test-api', [['foo', 'bar']], ''), 'd3cb7fe11ecae942802ceeca67e7cf10120cc12f1517d45fbc1c8cfe5413c80f'],
])('vector %s of the document', (_name, sign, expected) => {
  expect(sign).toBe(expected);
}); // oxfmt-ignore

test('neither sign nor access_token is signed, and no body of an upload', () => {
  const plain = signed('/authorization/202309/shops', '');
  expect(signed('/authorization/202309/shops', 'sign=1&access_token=2')).toBe(plain);
  expect(signed('/authorization/202309/shops', '', 'bytes', 'multipart/form-data; boundary=x')).toBe(plain);
  expect(signed('/authorization/202309/shops', 'version=202309')).not.toBe(plain);
});

test('a notice is signed over the app’s key and its bytes', () => {
  const body =
    '{"type":1,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1767225600,"data":{"order_id":"576461413038785752","order_status":"AWAITING_SHIPMENT","is_on_hold_order":false,"update_time":1767225598}}';
  expect(signNotice(key, secret, body)).toBe(
    '9c70879ceaf64f323a7132b2fa6f0229a6fed2e269367a6e2899268e085eaac3',
  );
});

test('signatures of another length are another', () => {
  expect(isSame('ab', 'abc')).toBe(false);
  expect(isSame('abc', 'abc')).toBe(true);
});
