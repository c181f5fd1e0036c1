import { describe, expect, it } from 'vitest';
import { hmacHex } from '../kit/signing.ts';
import { webhooks } from './webhooks.ts';

const app = { id: '900001', secret: 'lzd_made_up_secret_0001', hosts: {}, extra: {} };
const vector =
  '{"seller_id":"100050","message_type":0,"data":{"order_status":"pending","trade_order_id":"100200300400","trade_order_line_id":"100200300401","status_update_time":1760000000},"timestamp":1760000001000,"site":"lazada_sg"}';
const signature = '496761f783bb1acac4ecfc5914130b3cb91f81b8e0d85e8061f4561e5fcd6f2d';

const requestOf = (body: string, authorization: string) => ({
  url: 'https://seller.example.test/hooks/lazada',
  headers: { authorization },
  rawBody: new TextEncoder().encode(body),
});

describe('Lazada’s pushes (lazada.md 7)', () => {
  it.each([signature, signature.toUpperCase()])('L4: an order item’s push, signed %s', (sign) => {
    expect(webhooks.verify(app, requestOf(vector, sign))).toMatchObject({
      shopId: '100050',
      about: { kind: 'order', number: '100200300400' },
    });
  });

  it('refuses another body and no signature', () => {
    expect(webhooks.verify(app, requestOf(vector.replace('100050', '100051'), signature))).toBeNull();
    expect(webhooks.verify(app, requestOf(vector, ''))).toBeNull();
  });

  it.each([
    [
      '{"seller_id":1,"message_type":10,"data":{"trade_order_id":77,"reverse_order_id":9}}',
      { kind: 'return', returnId: '9', number: '77' },
    ],
    ['{"seller_id":1,"message_type":10,"data":{"trade_order_id":77}}', { kind: 'order', number: '77' }],
    ['{"seller_id":1,"message_type":4,"data":{"item_id":111}}', { kind: 'listing', itemId: '111' }],
    ['{"seller_id":1,"message_type":1,"data":{"itemId":111}}', { kind: 'listing', itemId: '111' }],
    [
      '{"message_type":13,"data":{"seller_id":"1","status":"close"}}',
      { kind: 'other', topic: 'message type 13' },
    ],
  ])('%s', (body, about) => {
    const sign = hmacHex(app.secret, app.id + body);
    expect(webhooks.verify(app, requestOf(body, sign))).toMatchObject({ shopId: '1', about });
  });
});
