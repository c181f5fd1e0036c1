import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorIn, here, Harness } from '../harness.fixture.ts';

const harness = new Harness(32);
beforeEach(async () => harness.begin());

const all = 'summaries,attributes,issues,offers,fulfillmentAvailability,relationships,productTypes';
const read = async (sku: string) =>
  (await harness.client.get(harness.item(sku), { marketplaceIds: here, includedData: all })).body;
const pages = z.object({
  numberOfResults: z.int(),
  pagination: z.object({ nextToken: z.string().optional() }).optional(),
  items: z.array(z.object({ sku: z.string() })),
});

describe('reading listings', () => {
  test('one listing with what was asked for', async () => {
    const asin = harness.addListing('TOTE/RED, L', 12);
    expect(await read('TOTE/RED, L')).toMatchObject({
      sku: 'TOTE/RED, L',
      summaries: [
        {
          marketplaceId: here,
          asin,
          status: ['BUYABLE', 'DISCOVERABLE'],
          createdDate: '2026-11-20T01:00:00Z',
        },
      ],
      offers: [{ offerType: 'B2C', price: { currencyCode: 'SGD', amount: '39.90' } }],
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 12 }],
      issues: [],
    });
    const short = await harness.client.get(harness.item('TOTE/RED, L'), { marketplaceIds: here });
    expect(Object.keys(z.object({}).loose().parse(short.body))).toEqual(['sku', 'summaries']);
    expect((await harness.client.get(harness.item('NONE'), { marketplaceIds: here })).status).toBe(404);
    expect((await harness.client.get(harness.item('NONE'))).status).toBe(400);
  });

  test('the status is a set: without stock not buyable, closed or banned empty', async () => {
    const variant = harness.addListing('A', 0);
    expect(await read('A')).toMatchObject({ summaries: [{ status: ['DISCOVERABLE'] }] });
    harness.sandbox.control.editListing('amazon-sg', harness.shop, variant, { status: 'unlisted' });
    expect(await read('A')).toMatchObject({ summaries: [{ status: [] }], offers: [], issues: [] });
    harness.sandbox.control.editListing('amazon-sg', harness.shop, variant, { status: 'banned' });
    expect(await read('A')).toMatchObject({
      issues: [{ severity: 'ERROR', enforcements: { actions: [{ action: 'LISTING_SUPPRESSED' }] } }],
    });
  });

  test('variants are listings of their own, and name their parent', async () => {
    harness.sandbox.control.addListings('amazon-sg', harness.shop, {
      name: 'Tee', description: 'Soft.', sku: 'TEE', picture: 'tee', status: 'normal', option_names: ['Size'],
      variants: [{ sku: 'TEE-S', options: ['S'], quantity: 3 }, { sku: 'TEE-M', options: ['M'], quantity: 3 }],
    }); // oxfmt-ignore
    expect(await read('TEE-S')).toMatchObject({
      summaries: [{ itemName: 'Tee (S)' }],
      relationships: [
        { relationships: [{ type: 'VARIATION', parentSkus: ['TEE'], variationTheme: { theme: 'SIZE' } }] },
      ],
    });
    expect(await read('TEE')).toMatchObject({
      offers: [],
      relationships: [{ relationships: [{ childSkus: ['TEE-S', 'TEE-M'] }] }],
    });
    const title = [{ value: 'Tee, small', language_tag: 'en_SG', marketplace_id: here }];
    const sent = {
      productType: 'HOME',
      patches: [{ op: 'replace', path: '/attributes/item_name', value: title }],
    };
    await harness.client.call('PATCH', harness.item('TEE-S'), { marketplaceIds: here }, sent);
    await harness.pass(5);
    expect(await read('TEE-S')).toMatchObject({ summaries: [{ itemName: 'Tee, small' }] });
    expect(await read('TEE-M')).toMatchObject({ summaries: [{ itemName: 'Tee (M)' }] });
  });

  test('pages hold twenty at most, a thousand can be reached, and a token is good for its own question', async () => {
    for (const sku of ['A', 'B', 'C']) {
      harness.addListing(sku);
      await harness.pass(1);
    }
    const path = `/listings/2021-08-01/items/${harness.shop}`;
    const question = { marketplaceIds: here, pageSize: '2', sortBy: 'createdDate', sortOrder: 'ASC' };
    const first = pages.parse((await harness.client.get(path, question)).body);
    expect([first.numberOfResults, first.items.map(({ sku }) => sku)]).toEqual([3, ['A', 'B']]);
    const pageToken = first.pagination?.nextToken ?? '';
    const second = pages.parse((await harness.client.get(path, { ...question, pageToken })).body);
    expect([second.items.map(({ sku }) => sku), second.pagination?.nextToken]).toEqual([['C'], undefined]);
    expect((await harness.client.get(path, { ...question, sortOrder: 'DESC', pageToken })).status).toBe(400);
    expect((await harness.client.get(path, { ...question, pageSize: '21' })).status).toBe(400);
    await harness.pass(5);
    harness.sandbox.control.addListings('amazon-sg', harness.shop, { count: 1_010 });
    await harness.pass(5);
    const wide = { marketplaceIds: here, pageSize: '20' };
    let seen = 0;
    for (let token: string | undefined = ''; token !== undefined;) {
      const page = pages.parse(
        (await harness.client.get(path, token === '' ? wide : { ...wide, pageToken: token })).body,
      );
      seen += page.items.length;
      token = page.pagination?.nextToken;
      expect(page.numberOfResults).toBe(1_013);
      await harness.pass(1);
    }
    expect(seen).toBe(1_000);
  });

  test('by SKU, by ASIN and by time of change', async () => {
    const asin = harness.addListing('A');
    harness.addListing('B');
    const path = `/listings/2021-08-01/items/${harness.shop}`;
    const found = async (query: Record<string, string>) =>
      pages
        .parse((await harness.client.get(path, { marketplaceIds: here, ...query })).body)
        .items.map(({ sku }) => sku);
    expect(await found({ identifiers: 'B,NONE', identifiersType: 'SKU' })).toEqual(['B']);
    expect(await found({ identifiers: asin, identifiersType: 'ASIN' })).toEqual(['A']);
    await harness.pass(60);
    harness.sandbox.control.editListing('amazon-sg', harness.shop, asin, { quantity: 3 });
    expect(await found({ lastUpdatedAfter: '2026-11-20T01:00:30Z' })).toEqual(['A']);
    expect((await harness.client.get(path, { marketplaceIds: here, identifiers: 'A' })).status).toBe(400);
  });
});

describe('submissions', () => {
  test('a quantity is ACCEPTED at once and there five seconds later', async () => {
    const variant = harness.addListing('TOTE-RED', 12);
    const accepted = await harness.setQuantity('TOTE-RED', 7);
    expect([accepted.status, accepted.body]).toMatchObject([
      200,
      { sku: 'TOTE-RED', status: 'ACCEPTED', issues: [] },
    ]);
    expect(await harness.quantity('TOTE-RED')).toBe(12);
    await harness.pass(5);
    expect(await harness.quantity('TOTE-RED')).toBe(7);
    expect(harness.truth).toMatchObject([{ variant_id: variant, quantity: 7 }]);
  });

  test('the later of two submissions holds, and a sale between them is subtracted from the number of its time', async () => {
    harness.addListing('A', 10);
    await harness.setQuantity('A', 5);
    await harness.setQuantity('A', 8);
    harness.buy('A', 2);
    await harness.pass(5);
    expect(await harness.quantity('A')).toBe(8);
    harness.buy('A', 3);
    expect(await harness.quantity('A')).toBe(5);
  });

  test('a price; replace loses what is not repeated, merge keeps it', async () => {
    harness.addListing('A', 10);
    const availability = [
      { fulfillment_channel_code: 'DEFAULT', quantity: 4, lead_time_to_ship_max_days: 3 },
    ];
    const offer = [
      {
        marketplace_id: here,
        currency: 'SGD',
        audience: 'ALL',
        our_price: [{ schedule: [{ value_with_tax: 29.5 }] }],
      },
    ];
    await harness.patch(
      'A',
      { op: 'replace', path: '/attributes/fulfillment_availability', value: availability },
      { op: 'replace', path: '/attributes/purchasable_offer', value: offer },
    );
    await harness.pass(5);
    await harness.setQuantity('A', 6);
    await harness.pass(5);
    expect(await read('A')).toMatchObject({
      offers: [{ price: { amount: '29.50' } }],
      attributes: { fulfillment_availability: [{ quantity: 6, lead_time_to_ship_max_days: 3 }] },
    });
    await harness.patch('A', {
      op: 'replace',
      path: '/attributes/fulfillment_availability',
      value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 6 }],
    });
    await harness.pass(5);
    const { attributes } = z
      .object({ attributes: z.object({ fulfillment_availability: z.unknown() }) })
      .parse(await read('A'));
    expect(attributes.fulfillment_availability).toEqual([
      { fulfillment_channel_code: 'DEFAULT', quantity: 6 },
    ]);
  });

  test('a sale price runs in its time', async () => {
    harness.addListing('A');
    const schedule = {
      start_at: '2026-11-20T00:00:00Z',
      end_at: '2026-11-21T00:00:00Z',
      value_with_tax: 19.9,
    };
    const value = [
      {
        marketplace_id: here,
        currency: 'SGD',
        audience: 'ALL',
        discounted_price: [{ schedule: [schedule] }],
      },
    ];
    await harness.patch('A', { op: 'merge', path: '/attributes/purchasable_offer', value });
    await harness.pass(5);
    expect(harness.truth).toMatchObject([{ price: 39.9, special_price: 19.9 }]);
    expect(await read('A')).toMatchObject({ offers: [{ price: { amount: '19.90' } }] });
  });

  test('a sale that was sent begins and ends on its dates, and a business price stays beside it', async () => {
    harness.addListing('A');
    const all = { marketplace_id: here, currency: 'SGD', audience: 'ALL' };
    const schedule = {
      start_at: '2026-11-20T02:00:00Z',
      end_at: '2026-11-20T03:00:00Z',
      value_with_tax: 19.9,
    };
    const business = { ...all, audience: 'B2B', our_price: [{ schedule: [{ value_with_tax: 30 }] }] };
    const value = [{ ...all, discounted_price: [{ schedule: [schedule] }] }, business];
    await harness.patch('A', { op: 'merge', path: '/attributes/purchasable_offer', value });
    await harness.pass(5);
    const price = [{ ...all, our_price: [{ schedule: [{ value_with_tax: 40 }] }] }];
    await harness.patch('A', { op: 'merge', path: '/attributes/purchasable_offer', value: price });
    await harness.pass(5);
    expect(harness.truth).toMatchObject([{ price: 40, special_price: null }]);
    await harness.pass(3_600);
    expect(harness.truth).toMatchObject([{ price: 40, special_price: 19.9 }]);
    await harness.client.refresh();
    expect(await read('A')).toMatchObject({
      attributes: { purchasable_offer: [{ audience: 'ALL', discounted_price: [{}] }, business] },
    });
    await harness.pass(3_600);
    expect(harness.truth).toMatchObject([{ price: 40, special_price: null }]);
  });

  test('delisted by deleting the offer, listed again by sending one', async () => {
    harness.addListing('A', 5);
    const value = [{ marketplace_id: here, currency: 'SGD', audience: 'ALL' }];
    await harness.patch('A', { op: 'delete', path: '/attributes/purchasable_offer', value });
    await harness.pass(5);
    expect(await read('A')).toMatchObject({
      summaries: [{ status: [] }],
      offers: [],
      fulfillmentAvailability: [{ quantity: 5 }],
    });
    expect(() => harness.buy('A')).toThrow('not on sale');
    const back = [{ ...value[0], our_price: [{ schedule: [{ value_with_tax: 40 }] }] }];
    await harness.patch('A', { op: 'replace', path: '/attributes/purchasable_offer', value: back });
    await harness.pass(5);
    expect(await read('A')).toMatchObject({ summaries: [{ status: ['BUYABLE', 'DISCOVERABLE'] }] });
  });

  test('what the app delisted, the seller can open by hand', async () => {
    const variant = harness.addListing('A', 5);
    const offer = [{ marketplace_id: here, currency: 'SGD', audience: 'ALL' }];
    await harness.patch('A', { op: 'delete', path: '/attributes/purchasable_offer', value: offer });
    await harness.pass(5);
    expect(await read('A')).toMatchObject({ attributes: { purchasable_offer: [] } });
    harness.sandbox.control.editListing('amazon-sg', harness.shop, variant, { status: 'normal' });
    expect(await read('A')).toMatchObject({ summaries: [{ status: ['BUYABLE', 'DISCOVERABLE'] }] });
    harness.sandbox.control.editListing('amazon-sg', harness.shop, variant, { status: 'unlisted' });
    expect(await read('A')).toMatchObject({ attributes: { purchasable_offer: [{ end_at: {} }] } });
  });

  test('a listing that the seller closed by hand keeps closed when its price is merged', async () => {
    const variant = harness.addListing('A', 5);
    harness.sandbox.control.editListing('amazon-sg', harness.shop, variant, { status: 'unlisted' });
    const value = [
      {
        marketplace_id: here,
        currency: 'SGD',
        audience: 'ALL',
        our_price: [{ schedule: [{ value_with_tax: 41 }] }],
      },
    ];
    await harness.patch('A', { op: 'merge', path: '/attributes/purchasable_offer', value });
    await harness.pass(5);
    expect(harness.truth).toMatchObject([{ price: 41, status: 'inactive' }]);
    await harness.patch('A', { op: 'replace', path: '/attributes/purchasable_offer', value });
    await harness.pass(5);
    expect(harness.truth).toMatchObject([{ status: 'BUYABLE, DISCOVERABLE' }]);
  });

  test('a title needs the listing’s own product type', async () => {
    harness.addListing('A');
    const patches = [
      {
        op: 'replace',
        path: '/attributes/item_name',
        value: [{ value: 'Batik Tote', language_tag: 'en_SG', marketplace_id: here }],
      },
    ];
    expect((await harness.patch('A', ...patches)).body).toMatchObject({ status: 'INVALID' });
    const { productTypes } = z
      .object({ productTypes: z.tuple([z.object({ productType: z.string() })]) })
      .parse(await read('A'));
    const sent = { productType: productTypes[0].productType, patches };
    expect(
      (await harness.client.call('PATCH', harness.item('A'), { marketplaceIds: here }, sent)).body,
    ).toMatchObject({ status: 'ACCEPTED' });
    await harness.pass(5);
    expect(await read('A')).toMatchObject({ summaries: [{ itemName: 'Batik Tote' }] });
  });

  test('deleted, it is gone a little later', async () => {
    harness.addListing('A');
    const deleted = await harness.client.call('DELETE', harness.item('A'), { marketplaceIds: here });
    expect(deleted.body).toMatchObject({ status: 'ACCEPTED' });
    expect((await harness.client.get(harness.item('A'), { marketplaceIds: here })).status).toBe(200);
    await harness.pass(5);
    expect((await harness.client.get(harness.item('A'), { marketplaceIds: here })).status).toBe(404);
  });

  test('what is wrong is INVALID with its issues, still 200; a malformed request is 400', async () => {
    harness.addListing('A');
    harness.addListing('FBA', 20, { tracked: false });
    const invalid = async (sku: string, quantity: number) => (await harness.setQuantity(sku, quantity)).body;
    expect(await invalid('NONE', 1)).toMatchObject({
      status: 'INVALID',
      issues: [{ code: '13013', severity: 'ERROR' }],
    });
    expect(await invalid('A', -1)).toMatchObject({
      status: 'INVALID',
      issues: [{ attributeNames: ['fulfillment_availability'] }],
    });
    expect(await invalid('A', 1.5)).toMatchObject({ status: 'INVALID' });
    expect(await invalid('FBA', 5)).toMatchObject({ status: 'INVALID' });
    await harness.pass(5);
    const nested = await harness.patch('A', {
      op: 'merge',
      path: '/attributes/fulfillment_availability/0/quantity',
      value: [{}],
    });
    expect([nested.status, errorIn(nested).code]).toEqual([400, 'InvalidInput']);
    expect((await harness.patch('A')).status).toBe(400);
    const body = {
      productType: 'PRODUCT',
      patches: [{ op: 'delete', path: '/attributes/purchasable_offer', value: [{ audience: 'ALL' }] }],
    };
    const preview = { marketplaceIds: here, mode: 'VALIDATION_PREVIEW', includedData: 'identifiers,issues' };
    expect((await harness.client.call('PATCH', harness.item('A'), preview, body)).body).toMatchObject({
      status: 'VALID',
      identifiers: [{ marketplaceId: here }],
    });
    await harness.pass(5);
    expect(harness.truth).toMatchObject([{ status: 'BUYABLE, DISCOVERABLE' }, {}]);
  });
});
