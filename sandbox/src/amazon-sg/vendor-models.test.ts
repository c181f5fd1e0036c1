import { beforeAll, describe, expect, test } from 'vitest';
import type { AmazonExchange } from '../testing/amazon-sg-client.ts';
import { vendorModels } from '../testing/vendor-models.ts';
import { operations } from './operations.ts';
import { exerciseLabels, restrictedToken } from './labels.fixture.ts';
import { here, Harness } from './harness.fixture.ts';

const models = vendorModels();
const title =
  models === null
    ? 'against the vendor’s models: the folder EVENSTOCK_SCHEMAS does not have them'
    : 'against the vendor’s models';

describe.runIf(models !== null)(title, () => {
  const harness = new Harness(35);
  const exchanges: AmazonExchange[] = [];
  const faultsIn = (heard: readonly AmazonExchange[]) =>
    heard.flatMap((exchange) => models?.faults(exchange) ?? []);

  beforeAll(async () => {
    harness.client.heard = (exchange) => exchanges.push(exchange);
    await harness.begin();
  });

  test('every operation is the vendor’s, at its address', () => {
    const called = operations.map(({ name, method, path }) => [name, models?.nameOf(method, path)]);
    expect(called).toEqual(operations.map(({ name }) => [name, name]));
  });

  test('a difference would be seen', () => {
    const url = new URL(
      'https://api.example.test/orders/2026-01-01/orders/503-1?includedData=BUYER,MOOD&more=1',
    );
    const order = {
      orderId: 5,
      createdTime: 'today',
      lastUpdatedTime: '2026-11-20T01:00:00Z',
      salesChannel: {},
      mood: 'good',
    };
    expect(models?.faults({ method: 'GET', url, sent: undefined, status: 200, body: { order } })).toEqual([
      'getOrder: query.includedData: MOOD is none of its values',
      'getOrder: query.more: no such parameter',
      'getOrder: answer.order.orderItems: is needed',
      'getOrder: answer.order.orderId: is no text',
      'getOrder: answer.order.createdTime: today is no instant',
      'getOrder: answer.order.salesChannel.channelName: is needed',
      'getOrder: answer.order.mood: no such field',
    ]);
  });

  test('every request is one that the vendor takes, and every answer one that it could give', async () => {
    await exerciseListings(harness);
    await exerciseOrders(harness);
    await exerciseDocuments(harness);
    await exerciseLabels(harness);
    expect(faultsIn(exchanges)).toEqual([]);
    const seen = new Set(
      exchanges
        .filter(({ status }) => status < 300)
        .map(({ method, url }) => models?.nameOf(method, url.pathname)),
    );
    expect(operations.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
    expect(new Set(exchanges.map(({ status }) => status))).toEqual(
      new Set([200, 201, 202, 204, 400, 403, 404, 429]),
    );
  });
});

const everything =
  'summaries,attributes,issues,offers,fulfillmentAvailability,procurement,relationships,productTypes';
const path = (harness: Harness) => `/listings/2021-08-01/items/${harness.shop}`;

async function exerciseListings(harness: Harness): Promise<void> {
  const { client } = harness;
  const closed = harness.addListing('CLOSED');
  harness.addListing('A', 20);
  harness.addListing('FBA', 20, { tracked: false });
  harness.addListing('GONE');
  harness.sandbox.control.addListings('amazon-sg', harness.shop, {
    name: 'Tee', description: 'Soft.', sku: 'TEE', picture: 'tee', status: 'normal', option_names: ['Size'],
    variants: [{ sku: 'TEE-S', options: ['S'], price: 20, special_price: 18, quantity: 3 }, { sku: 'TEE-M', options: ['M'], price: 20, quantity: 3 }],
  }); // oxfmt-ignore
  harness.sandbox.control.editListing('amazon-sg', harness.shop, closed, { status: 'banned' });
  await client.get('/sellers/v1/marketplaceParticipations');
  await client.get('/sellers/v1/account');
  for (const sku of ['A', 'FBA', 'CLOSED', 'TEE-S', 'TEE', 'NONE'])
    await client.get(harness.item(sku), { marketplaceIds: here, includedData: everything });
  for (let call = 0; call < 6; call += 1)
    await client.get(path(harness), { marketplaceIds: here, includedData: everything, pageSize: '2' });
  await client.get('/sellers/v1/marketplaceParticipations');
  await client.call('GET', '/sellers/v1/account', {}, undefined, 'Atza|wrong');
  await harness.setQuantity('A', 15);
  await harness.setQuantity('NONE', 15);
  const attributes = { fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 18 }] };
  const put = { productType: 'PRODUCT', requirements: 'LISTING_OFFER_ONLY', attributes };
  const fba = { granularityType: 'Marketplace', granularityId: here, marketplaceIds: here };
  await client.get('/fba/inventory/v1/summaries', { ...fba, details: 'true' });
  const sets = 'summaries,images,identifiers,dimensions,productTypes';
  await client.get('/catalog/2022-04-01/items', {
    marketplaceIds: here,
    keywords: 'ware',
    includedData: sets,
  });
  await client.get(`/catalog/2022-04-01/items/${closed}`, { marketplaceIds: here, includedData: sets });
  await client.call('PUT', harness.item('A'), { marketplaceIds: here }, put);
  await client.call('DELETE', harness.item('GONE'), { marketplaceIds: here });
  await harness.pass(10);
}

const orderSets =
  'BUYER,RECIPIENT,PROCEEDS,EXPENSE,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,TAX,PAYMENT,FULFILLMENT_ORDERS';

async function exerciseOrders(harness: Harness): Promise<void> {
  const { client } = harness;
  const [pending, asked, sent, other, picked] = [
    harness.buy('A', 1, false),
    harness.buy('A', 2),
    harness.buy('TEE-S'),
    harness.buy('A'),
    harness.buy('A', 1, true, true),
  ];
  harness.happen(asked, 'request_cancellation', 'ordered by mistake');
  harness.happen(other, 'cancel');
  const [line] = harness.order(sent).lines;
  const packageDetail = {
    packageReferenceId: '1', carrierCode: 'SingPost', trackingNumber: 'SP1', shipDate: '2026-11-20T04:00:00Z',
    orderItems: [{ orderItemId: line?.line_id ?? '', quantity: 1 }],
  }; // oxfmt-ignore
  const confirmation = `/orders/v0/orders/${sent}/shipmentConfirmation`;
  await client.post(confirmation, { marketplaceId: here, packageDetail });
  await client.post(confirmation, {
    marketplaceId: here,
    packageDetail: { ...packageDetail, shipDate: '02/21/2022' },
  });
  await client.post(`/orders/v0/orders/${picked}/shipment`, {
    marketplaceId: here,
    shipmentStatus: 'ReadyForPickup',
  });
  await harness.pass(200);
  for (const number of [pending, asked, sent, other, picked, '503-0'])
    await client.get(`/orders/2026-01-01/orders/${number}`, { includedData: orderSets });
  const v0 = `/orders/v0/orders/${sent}`;
  const dataElements = ['buyerInfo', 'shippingAddress'];
  const restricted = await restrictedToken(harness, [
    { method: 'GET', path: '/orders/v0/orders', dataElements },
    { method: 'GET', path: `${v0}/address` },
    { method: 'GET', path: '/orders/v0/orders/{orderId}/buyerInfo' },
  ]);
  const searchV0 = { MarketplaceIds: here, LastUpdatedAfter: '2026-11-20T00:00:00Z', MaxResultsPerPage: '3' };
  await client.get('/orders/v0/orders', searchV0);
  await client.call('GET', '/orders/v0/orders', searchV0, undefined, restricted);
  for (const part of ['/address', '/buyerInfo'])
    await client.call('GET', `${v0}${part}`, {}, undefined, restricted);
  for (const number of [pending, asked, sent]) {
    await client.get(`/orders/v0/orders/${number}`);
    await client.get(`/orders/v0/orders/${number}/orderItems`);
  }
  const search = {
    lastUpdatedAfter: '2026-11-20T00:00:00Z',
    includedData: orderSets,
    maxResultsPerPage: '3',
  };
  await client.get('/orders/2026-01-01/orders', search);
  await client.get('/orders/2026-01-01/orders', { createdAfter: '2026-11-20T00:00:00Z' });
  await client.get('/orders/2026-01-01/orders', {});
}

async function exerciseDocuments(harness: Harness): Promise<void> {
  const { client } = harness;
  const reportType = 'GET_MERCHANT_LISTINGS_ALL_DATA';
  await harness.report(reportType);
  await harness.report('GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE');
  await client.get('/reports/2021-06-30/reports', { reportTypes: reportType });
  await client.post('/reports/2021-06-30/reports', { reportType, marketplaceIds: [here] });
  await client.call('DELETE', '/reports/2021-06-30/reports/50003');
  const header = { sellerId: harness.shop, version: '2.0' };
  const messages = [{ messageId: 1, sku: 'A', operationType: 'DELETE' }];
  await harness.feed(
    'JSON_LISTINGS_FEED',
    JSON.stringify({ header, messages }),
    'application/json; charset=UTF-8',
  );
  await harness.feed('POST_PRODUCT_DATA', '<AmazonEnvelope/>');
  await client.get('/feeds/2021-06-30/feeds', { feedTypes: 'JSON_LISTINGS_FEED', pageSize: '1' });
  const again = { feedType: 'JSON_LISTINGS_FEED', marketplaceIds: [here], inputFeedDocumentId: 'none' };
  await client.post('/feeds/2021-06-30/feeds', again);
  await harness.cancelledFeed();
}
