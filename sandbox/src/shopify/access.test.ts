import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ordersQuery, productsQuery, setQuantities, shopQuery } from './documents.fixture.ts';
import { queryHmac } from './signature.ts';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(21);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

describe('authorisation', () => {
  const page = (scope: string) =>
    `/admin/oauth/authorize?${new URLSearchParams({ client_id: harness.app.id, scope, redirect_uri: 'http://localhost:3000/back', state: 'n0nce' }).toString()}`;

  test('the merchant sees the scopes, and the return is signed', async () => {
    const browser = harness.newClient(`${harness.shop}.localhost:${new URL(harness.app.address).port}`);
    expect((await browser.send('GET', page('read_orders,write_inventory'))).text).toContain(
      'write_inventory',
    );
    const agreed = await browser.send(
      'POST',
      page('read_orders,write_inventory'),
      'decision=agree',
      'application/x-www-form-urlencoded',
    );
    expect(agreed.status).toBe(302);
    const query = Object.fromEntries(new URL(String(agreed.headers['location'])).searchParams);
    expect(query).toMatchObject({ shop: `${harness.shop}.myshopify.com`, state: 'n0nce' });
    expect(query['hmac']).toBe(queryHmac(harness.app.secret, query));
    expect(Buffer.from(query['host'] ?? '', 'base64').toString()).toBe(
      `admin.shopify.com/store/${harness.shop}`,
    );
    const client = harness.newClient();
    expect(await client.authorise(query['code'] ?? '')).toMatchObject({
      scope: 'read_orders,write_inventory',
      expires_in: 3_600,
      refresh_token_expires_in: 7_776_000,
    });
    expect(await client.authorise(query['code'] ?? '')).toMatchObject({
      status: 400,
      error: 'invalid_request',
    });
  });

  test('a new expiring pair ends the one before; a dead refresh token is refused', async () => {
    const before = harness.newClient();
    before.accessToken = harness.client.accessToken;
    before.refreshToken = harness.client.refreshToken;
    expect(await harness.client.refresh()).toMatchObject({ status: 200 });
    expect((await harness.client.graphql(shopQuery)).data).toMatchObject({
      shop: { myshopifyDomain: `${harness.shop}.myshopify.com` },
    });
    expect((await before.send('POST', '/admin/api/2026-10/graphql.json', '{}')).status).toBe(401);
    expect(await before.refresh()).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('an access token ends after an hour, a non-expiring one does not', async () => {
    const forever = harness.newClient();
    const { code } = harness.sandbox.control.grant('shopify', harness.shop);
    const got = await forever.authorise(code ?? '', false);
    expect(got).not.toHaveProperty('refresh_token');
    harness.sandbox.clock.advance(3_601_000);
    expect((await harness.client.send('POST', '/admin/api/2026-10/graphql.json', '{}')).status).toBe(401);
    expect((await forever.graphql(shopQuery)).errors).toBeUndefined();
    expect(await harness.client.refresh()).toMatchObject({ status: 200 });
  });

  test('after the app is uninstalled the token answers 401', async () => {
    harness.sandbox.control.revoke('shopify', harness.shop);
    expect((await harness.client.send('POST', '/admin/api/2026-10/graphql.json', '{}')).status).toBe(401);
    expect(await harness.client.refresh()).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  test('unknown shops, paths and versions are not found', async () => {
    expect((await harness.newClient('nobody.myshopify.com').send('GET', page('read_orders'))).status).toBe(
      404,
    );
    for (const version of ['2026-11', '2027-01', 'latest'])
      expect(
        (await harness.client.send('POST', `/admin/api/${version}/graphql.json`, '{}')).status,
        version,
      ).toBe(404);
    const answered = await harness.client.send(
      'POST',
      '/admin/api/2026-10/graphql.json',
      JSON.stringify({ query: shopQuery }),
    );
    expect(answered.headers['x-shopify-api-version']).toBe('2026-10');
    expect(answered.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['2026-01', '2026-01'],
    ['2026-07', '2026-07'],
    ['unstable', 'unstable'],
    ['2025-10', '2026-01'],
    ['2023-04', '2026-01'],
  ])('a call of %s is served by %s', async (asked, served) => {
    const answered = await harness.client.send(
      'POST',
      `/admin/api/${asked}/graphql.json`,
      JSON.stringify({ query: shopQuery }),
    );
    expect(answered.status).toBe(200);
    expect(answered.headers['x-shopify-api-version']).toBe(served);
  });
});

describe('errors before anything is done', () => {
  const withScope = async (scope: string) => {
    const path = `/admin/oauth/authorize?${new URLSearchParams({ client_id: harness.app.id, scope, redirect_uri: 'http://localhost/back' }).toString()}`;
    const agreed = await harness
      .newClient()
      .send('POST', path, 'decision=agree', 'application/x-www-form-urlencoded');
    const client = harness.newClient();
    await client.authorise(new URL(String(agreed.headers['location'])).searchParams.get('code') ?? '');
    return client;
  };

  test('a scope that was not granted is ACCESS_DENIED; a write scope implies the read', async () => {
    const client = await withScope('write_products');
    expect((await client.graphql(productsQuery)).errors).toBeUndefined();
    expect((await client.graphql('{ orders(first: 1) { nodes { id } } }')).errors).toMatchObject([
      {
        message: 'Access denied for orders field. Required access: `read_orders` access scope.',
        path: ['orders'],
        extensions: { code: 'ACCESS_DENIED' },
      },
    ]);
    const input = { name: 'available', reason: 'correction', quantities: [] };
    const set = await client.graphql(setQuantities, { key: 'k', input });
    expect(set).toMatchObject({
      data: { inventorySetQuantities: null },
      errors: [{ extensions: { code: 'ACCESS_DENIED' } }],
    });
  });

  test('documents that the schema refuses are not run', async () => {
    expect(await harness.client.graphql('{ shop { nonsense } }')).toMatchObject({
      errors: [{ extensions: { code: 'undefinedField' } }],
    });
    expect(await harness.client.graphql('{ product { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'missingRequiredArguments' } }],
    });
    expect(await harness.client.graphql('{ products(first: "ten") { nodes { id } } }')).toMatchObject({
      errors: [{ extensions: { code: 'argumentLiteralsIncompatible' } }],
    });
    expect((await harness.client.graphql('{ shop')).errors).toHaveLength(1);
  });

  test('an input of an older version is an INVALID_VARIABLE', async () => {
    const input = { name: 'available', reason: 'correction', ignoreCompareQuantity: true, quantities: [] };
    const got = await harness.client.graphql(setQuantities, { key: 'k', input });
    expect(got.errors?.[0]?.message).toContain(
      'ignoreCompareQuantity (Field is not defined on InventorySetQuantitiesInput)',
    );
    expect(got.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_VARIABLE',
      problems: [{ path: ['ignoreCompareQuantity'] }],
    });
  });
});

describe('cost and throttling', () => {
  test('every answer reports its cost', async () => {
    // Points come back with time.
    harness.sandbox.control.setClock({ set: new Date().toISOString() });
    const got = await harness.client.graphql(productsQuery);
    expect(got.extensions?.cost).toEqual({
      requestedQueryCost: 461,
      actualQueryCost: 2,
      throttleStatus: { maximumAvailable: 2_000, currentlyAvailable: 1_998, restoreRate: 100 },
    });
  });

  test('too dear a query is refused, and an empty bucket throttles until points have come back', async () => {
    expect((await harness.client.graphql(ordersQuery(100))).errors).toMatchObject([
      { extensions: { code: 'MAX_COST_EXCEEDED' } },
    ]);
    harness.sandbox.control.setClock({ set: new Date().toISOString() });
    for (let orders = 0; orders < 60; orders += 1) harness.addListing(`SKU-${String(orders)}`);
    let throttled: Awaited<ReturnType<typeof harness.client.graphql>> | null = null;
    const dear =
      '{ products(first: 250) { nodes { id variants(first: 250) { nodes { id inventoryItem { id } } } } } }';
    for (let calls = 0; calls < 80 && throttled === null; calls += 1) {
      const got = await harness.client.graphql(dear);
      if (got.errors !== undefined) throttled = got;
    }
    expect(throttled?.errors).toMatchObject([{ message: 'Throttled', extensions: { code: 'THROTTLED' } }]);
    const cost = throttled?.extensions?.cost;
    expect(cost?.actualQueryCost).toBeNull();
    const wait =
      ((cost?.requestedQueryCost ?? 0) - (cost?.throttleStatus.currentlyAvailable ?? 0)) /
      (cost?.throttleStatus.restoreRate ?? 1);
    harness.sandbox.control.setClock({ advance: Math.ceil(wait) });
    expect((await harness.client.graphql(dear)).errors).toBeUndefined();
  });
});
