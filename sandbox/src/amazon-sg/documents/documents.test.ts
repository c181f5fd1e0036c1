import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorIn, here, Harness } from '../harness.fixture.ts';
import { readFlatFile } from '../protocol/flat-file.ts';

const harness = new Harness(34);
beforeEach(async () => harness.begin());

const listings = 'GET_MERCHANT_LISTINGS_ALL_DATA';
const returns = 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE';
const acknowledgement = 'POST_ORDER_ACKNOWLEDGEMENT_DATA';
const items = z.object({ order: z.object({ orderItems: z.array(z.object({ orderItemId: z.string() })) }) });

async function lineOf(number: string): Promise<string> {
  const { order } = items.parse((await harness.client.get(`/orders/2026-01-01/orders/${number}`)).body);
  return order.orderItems[0]?.orderItemId ?? '';
}

function envelope(type: string, ...messages: string[]): string {
  const written = messages.map(
    (message, index) =>
      `<Message><MessageID>${String(index + 1)}</MessageID><${type}>${message}</${type}></Message>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><AmazonEnvelope><Header><DocumentVersion>1.01</DocumentVersion><MerchantIdentifier>${harness.shop}</MerchantIdentifier></Header><MessageType>${type}</MessageType>${written.join('')}</AmazonEnvelope>`;
}

function failing(number: string, line: string, reason = 'NoInventory'): string {
  return `<AmazonOrderID>${number}</AmazonOrderID><StatusCode>Failure</StatusCode><Item><AmazonOrderItemCode>${line}</AmazonOrderItemCode><CancelReason>${reason}</CancelReason></Item>`;
}

const successes = (report: string) => /<MessagesSuccessful>(\d+)</.exec(report)?.[1];

describe('reports', () => {
  test('all listings, packed, by name of column; Amazon’s own stock without a number', async () => {
    const asin = harness.addListing('TOTE-RED', 12);
    harness.addListing('FBA', 20, { tracked: false });
    harness.addListing('EMPTY', 0);
    const { status, text } = await harness.report(listings);
    expect(status).toBe('DONE');
    expect(readFlatFile(text)).toMatchObject([
      { 'seller-sku': 'TOTE-RED', 'asin1': asin, 'price': '39.90', 'quantity': '12', 'fulfillment-channel': 'DEFAULT', 'status': 'Active' },
      { 'seller-sku': 'FBA', 'quantity': '', 'fulfillment-channel': expect.stringMatching(/^AMAZON_/) },
      { 'seller-sku': 'EMPTY', 'quantity': '0', 'status': 'Inactive' },
    ]); // oxfmt-ignore
    expect(readFlatFile((await harness.report('GET_FLAT_FILE_OPEN_LISTINGS_DATA')).text)).toHaveLength(2);
    expect(readFlatFile((await harness.report('GET_MERCHANT_LISTINGS_INACTIVE_DATA')).text)).toHaveLength(1);
  });

  test('in the queue, in progress, done; nothing to report is CANCELLED', async () => {
    const made = await harness.client.post('/reports/2021-06-30/reports', {
      reportType: listings,
      marketplaceIds: [here],
    });
    expect(made.status).toBe(202);
    const at = `/reports/2021-06-30/reports/${z.object({ reportId: z.string() }).parse(made.body).reportId}`;
    const word = async () =>
      z.object({ processingStatus: z.string() }).parse((await harness.client.get(at)).body).processingStatus;
    expect(await word()).toBe('IN_QUEUE');
    await harness.pass(2);
    expect(await word()).toBe('IN_PROGRESS');
    expect((await harness.client.call('DELETE', at)).status).toBe(400);
    await harness.pass(3);
    expect(await word()).toBe('CANCELLED');
    expect(
      (
        await harness.client.post('/reports/2021-06-30/reports', {
          reportType: 'GET_NOTHING',
          marketplaceIds: [here],
        })
      ).status,
    ).toBe(400);
  });

  test('a link ends after five minutes, and takes no token', async () => {
    harness.addListing('A');
    await harness.report(listings);
    const { reports } = z.object({ reports: z.array(z.object({ reportDocumentId: z.string() })) }).parse(
      (
        await harness.client.get('/reports/2021-06-30/reports', {
          reportTypes: listings,
          processingStatuses: 'DONE',
        })
      ).body,
    );
    const link = await harness.client.get(
      `/reports/2021-06-30/documents/${reports[0]?.reportDocumentId ?? ''}`,
    );
    const { url } = z.object({ url: z.string(), compressionAlgorithm: z.literal('GZIP') }).parse(link.body);
    expect(
      (await harness.sandbox.fetch(url, { headers: { 'x-amz-access-token': harness.client.accessToken } }))
        .status,
    ).toBe(403);
    expect((await harness.sandbox.fetch(url.replace(/Signature=../, 'Signature=zz'))).status).toBe(403);
    expect((await harness.sandbox.fetch(url)).status).toBe(200);
    await harness.pass(301);
    expect(await (await harness.sandbox.fetch(url)).text()).toContain('Request has expired');
  });

  test('reports are listed page by page; the token needs no other parameter', async () => {
    harness.addListing('A');
    for (let count = 0; count < 3; count += 1) await harness.report(listings);
    const list = z.object({
      reports: z.array(z.object({ reportId: z.string() })),
      nextToken: z.string().optional(),
    });
    const at = '/reports/2021-06-30/reports';
    const first = list.parse((await harness.client.get(at, { reportTypes: listings, pageSize: '2' })).body);
    const nextToken = first.nextToken ?? '';
    const second = list.parse((await harness.client.get(at, { nextToken })).body);
    expect([...first.reports, ...second.reports].map(({ reportId }) => reportId)).toEqual([
      '50003',
      '50002',
      '50001',
    ]);
    expect((await harness.client.get(at, { nextToken, pageSize: '2' })).status).toBe(400);
  });

  test('returns by the date of the request; more than sixty days end FATAL', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A', 2);
    for (const event of ['ship', 'deliver'] as const) harness.happen(number, event);
    expect((await harness.report(returns)).status).toBe('CANCELLED');
    harness.happen(number, 'request_return', 'Does not fit');
    const rows = async () => readFlatFile((await harness.report(returns)).text);
    expect(await rows()).toMatchObject([
      {
        'Order ID': number,
        'Return request status': 'Pending',
        'Merchant SKU': 'A',
        'Return quantity': '2',
        'Return Reason': 'Does not fit',
      },
    ]);
    harness.happen(number, 'return');
    expect(await rows()).toMatchObject([{ 'Return request status': 'Completed' }]);
    const xml = await harness.report('GET_XML_RETURNS_DATA_BY_RETURN_DATE');
    expect(xml.text).toContain(`<order_id>${number}</order_id>`);
    const long = { dataStartTime: '2026-08-01T00:00:00Z', dataEndTime: '2026-11-20T00:00:00Z' };
    expect((await harness.report(returns, long)).status).toBe('FATAL');
  });
});

describe('feeds', () => {
  test('the acknowledgement feed cancels before shipping, once, with a reason of the list', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A', 2);
    const line = await lineOf(number);
    const shipped = harness.buy('A');
    const shippedLine = await lineOf(shipped);
    harness.happen(shipped, 'ship');
    const result = await harness.feed(
      acknowledgement,
      envelope('OrderAcknowledgement', failing(number, line), failing(shipped, shippedLine), failing(number, line), failing('503-0', line), failing(shipped, shippedLine, 'Mood')),
    ); // oxfmt-ignore
    expect([result.status, successes(result.text)]).toEqual(['DONE', '1']);
    expect(result.text.match(/<ResultCode>Error</g)).toHaveLength(4);
    expect(harness.order(number)).toMatchObject({ stage: 'cancelled', state: 'CANCELLED' });
    expect(harness.order(number).events.at(-1)).toMatchObject({
      event: 'cancel',
      by: 'seller',
      reason: 'NoInventory',
    });
    expect(harness.order(shipped).stage).toBe('shipped');
    expect(await harness.quantity('A')).toBe(9);
  });

  test('the flat file cancels as well; Success notes the seller’s own number', async () => {
    harness.addListing('A', 10);
    const [number, other] = [harness.buy('A'), harness.buy('A')];
    const file = `order-id\tamazon-order-item-code\tcancellation-reason-code\r\n${number}\t${await lineOf(number)}\tBuyerCanceled\r\n`;
    const flat = 'POST_FLAT_FILE_ORDER_ACKNOWLEDGEMENT_DATA';
    expect((await harness.feed(flat, file, 'text/tab-separated-values; charset=UTF-8')).text).toContain(
      'records successful\t\t1',
    );
    expect(harness.order(number).stage).toBe('cancelled');
    const success = `<AmazonOrderID>${other}</AmazonOrderID><MerchantOrderID>SO-88</MerchantOrderID><StatusCode>Success</StatusCode>`;
    await harness.feed(acknowledgement, envelope('OrderAcknowledgement', success));
    expect((await harness.client.get(`/orders/2026-01-01/orders/${other}`)).body).toMatchObject({
      order: { orderAliases: [{ aliasId: 'SO-88', aliasType: 'SELLER_ORDER_ID' }] },
    });
  });

  test('the rest of a partly sent order is cancelled, and what was sent is shipped', async () => {
    harness.addListing('A', 10);
    harness.addListing('B', 10);
    const lines = [{ sku: 'A', quantity: 1 }, { sku: 'B', quantity: 1 }]; // oxfmt-ignore
    const { number } = harness.sandbox.control.placeOrder('amazon-sg', harness.shop, { lines });
    const [sent = '', rest = ''] = harness.order(number).lines.map(({ line_id }) => line_id);
    const fulfilment = `<AmazonOrderID>${number}</AmazonOrderID><FulfillmentDate>2026-11-20T04:00:00Z</FulfillmentDate><FulfillmentData><CarrierCode>SingPost</CarrierCode><ShippingMethod>Standard</ShippingMethod><ShipperTrackingNumber>SP1</ShipperTrackingNumber></FulfillmentData><Item><AmazonOrderItemCode>${sent}</AmazonOrderItemCode><Quantity>1</Quantity></Item>`;
    await harness.feed('POST_ORDER_FULFILLMENT_DATA', envelope('OrderFulfillment', fulfilment));
    await harness.pass(5);
    expect(harness.order(number).state).toBe('PARTIALLY_SHIPPED');
    expect(
      successes(
        (await harness.feed(acknowledgement, envelope('OrderAcknowledgement', failing(number, sent)))).text,
      ),
    ).toBe('0');
    expect(
      successes(
        (await harness.feed(acknowledgement, envelope('OrderAcknowledgement', failing(number, rest)))).text,
      ),
    ).toBe('1');
    expect(harness.order(number)).toMatchObject({
      state: 'SHIPPED',
      lines: [{ cancelled: 0 }, { cancelled: 1, restored: 1 }],
    });
  });

  test('a refund settles the return that was asked for, within what was paid', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A');
    const line = await lineOf(number);
    for (const event of ['ship', 'deliver', 'request_return'] as const) harness.happen(number, event);
    const adjustment = (amount: string) =>
      `<AmazonOrderID>${number}</AmazonOrderID><AdjustedItem><AmazonOrderItemCode>${line}</AmazonOrderItemCode><AdjustmentReason>CustomerReturn</AdjustmentReason><ItemPriceAdjustments><Component><Type>Principal</Type><Amount currency="SGD">${amount}</Amount></Component></ItemPriceAdjustments></AdjustedItem>`;
    const type = 'POST_PAYMENT_ADJUSTMENT_DATA';
    expect(
      successes((await harness.feed(type, envelope('OrderAdjustment', adjustment('400.00')))).text),
    ).toBe('0');
    expect(harness.order(number).return_requested).toBe(true);
    expect(successes((await harness.feed(type, envelope('OrderAdjustment', adjustment('39.90')))).text)).toBe(
      '1',
    );
    expect(harness.order(number)).toMatchObject({ return_requested: false, lines: [{ returned: 1 }] });
    expect(readFlatFile((await harness.report(returns)).text)).toMatchObject([
      { 'Refunded Amount': '39.90' },
    ]);
  });

  test('many listings at once, with a report of what was wrong', async () => {
    harness.addListing('A', 10);
    harness.addListing('B', 10);
    const patches = (quantity: number) => [
      {
        op: 'merge',
        path: '/attributes/fulfillment_availability',
        value: [{ fulfillment_channel_code: 'DEFAULT', quantity }],
      },
    ];
    const messages = [
      { messageId: 1, sku: 'A', operationType: 'PATCH', productType: 'PRODUCT', patches: patches(3) },
      { messageId: 2, sku: 'NONE', operationType: 'PATCH', productType: 'PRODUCT', patches: patches(3) },
      { messageId: 3, sku: 'B', operationType: 'DELETE' },
    ];
    const header = { sellerId: harness.shop, version: '2.0', issueLocale: 'en_SG' };
    const json = 'application/json; charset=UTF-8';
    const result = await harness.feed('JSON_LISTINGS_FEED', JSON.stringify({ header, messages }), json);
    expect(JSON.parse(result.text)).toMatchObject({
      header: { sellerId: harness.shop, feedId: '70001' },
      issues: [{ messageId: 2, sku: 'NONE', code: '13013', severity: 'ERROR' }],
      summary: { errors: 1, warnings: 0, messagesProcessed: 3, messagesAccepted: 2, messagesInvalid: 1 },
    });
    expect(harness.truth).toMatchObject([
      { sku: 'A', quantity: 3 },
      { sku: 'B', status: 'deleted' },
    ]);
    harness.sandbox.control.setFaults([{ kind: 'half_batch', call: 'createFeed' }]);
    const half = await harness.feed(
      'JSON_LISTINGS_FEED',
      JSON.stringify({ header, messages: messages.slice(0, 2) }),
      json,
    );
    expect(JSON.parse(half.text)).toMatchObject({ summary: { messagesProcessed: 1 } });
  });

  test('what cannot be read, and what is gone, ends FATAL; an upload must be what was announced', async () => {
    expect((await harness.feed(acknowledgement, '<AmazonEnvelope><Header>')).status).toBe('FATAL');
    expect(
      (await harness.feed('POST_INVENTORY_AVAILABILITY_DATA', envelope('Inventory', '<SKU>A</SKU>'))).status,
    ).toBe('FATAL');
    const made = await harness.client.post('/feeds/2021-06-30/documents', {
      contentType: 'text/xml; charset=UTF-8',
    });
    const { url, feedDocumentId } = z
      .object({ url: z.string(), feedDocumentId: z.string() })
      .parse(made.body);
    expect(await harness.client.upload(url, 'text/plain', 'x')).toBe(403);
    const specification = {
      feedType: acknowledgement,
      marketplaceIds: [here],
      inputFeedDocumentId: feedDocumentId,
    };
    const feed = await harness.client.post('/feeds/2021-06-30/feeds', specification);
    const at = `/feeds/2021-06-30/feeds/${z.object({ feedId: z.string() }).parse(feed.body).feedId}`;
    expect((await harness.client.call('DELETE', at)).status).toBe(200);
    await harness.pass(10);
    expect((await harness.client.get(at)).body).toMatchObject({ processingStatus: 'CANCELLED' });
    const unknown = await harness.client.post('/feeds/2021-06-30/feeds', {
      ...specification,
      feedType: 'POST_NOTHING',
    });
    expect([unknown.status, errorIn(unknown).code]).toEqual([400, 'InvalidInput']);
  });
});
