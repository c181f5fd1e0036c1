import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buyLabel, labelRequest, labelToken } from './labels.fixture.ts';
import { here, Harness } from './harness.fixture.ts';

const harness = new Harness(36);
beforeEach(async () => harness.begin());

const shipment = z.object({
  payload: z.object({
    ShipmentId: z.string(),
    Status: z.string(),
    TrackingId: z.string(),
    Label: z.object({
      FileContents: z.object({ Contents: z.string(), FileType: z.string(), Checksum: z.string() }),
    }),
  }),
});

describe('bought labels', () => {
  test('need a restricted token of their own, and ship the order without a confirmation', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A', 2);
    const asked = { ShipmentRequestDetails: labelRequest(harness, number) };
    expect((await harness.client.post('/mfn/v0/eligibleShippingServices', asked)).body).toMatchObject({
      payload: {
        ShippingServiceList: [
          {},
          { ShippingServiceId: 'NINJAVAN_STANDARD', Rate: { CurrencyCode: 'SGD', Amount: 4.9 } },
        ],
      },
    });
    expect((await buyLabel(harness, number, harness.client.accessToken)).status).toBe(403);
    const restricted = await labelToken(harness);
    expect(
      (await harness.client.call('GET', harness.item('A'), { marketplaceIds: here }, undefined, restricted))
        .status,
    ).toBe(403);
    const { payload } = shipment.parse((await buyLabel(harness, number, restricted)).body);
    const { Contents, FileType, Checksum } = payload.Label.FileContents;
    const file = gunzipSync(Buffer.from(Contents, 'base64'));
    expect([FileType, file.subarray(0, 5).toString('latin1')]).toEqual(['application/pdf', '%PDF-']);
    expect(createHash('md5').update(file).digest('base64')).toBe(Checksum);
    await harness.pass(5);
    expect(harness.order(number)).toMatchObject({ state: 'SHIPPED' });
    expect(harness.order(number).events.filter(({ event }) => event === 'ship')).toHaveLength(1);
    expect((await buyLabel(harness, number, restricted)).status).toBe(400);
  });

  test('are refunded a little after they are cancelled', async () => {
    harness.addListing('A', 10);
    const restricted = await labelToken(harness);
    const { ShipmentId } = shipment.parse(
      (await buyLabel(harness, harness.buy('A'), restricted)).body,
    ).payload;
    const call = async (method: string) => {
      await harness.pass(2);
      return shipment.parse(
        (await harness.client.call(method, `/mfn/v0/shipments/${ShipmentId}`, {}, undefined, restricted))
          .body,
      ).payload.Status;
    };
    expect([await call('GET'), await call('DELETE'), await call('DELETE')]).toEqual([
      'Purchased',
      'RefundPending',
      'RefundPending',
    ]);
    await harness.pass(10);
    expect(await call('GET')).toBe('RefundApplied');
  });

  test('a restricted token names restricted paths, fifty at most', async () => {
    const ask = async (...restrictedResources: object[]) =>
      (await harness.client.post('/tokens/2021-03-01/restrictedDataToken', { restrictedResources })).status;
    const good = { method: 'GET', path: '/orders/v0/orders/{orderId}/address' };
    expect([
      await ask(good),
      await ask(),
      await ask({ method: 'GET', path: '/sellers/v1/account' }),
      await ask({ path: '/' }),
    ]).toEqual([200, 400, 400, 400]);
    expect(await ask(...Array.from({ length: 51 }, () => good))).toBe(400);
  });
});

describe('what lies with Amazon', () => {
  test('is counted in inventory summaries, whose token ends after thirty seconds', async () => {
    harness.addListing('OWN', 10);
    for (let number = 1; number <= 51; number += 1)
      harness.addListing(`FBA-${String(number)}`, 20, { tracked: false });
    const at = '/fba/inventory/v1/summaries';
    const question = {
      granularityType: 'Marketplace',
      granularityId: here,
      marketplaceIds: here,
      details: 'true',
    };
    const page = z.object({
      payload: z.object({
        inventorySummaries: z.array(z.object({ sellerSku: z.string(), totalQuantity: z.int() })),
      }),
      pagination: z.object({ nextToken: z.string() }).optional(),
    });
    const first = page.parse((await harness.client.get(at, question)).body);
    expect(first.payload.inventorySummaries).toHaveLength(50);
    const nextToken = first.pagination?.nextToken ?? '';
    const second = page.parse((await harness.client.get(at, { ...question, nextToken })).body);
    expect(second).toEqual({ payload: { inventorySummaries: [{ sellerSku: 'FBA-51', totalQuantity: 20 }] } });
    await harness.pass(31);
    expect((await harness.client.get(at, { ...question, nextToken })).status).toBe(400);
    expect((await harness.client.get(at, { marketplaceIds: here })).status).toBe(400);
  });

  test('the catalogue finds by ASIN, SKU and keyword', async () => {
    const asin = harness.addListing('A');
    harness.addListing('B');
    const skus = async (query: Record<string, string>) => {
      await harness.pass(1);
      const got = await harness.client.get('/catalog/2022-04-01/items', { marketplaceIds: here, ...query });
      return z
        .object({ items: z.array(z.object({ asin: z.string() })) })
        .parse(got.body)
        .items.map((item) => item.asin);
    };
    expect(await skus({ identifiers: asin, identifiersType: 'ASIN' })).toEqual([asin]);
    expect(await skus({ identifiers: 'A', identifiersType: 'SKU', sellerId: harness.shop })).toEqual([asin]);
    expect(await skus({ keywords: 'ware' })).toHaveLength(2);
    expect(
      (await harness.client.get('/catalog/2022-04-01/items/B000000000', { marketplaceIds: here })).status,
    ).toBe(404);
  });
});
