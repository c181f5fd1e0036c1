import { describe, expect, it } from 'vitest';
import { hmacHex } from '../kit/signing.ts';
import { app, bodyOf, okStatus, shopWith } from './app.fixture.ts';
import { ourHooks, webhooks } from './webhooks.ts';

/** tokopedia.md 7. */
const vector =
  '{"order_status":400,"fs_id":13004,"shop_id":479573,"order_id":12472302,"product_details":[{"id":14286600,"Name":"Kaos Polos","notes":"","currency":"Rp","weight":0.2,"total_weight":0.2,"price":50000,"total_price":50000,"quantity":1,"sku":"SKU01"}]}';
const signature = 'fed62dc864bef0c949477a87bc43492c03eec3d0613e13a4f28d5bd99e4fc55f';

const requestOf = (body: string, hmac: string) => ({
  url: 'https://e.test/webhooks/tokopedia',
  headers: { 'Authorization-Hmac': hmac },
  rawBody: new TextEncoder().encode(body),
});
const signed = (body: string) => requestOf(body, hmacHex(app.extra.webhook_secret, body));

describe('Tokopedia’s notices (tokopedia.md 7)', () => {
  it('are accepted with the vector’s signature', () => {
    expect(webhooks.verify(app, requestOf(vector, signature))).toMatchObject({
      shopId: '479573',
      about: { kind: 'order', number: '12472302' },
    });
  });

  it('are not believed with another body, another secret, or no secret at all', () => {
    expect(webhooks.verify(app, requestOf(vector.replace('400', '500'), signature))).toBeNull();
    const other = { ...app, extra: { ...app.extra, webhook_secret: 'other' } };
    expect(webhooks.verify(other, requestOf(vector, signature))).toBeNull();
    expect(webhooks.verify({ ...app, extra: {} }, requestOf(vector, hmacHex('', vector)))).toBeNull();
    expect(webhooks.verify(app, { ...requestOf(vector, signature), headers: {} })).toBeNull();
  });

  const change = (action: string) =>
    `{"fs_id":13004,"product_changes_data":[{"action":"${action}","product_id":77,"shop_id":5,"warehouse_id":1,"value":"1","previous_value":"2"}]}`;
  it.each([
    [
      '{"fs_id":13004,"order_id":9,"invoice_num":"INV/1","shop_id":5,"order_status":220}',
      '5',
      { kind: 'order', number: '9' },
    ],
    [change('stock_overwrite'), '5', { kind: 'stock', stockRef: { product: '77' }, shows: null }],
    [change('status_changes'), '5', { kind: 'listing', itemId: '77' }],
    [
      '{"upload_id":1,"shop_id":5,"success_rows_data":[{"product_id":78}]}',
      '5',
      { kind: 'listing', itemId: '78' },
    ],
    [
      '{"action":"slash_price_active","fs_id":13004,"product_id":77,"shop_id":5}',
      '5',
      { kind: 'listing', itemId: '77' },
    ],
    // It names no shop, so its order is unknown.
    ['{"order_id":9}', '', { kind: 'other', topic: 'request of cancellation' }],
  ])('%s', (body, shopId, about) => {
    expect(webhooks.verify(app, signed(body))).toMatchObject({ shopId, about });
  });

  it('have the same key when repeated, and different keys when different', () => {
    const keys = [vector, vector, vector.replace('400', '500')].map(
      (body) => webhooks.verify(app, signed(body))?.dedupeKey,
    );
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });
});

describe('registering (tokopedia.md 7)', () => {
  const url = 'https://e.test/webhooks/tokopedia';
  const having = (there: object) =>
    shopWith({ '/v1/fs/13004': () => okStatus(there), '/register': () => okStatus({}) });

  it('sends the full set, what is not ours as it was', async () => {
    const { access, called } = having({
      fs_id: 13004,
      chat_notification_url: 'https://chat.test',
      order_status_url: '',
    });
    await webhooks.subscribe?.(access, url);
    expect(bodyOf(called('/v1/fs/13004/register')[0])).toEqual({
      fs_id: 13004,
      chat_notification_url: 'https://chat.test',
      ...Object.fromEntries(ourHooks.map((hook) => [hook, url])),
      webhook_secret: 'demo-webhook-secret',
    });
  });

  it('sends nothing when all is there', async () => {
    const all = Object.fromEntries(ourHooks.map((hook) => [hook, url]));
    const { access, called } = having({ ...all, webhook_secret: 'demo-webhook-secret' });
    await webhooks.subscribe?.(access, url);
    expect(called('/register')).toEqual([]);
  });
});
