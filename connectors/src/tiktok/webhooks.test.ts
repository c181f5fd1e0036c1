import { describe, expect, it } from 'vitest';
import { accessTo, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { hmacHex } from '../kit/signing.ts';
import { topics, webhooks } from './webhooks.ts';

const app = {
  id: '6demo7key',
  secret: '0123456789abcdef0123456789abcdef01234567',
  hosts: { api: 'https://api.test' },
  extra: {},
};
const url = 'https://seller.example.test/hooks/tiktok';
const vector =
  '{"type":1,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1767225600,"data":{"order_id":"576461413038785752","order_status":"AWAITING_SHIPMENT","is_on_hold_order":false,"update_time":1767225598}}';
const vectorSign = '9c70879ceaf64f323a7132b2fa6f0229a6fed2e269367a6e2899268e085eaac3';

const requestOf = (body: string, authorization: string) => ({
  url,
  headers: { Authorization: authorization },
  rawBody: new TextEncoder().encode(body),
});
const signed = (body: string) => requestOf(body, hmacHex(app.secret, `${app.id}${body}`));

describe('TikTok’s notices (tiktok.md 7)', () => {
  it('the vector: an order’s notice', () => {
    expect(webhooks.verify(app, requestOf(vector, vectorSign))).toEqual({
      shopId: '7494049642642441621',
      dedupeKey: '7327112393057371910',
      about: { kind: 'order', number: '576461413038785752' },
    });
  });

  it('refuses another body, another app and no signature, and only notes what it cannot read', () => {
    expect(webhooks.verify(app, requestOf(vector.replace('"type":1', '"type":3'), vectorSign))).toBeNull();
    expect(webhooks.verify({ ...app, id: 'other' }, requestOf(vector, vectorSign))).toBeNull();
    expect(webhooks.verify(app, requestOf(vector, ''))).toBeNull();
    expect(webhooks.verify(app, signed('not json'))).toMatchObject({ shopId: '', about: { kind: 'other' } });
  });

  it.each([
    ['{"type":3,"shop_id":"7","data":{"order_id":"5"}}', { kind: 'order', number: '5' }],
    [
      '{"type":4,"shop_id":"7","data":{"package_list":[{"package_id":"1","order_id_list":["5","6"]}]}}',
      { kind: 'order', number: '5' },
    ],
    ['{"type":11,"shop_id":"7","data":{"order_id":"5","cancel_status":"X"}}', { kind: 'order', number: '5' }],
    [
      '{"type":12,"shop_id":"7","data":{"order_id":"5","return_id":"8"}}',
      { kind: 'return', returnId: '8', number: '5' },
    ],
    ['{"type":5,"shop_id":"7","data":{"product_id":"17"}}', { kind: 'listing', itemId: '17' }],
    ['{"type":6,"shop_id":"7","data":{"message":"gone"}}', { kind: 'deauthorised' }],
    ['{"type":7,"shop_id":"7"}', { kind: 'other', topic: 'type 7' }],
  ])('%s', (body, about) => {
    expect(webhooks.verify(app, signed(body))).toMatchObject({ shopId: '7', about });
  });

  it('knows one without an id by its body', () => {
    const [one, again, other] = [
      '{"type":7,"shop_id":"7"}',
      '{"type":7,"shop_id":"7"}',
      '{"type":7,"shop_id":"8"}',
    ].map((body) => webhooks.verify(app, signed(body))?.dedupeKey);
    expect(one).toBe(again);
    expect(one).not.toBe(other);
  });

  it('are subscribed to where they are not yet', async () => {
    const there = topics.slice(1).map((topic) => ({ event_type: topic, address: url }));
    const http = recordedHttp(new Date(0), () => ({ body: { code: 0, data: { webhooks: there } } }));
    const access = accessTo(app, http, { shopId: '7', extra: { cipher: 'c' } });
    await webhooks.subscribe?.(access, url);
    expect(http.requests.map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['PUT', JSON.stringify({ event_type: 'ORDER_STATUS_CHANGE', address: url })],
    ]);
  });
});
