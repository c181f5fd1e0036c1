import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { queryHmac, queryText, webhookHmac } from './signature.ts';

const secret = 'shpss_example_0123456789abcdef';

describe('signatures', () => {
  const query = {
    timestamp: '1763600400',
    code: '0907a61c0c8d55e99db179b68161bc00',
    host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGlvbi1jaXR5LWxpZmVzdHlsZQ',
    state: 'st_7f3c1e9a4b',
    shop: 'lion-city-lifestyle.myshopify.com',
    hmac: 'left out',
  };

  test('A, the query of a return', () => {
    expect(queryText(query)).toBe(
      'code=0907a61c0c8d55e99db179b68161bc00&host=YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGlvbi1jaXR5LWxpZmVzdHlsZQ&shop=lion-city-lifestyle.myshopify.com&state=st_7f3c1e9a4b&timestamp=1763600400',
    );
    expect(queryHmac(secret, query)).toBe('f70f1bf1f691506e64fc6d35cb1d2debbbf69c4350c6a6cf4c2c450e7514cf2d');
    expect(queryHmac(secret, { ...query, shop: 'evil-city-lifestyle.myshopify.com' })).toBe(
      'dacf8e81e12b337a8b2879736408141906919238fbbad6e65b69e4f29ff99ffd',
    );
  });

  test.each([
    {
      name: 'B, beyond ASCII',
      body: '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#1001","currency":"SGD","total_price":"42.90","note":"Kaya toast ☕"}',
      bytes: 167,
      hmac: 'YAVxvPdySY/8Uf16XypA9Hv/oKYvWNFgqy2Zw+IkbYU=',
    },
    {
      name: 'C, an inventory level',
      body: '{"inventory_item_id":43000000000001,"location_id":71000000000001,"available":7,"updated_at":"2026-11-20T10:00:00+08:00","admin_graphql_api_id":"gid://shopify/InventoryLevel/71000000000001?inventory_item_id=43000000000001"}',
      bytes: 222,
      hmac: 'jyDb8+A0k3xDkdEfUv8WJAxxudGxFfKTNRuoZGncnsM=',
    },
    {
      name: 'D, an empty object',
      body: '{}',
      bytes: 2,
      hmac: 'dSY9KX1L2NfpTIc9SXF+BJnGG/YoZ/9Fcgz8PfwIxzA=',
    },
  ])('$name', ({ body, bytes, hmac }) => {
    expect(Buffer.byteLength(body)).toBe(bytes);
    expect(webhookHmac(secret, body)).toBe(hmac);
  });

  test('B is the body that the document means', () => {
    const body =
      '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#1001","currency":"SGD","total_price":"42.90","note":"Kaya toast ☕"}';
    expect(createHash('sha256').update(body).digest('hex')).toBe(
      '0d6a54735e0951fa323d26e249f2300e213d39a158206a3b6f6663be078104e7',
    );
  });
});
