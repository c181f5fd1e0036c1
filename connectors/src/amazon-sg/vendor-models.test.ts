import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { describeAccount } from './account.ts';
import { cancellation } from './cancellation.ts';
import { callAmazon, limits } from './client.ts';
import { listingRemoval, pricing } from './editing.ts';
import { fulfilment } from './fulfilment.ts';
import { listings } from './listings.ts';
import { orderOf } from './order.ts';
import { orders } from './orders.ts';
import { itemNamed, now, order, orderRef, seller, sellerWith, tote } from './recorded-seller.fixture.ts';
import type { Answers } from './recorded-seller.fixture.ts';
import { returns } from './returns.ts';
import { pickup } from './self-collect.ts';
import { stock } from './stock.ts';
import { vendorModels } from './vendor-models.fixture.ts';
import type { VendorModels } from './vendor-models.fixture.ts';
import * as wire from './wire.ts';

const files = [
  'orders_2026-01-01.json',
  'ordersV0.json',
  'listingsItems_2021-08-01.json',
  'reports_2021-06-30.json',
  'feeds_2021-06-30.json',
  'sellers.json',
];

const storage = 'https://tortuga-prod-fe.s3-us-west-2.amazonaws.com/document?X-Amz-Signature=1';
const document = { body: { reportDocumentId: 'd-1', feedDocumentId: 'd-1', url: storage } };
/** Both reports in one: of listings and of returns. */
const flatFile = [
  'seller-sku\tOrder ID\tReturn request date\tReturn request status\tAmazon RMA ID\tMerchant SKU\tItem Name\tReturn quantity',
  'TOTE-RED\t503-1234567-1234567\t2026-11-19\tApproved\tRMA-1\tTOTE-RED\tBatik Tote\t1',
].join('\n');
const made = { createdTime: '2026-11-20T03:50:00Z', processingStatus: 'DONE' };
const report = { reportId: '50001', reportType: 'T', ...made, reportDocumentId: 'd-1' };
const feed = { feedId: '77', feedType: 'F', ...made, resultFeedDocumentId: 'd-2' };

/** Every operation with an answer as the document shows it. */
const answers: Answers = {
  searchOrders: { body: { orders: [order], lastUpdatedBefore: '2026-11-20T02:00:00Z' } },
  getOrder: { body: { order } },
  confirmShipment: { status: 204 },
  updateShipmentStatus: { status: 204 },
  getListingsItem: { body: itemNamed('A,B', 3) },
  searchListingsItems: { body: { numberOfResults: 1, pagination: {}, items: [tote] } },
  patchListingsItem: {
    body: { sku: 'TOTE-RED', status: 'ACCEPTED', submissionId: 'f1dc', issues: [] },
  },
  deleteListingsItem: {
    body: { sku: 'TOTE-RED', status: 'ACCEPTED', submissionId: 'f1dc', issues: [] },
  },
  createReport: { status: 202, body: { reportId: '50001' } },
  getReports: { body: { reports: [report] } },
  getReport: { body: report },
  getReportDocument: document,
  createFeedDocument: { ...document, status: 201 },
  createFeed: { status: 202, body: { feedId: '77' } },
  getFeeds: { body: { feeds: [feed] } },
  getFeed: { body: feed },
  getFeedDocument: document,
  getMarketplaceParticipations: {
    body: {
      payload: [
        {
          marketplace: {
            id: 'A19VAU5U5O7RUS',
            name: 'Amazon.sg',
            countryCode: 'SG',
            defaultCurrencyCode: 'SGD',
            defaultLanguageCode: 'en_SG',
            domainName: 'www.amazon.sg',
          },
          storeName: 'Lion City Lifestyle',
          participation: { isParticipating: true, hasSuspendedListings: false },
        },
      ],
    },
  },
  documents: { body: flatFile },
};

/** Does everything that the connector can do, and hands back what it asked. */
async function everything(): Promise<readonly ChannelRequest[]> {
  const { access, requests, pass } = sellerWith(answers);
  const key = { itemId: 'TOTE-RED', variantId: 'TOTE-RED', stockRef: { productType: 'HANDBAG' } };
  const window = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-11-20T03:00:00Z') };
  const attempt = { order: orderRef, attemptKey: 'attempt-1' };
  const parcel = { shipping_company: 'Ninja Van', tracking_no: 'NVSG123' };
  const called = {
    ...attempt,
    reason: 'NoInventory',
    detail: null,
    lines: null,
    refund: 'everything' as const,
  };
  await describeAccount(access);
  await listings.page(access, (await listings.page(access, null, null)).next, null);
  await listings.page(access, null, window.from);
  await listings.page(access, { after: window.from.toISOString(), token: 'T', seen: 20 }, window.from);
  await listings.read(access, ['TOTE-RED', 'A,B']);
  await stock.push(access, [{ ...key, quantity: 7, compareFrom: null, attemptKey: 'a', sentAt: now }]);
  await stock.read(access, [key]);
  await orders.page(access, null, window);
  await orders.page(access, { token: 'T', before: null }, window);
  await orders.read(access, [order.orderId]);
  await fulfilment.ship.perform(access, {
    ...attempt,
    method: 'default',
    answers: parcel,
    lines: null,
    shippedAt: now,
  });
  await pickup.confirm.perform(access, { ...attempt, answers: {} });
  await cancellation.cancel.perform(access, called);
  await cancellation.cancel.check(access, called, null);
  await cancellation.cancel.check(access, called, { feedId: '77' });
  await returns.page(access, (await returns.page(access, null, window)).next, window);
  await returns.read(access, 'RMA-1');
  await pricing.setPrice.perform(access, { listing: key, price: 3990, currency: 'SGD' });
  await pricing.setPrice.check(access, { listing: key, price: 3990, currency: 'SGD' }, null);
  pass(1);
  await listingRemoval.remove.perform(access, { itemId: 'TOTE-RED', variants: [key] });
  return requests;
}

/** How we read each answer; calls without a body have none. */
const readers: Readonly<Record<string, z.ZodType>> = {
  searchOrders: wire.orderPage,
  getOrder: wire.oneOrder,
  getListingsItem: wire.item,
  searchListingsItems: wire.itemPage,
  patchListingsItem: wire.submission,
  deleteListingsItem: wire.submission,
  createReport: wire.createdReport,
  getReports: wire.reportPage,
  getReport: wire.report,
  getReportDocument: wire.document,
  createFeedDocument: wire.createdFeedDocument,
  createFeed: wire.createdFeed,
  getFeeds: wire.feedPage,
  getFeed: wire.feed,
  getFeedDocument: wire.document,
  getMarketplaceParticipations: wire.participations,
};

const outside = new Set(['documents', 'login']);
const operations = Object.keys(limits).filter((group) => !outside.has(group));

function held(models: VendorModels): void {
  it('every request that is sent follows the model of its operation', async () => {
    const sent = (await everything()).filter(({ group }) => !outside.has(group));
    const wrong = sent.flatMap((request) => {
      const operation = models.operationOf(request);
      if (operation?.id !== request.group) return [`${request.method} ${request.url} is no ${request.group}`];
      return operation.requestProblems(request).map((problem) => `${request.group}: ${problem}`);
    });
    expect(wrong).toEqual([]);
    expect(new Set(sent.map(({ group }) => group))).toEqual(new Set(operations));
  });

  it.each(operations)('the answers of %s in these tests follow its model', (name) => {
    const answer = answers[name];
    if (answer === undefined || typeof answer === 'function') throw new Error(`no one answer for ${name}`);
    const problems = models.named(name)?.replyProblems(answer.status ?? 200, answer.body ?? {});
    expect(problems).toEqual([]);
  });

  it.each(operations)('every answer that Amazon publishes for %s is read, or is a refusal', async (name) => {
    const operation = models.named(name);
    const published = operation?.published ?? [];
    expect(published.length).toBeGreaterThan(0);
    for (const { status, body } of published) {
      if (status < 300) {
        readers[name]?.parse(body);
        continue;
      }
      const { access } = seller(() => ({ status, body }));
      const call = callAmazon(access, { operation: 'getOrder', method: 'GET', path: '/' });
      const fault = await call.then(
        () => null,
        (error: unknown) => (error instanceof ChannelError ? error.fault : null),
      );
      expect(fault).toMatchObject({ kind: 'rejected' });
    }
  });

  it('the published orders become orders with all of their units and amounts', () => {
    const published = ['searchOrders', 'getOrder'].flatMap((name) => models.named(name)?.published ?? []);
    const records = published.flatMap(({ status, body }) => {
      if (status !== 200) return [];
      const page = wire.orderPage.safeParse(body);
      return page.success ? page.data.orders : [wire.oneOrder.parse(body).order];
    });
    const read = records.map((record) => orderOf(wire.order.parse(record)));
    expect(read.length).toBeGreaterThan(3);
    for (const each of read) {
      expect(each.state).not.toBe('unknown');
      expect(each.lines.every(({ ordered, cancelled }) => ordered >= cancelled)).toBe(true);
    }
  });

  it('fails for a request or an answer that does not', () => {
    const search = models.named('searchListingsItems');
    const request = {
      method: 'GET',
      group: 'searchListingsItems',
      url: 'https://api.test/listings/2021-08-01/items/A1EXAMPLE?pageSize=21&sortBy=price&colour=red',
    } as const;
    expect(search?.requestProblems(request)).toEqual([
      'query: colour is no parameter',
      'query: marketplaceIds is missing',
      'query.sortBy: "price" is not one of its words',
      'query.pageSize: 21 is out of bounds',
    ]);
    const patch = models.named('patchListingsItem');
    const patching = { ...request, method: 'PATCH', body: '{"productType":"A","patches":[],"x":1}' } as const;
    expect(
      patch?.requestProblems({ ...patching, url: `${request.url.split('?')[0] ?? ''}/S?marketplaceIds=A` }),
    ).toEqual(['body.patches: holds 0', 'body: x is not in the model']);
    expect(search?.replyProblems(200, { items: [{ sku: 5 }] })).toEqual([
      'reply: numberOfResults is missing',
      'reply.items[0].sku: is no text',
    ]);
  });
}

describe('what is sent and read conforms to Amazon’s models', () => {
  const models = vendorModels(files);
  if (models !== null) {
    held(models);
    return;
  }
  it('not run: EVENSTOCK_SCHEMAS does not have the models', () => {
    process.stdout.write('not run: Amazon’s models are not installed (EVENSTOCK_SCHEMAS)\n');
    expect(process.env['EVENSTOCK_REQUIRE_ALL']).not.toBe('1');
  });
});
