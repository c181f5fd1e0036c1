import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { recordedHttp } from '../kit/recorded-http.fixture.ts';
import { authorisation, hmacMessage, isSigned } from './authorisation.ts';
import { shopHost } from './client.ts';
import { webhooks } from './webhooks.ts';

const secret = 'shpss_example_0123456789abcdef';
const app = { id: 'key', secret, hosts: { shop: 'https://{shop}.myshopify.com' }, extra: {} };
const query = {
  code: '0907a61c0c8d55e99db179b68161bc00',
  hmac: 'f70f1bf1f691506e64fc6d35cb1d2debbbf69c4350c6a6cf4c2c450e7514cf2d',
  host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGlvbi1jaXR5LWxpZmVzdHlsZQ',
  shop: 'lion-city-lifestyle.myshopify.com',
  state: 'st_7f3c1e9a4b',
  timestamp: '1763600400',
};
const then = new Date(1_763_600_400_000);

describe('Shopify’s return (shopify.md 1.2)', () => {
  it('A: the message and its hmac', () => {
    expect(hmacMessage(query)).toBe(
      'code=0907a61c0c8d55e99db179b68161bc00&host=YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbGlvbi1jaXR5LWxpZmVzdHlsZQ&shop=lion-city-lifestyle.myshopify.com&state=st_7f3c1e9a4b&timestamp=1763600400',
    );
    expect(isSigned(secret, query)).toBe(true);
    expect(isSigned(secret, { ...query, shop: 'evil-city-lifestyle.myshopify.com' })).toBe(false);
  });

  it('signs every parameter, also one that nobody knows', () => {
    expect(isSigned(secret, { ...query, more: '1' })).toBe(false);
    expect(isSigned(secret, { ...query, hmac: '' })).toBe(false);
  });

  it.each([
    ['91 seconds late', query, 'lion-city-lifestyle', 91, 'timestamp'],
    ['91 seconds early', query, 'lion-city-lifestyle', -91, 'timestamp'],
    ['for another marketplace', query, 'other-shop', 0, 'other_shop'],
    ['forged', { ...query, state: 'mine' }, 'lion-city-lifestyle', 0, 'hmac'],
  ])('is refused when it is %s', async (_why, returned, shopName, seconds, code) => {
    const http = recordedHttp(new Date(then.getTime() + seconds * 1000), () => ({ body: {} }));
    const failed: unknown = await authorisation
      .complete(app, http, returned, shopName)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ChannelError);
    expect(failed instanceof ChannelError ? failed.fault : null).toMatchObject({ kind: 'rejected', code });
    expect(http.requests).toHaveLength(0);
  });

  it.each([
    ['lion-city', 'lion-city.myshopify.com'],
    ['Lion-City.myshopify.com', 'lion-city.myshopify.com'],
    ['https://lion-city.myshopify.com/admin', 'lion-city.myshopify.com'],
    ['-lion', null],
    ['evil.example.com', null],
    ['evil.com?x=.myshopify.com', null],
    ['', null],
  ])('reads the shop name %j as %j', (typed, host) => {
    expect(shopHost(typed)).toBe(host);
  });

  it('begins at the shop’s own host, with everything that is needed', () => {
    const url = new URL(
      authorisation.begin(app, {
        returnTo: 'https://e.test/back',
        state: 's',
        shopName: 'lion-city',
        now: then,
      }),
    );
    expect(url.origin + url.pathname).toBe('https://lion-city.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'key',
      state: 's',
      redirect_uri: 'https://e.test/back',
    });
    expect(url.searchParams.get('scope')?.split(',')).toEqual([
      'write_products',
      'write_orders',
      'read_all_orders',
      'write_inventory',
      'write_fulfillments',
      'write_shipping',
      'read_product_listings',
      'read_customers',
      'read_locations',
      'write_merchant_managed_fulfillment_orders',
      'read_returns',
    ]);
  });
});

const vectors = {
  B: [
    '{"id":820982911946154508,"admin_graphql_api_id":"gid://shopify/Order/820982911946154508","name":"#1001","currency":"SGD","total_price":"42.90","note":"Kaya toast ☕"}',
    'YAVxvPdySY/8Uf16XypA9Hv/oKYvWNFgqy2Zw+IkbYU=',
  ],
  C: [
    '{"inventory_item_id":43000000000001,"location_id":71000000000001,"available":7,"updated_at":"2026-11-20T10:00:00+08:00","admin_graphql_api_id":"gid://shopify/InventoryLevel/71000000000001?inventory_item_id=43000000000001"}',
    'jyDb8+A0k3xDkdEfUv8WJAxxudGxFfKTNRuoZGncnsM=',
  ],
  D: ['{}', 'dSY9KX1L2NfpTIc9SXF+BJnGG/YoZ/9Fcgz8PfwIxzA='],
} as const;

const requestOf = (body: string, hmac: string, topic: string) => ({
  url: 'https://e.test/hooks',
  headers: {
    'X-Shopify-Hmac-Sha256': hmac,
    'X-Shopify-Topic': topic,
    'X-Shopify-Shop-Domain': 'lion-city.myshopify.com',
    'X-Shopify-Webhook-Id': 'w1',
  },
  rawBody: new TextEncoder().encode(body),
});

describe('Shopify’s webhooks (shopify.md 1.3)', () => {
  it.each([
    ['B', 'orders/updated', { kind: 'order', number: 'gid://shopify/Order/820982911946154508' }],
    [
      'C',
      'inventory_levels/update',
      {
        kind: 'stock',
        stockRef: {
          inventoryItem: 'gid://shopify/InventoryItem/43000000000001',
          location: 'gid://shopify/Location/71000000000001',
        },
        shows: 7,
      },
    ],
    ['D', 'app/uninstalled', { kind: 'deauthorised' }],
  ] as const)('%s', (name, topic, about) => {
    const [body, hmac] = vectors[name];
    expect(webhooks.verify(app, requestOf(body, hmac, topic))).toEqual({
      shopId: 'lion-city.myshopify.com',
      dedupeKey: 'w1',
      about,
    });
  });

  it('refuses another body and another signature', () => {
    const [body, hmac] = vectors.B;
    expect(webhooks.verify(app, requestOf(body.replace('42.90', '4.29'), hmac, 'orders/paid'))).toBeNull();
    expect(webhooks.verify(app, requestOf(body, vectors.C[1], 'orders/paid'))).toBeNull();
    expect(webhooks.verify(app, requestOf(body, '', 'orders/paid'))).toBeNull();
  });
});
