import { describe, expect, it } from 'vitest';
import { hmacHex } from '../kit/signing.ts';
import { webhooks } from './webhooks.ts';

const app = { id: '2000001', secret: 'shpk_made_up_partner_key_0001', hosts: {}, extra: {} };
const url = 'https://seller.example.test/hooks/shopee';
const vector =
  '{"data":{"ordersn":"251009TESTSN01","status":"READY_TO_SHIP","completed_scenario":"","update_time":1760000000},"shop_id":600001,"code":3,"timestamp":1760000001}';

const requestOf = (body: string, authorization: string) => ({
  url,
  headers: { Authorization: authorization },
  rawBody: new TextEncoder().encode(body),
});
const signed = (body: string) => requestOf(body, hmacHex(app.secret, `${url}|${body}`));

describe('Shopee’s pushes (shopee.md 7)', () => {
  it('S5: an order’s push', () => {
    const sign = '8375cce6a7a725e3dae5b2f699afd53d15447341b0c4db23cc481a12b3f1f7c1';
    expect(webhooks.verify(app, requestOf(vector, sign))).toMatchObject({
      shopId: '600001',
      about: { kind: 'order', number: '251009TESTSN01' },
    });
  });

  it('refuses another body, another address and no signature', () => {
    const sign = '8375cce6a7a725e3dae5b2f699afd53d15447341b0c4db23cc481a12b3f1f7c1';
    expect(webhooks.verify(app, requestOf(vector.replace('600001', '600002'), sign))).toBeNull();
    expect(webhooks.verify(app, { ...requestOf(vector, sign), url: `${url}/` })).toBeNull();
    expect(webhooks.verify(app, requestOf(vector, ''))).toBeNull();
  });

  it.each([
    [
      '{"code":29,"shop_id":1,"data":{"order_sn":"A1","return_sn":"R1"}}',
      { kind: 'return', returnId: 'R1', number: 'A1' },
    ],
    ['{"code":30,"shop_id":1,"data":{"order_sn":"A1"}}', { kind: 'order', number: 'A1' }],
    ['{"code":8,"shop_id":1,"data":{"item_id":811,"variation_id":9001}}', { kind: 'listing', itemId: '811' }],
    ['{"code":2,"partner_id":2000001,"data":{"shopid":1,"success":1}}', { kind: 'deauthorised' }],
    ['{"code":10,"shop_id":1,"data":{}}', { kind: 'other', topic: 'code 10' }],
  ])('%s', (body, about) => {
    expect(webhooks.verify(app, signed(body))).toMatchObject({ shopId: '1', about });
  });

  it('gives a repeated push the same key, and another push another key', () => {
    const [one, again, other] = [vector, vector, vector.replace('READY_TO_SHIP', 'SHIPPED')].map(
      (body) => webhooks.verify(app, signed(body))?.dedupeKey,
    );
    expect(one).toBe(again);
    expect(one).not.toBe(other);
  });
});
