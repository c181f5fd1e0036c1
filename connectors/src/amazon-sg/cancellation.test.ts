import { describe, expect, it } from 'vitest';
import type { CancellationAsked } from '../kit/capabilities.ts';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { acknowledgementXml, errorInReport } from './order-feed-xml.ts';
import {
  bodyOf,
  contentOf,
  failure,
  now,
  order,
  orderIn,
  orderRef,
  sellerId,
  sellerWith,
} from './recorded-seller.fixture.ts';
import type { Answers } from './recorded-seller.fixture.ts';

const storage = 'https://tortuga-prod-fe.s3-us-west-2.amazonaws.com/feed?X-Amz-Signature=1';
const [item] = order.orderItems;
const asked: CancellationAsked = {
  order: orderRef,
  attemptKey: 'attempt-1',
  reason: 'NoInventory',
  detail: null,
  lines: null,
  refund: 'everything' as const,
};

/** amazon-sg.md 6: what is called off, as the document writes it. */
const documentedXml =
  '<AmazonEnvelope><Header><DocumentVersion>1.01</DocumentVersion><MerchantIdentifier>A1EXAMPLE</MerchantIdentifier></Header><MessageType>OrderAcknowledgement</MessageType><Message><MessageID>1</MessageID><OrderAcknowledgement><AmazonOrderID>503-1234567-1234567</AmazonOrderID><StatusCode>Failure</StatusCode><Item><AmazonOrderItemCode>40001111222233</AmazonOrderItemCode><CancelReason>NoInventory</CancelReason></Item></OrderAcknowledgement></Message></AmazonEnvelope>';

const processingReport = (results: string, errors: number) =>
  `<?xml version="1.0"?><AmazonEnvelope><MessageType>ProcessingReport</MessageType><Message><ProcessingReport><StatusCode>Complete</StatusCode><ProcessingSummary><MessagesProcessed>1</MessagesProcessed><MessagesSuccessful>${String(1 - errors)}</MessagesSuccessful><MessagesWithError>${String(errors)}</MessagesWithError></ProcessingSummary>${results}</ProcessingReport></Message></AmazonEnvelope>`;
const refusal =
  '<Result><MessageID>1</MessageID><ResultCode>Error</ResultCode><ResultMessageCode>18028</ResultMessageCode><ResultDescription>Shipped &amp; gone</ResultDescription></Result>';

const feed = (processingStatus: string, resultFeedDocumentId?: string) => ({
  feedId: '70001',
  feedType: 'POST_ORDER_ACKNOWLEDGEMENT_DATA',
  createdTime: now.toISOString(),
  processingStatus,
  resultFeedDocumentId,
});

const sellerOf = (raw: unknown, others: Answers = {}) =>
  sellerWith({
    getOrder: { body: { order: raw } },
    createFeedDocument: { status: 201, body: { feedDocumentId: 'd-1', url: storage } },
    documents: { status: 200 },
    createFeed: { status: 202, body: { feedId: '70001' } },
    ...others,
  });
const groups = ({ requests }: ReturnType<typeof sellerOf>) => requests.map(({ group }) => group);

describe('the feed that calls an order off (amazon-sg.md 6)', () => {
  it('is written as documented, with its texts escaped', () => {
    const called = { sellerId, orderId: order.orderId, reason: 'NoInventory', itemIds: ['40001111222233'] };
    expect(acknowledgementXml(called).replace(/^<\?xml[^>]*>/, '')).toBe(documentedXml);
    expect(acknowledgementXml({ ...called, reason: '<&>' })).toContain('&lt;&amp;&gt;');
  });

  it('has the error of its report as the reason', () => {
    expect(errorInReport(processingReport('', 0))).toBeNull();
    expect(errorInReport(processingReport(refusal, 1))).toEqual({ code: '18028', reason: 'Shipped & gone' });
    expect(errorInReport(processingReport('', 1))).toMatchObject({ reason: 'no reason given' });
    const warning = refusal.replace('Error', 'Warning');
    expect(errorInReport(processingReport(warning, 0))).toBeNull();
  });
});

describe('cancelling an order (amazon-sg.md 6)', () => {
  it('offers the documented reasons', async () => {
    const { access } = sellerOf(order);
    const reasons = await cancellation.reasons(access, orderRef);
    expect(reasons.map(({ key }) => key)).toEqual([
      'NoInventory',
      'BuyerCanceled',
      'ShippingAddressUndeliverable',
      'CustomerExchange',
      'PricingError',
      'GeneralAdjustment',
    ]);
  });

  it('uploads the feed with its very type, then sends it, and waits for what becomes of it', async () => {
    const shop = sellerOf(order);
    const result = await cancellation.cancel.perform(shop.access, asked);
    expect(result).toMatchObject({ outcome: 'pending', reference: { feedId: '70001' } });
    expect(groups(shop)).toEqual(['getOrder', 'createFeedDocument', 'documents', 'createFeed']);
    const [, document, upload, sent] = shop.requests;
    expect(bodyOf(document)).toEqual({ contentType: 'text/xml; charset=UTF-8' });
    expect(upload).toMatchObject({
      method: 'PUT',
      url: storage,
      headers: { 'content-type': 'text/xml; charset=UTF-8' },
    });
    expect(contentOf(upload)).toContain(documentedXml);
    expect(bodyOf(sent)).toEqual({
      feedType: 'POST_ORDER_ACKNOWLEDGEMENT_DATA',
      marketplaceIds: ['A19VAU5U5O7RUS'],
      inputFeedDocumentId: 'd-1',
    });
  });

  it('calls single lines off, but no part of a line', async () => {
    const two = {
      ...item,
      orderItemId: '2',
      quantityOrdered: 2,
      fulfillment: { quantityFulfilled: 0, quantityUnfulfilled: 2 },
    };
    const shop = sellerOf({ ...order, orderItems: [item, two] });
    const whole = [{ lineId: '2', unitIds: [], units: 2 }];
    expect(await cancellation.cancel.perform(shop.access, { ...asked, lines: whole })).toMatchObject({
      outcome: 'pending',
    });
    const content = contentOf(shop.requests[2]);
    expect(content.match(/<AmazonOrderItemCode>\w+/g)).toEqual(['<AmazonOrderItemCode>2']);
    const part = [{ lineId: '2', unitIds: [], units: 1 }];
    expect(await cancellation.cancel.perform(shop.access, { ...asked, lines: part })).toMatchObject({
      outcome: 'rejected',
      code: 'whole_lines',
    });
  });

  it('is done where the order is cancelled already, and sends nothing', async () => {
    const shop = sellerOf(orderIn('CANCELLED'));
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(await cancellation.cancel.check(shop.access, asked, { feedId: '70001' })).toEqual({
      effect: 'done',
    });
    expect(groups(shop)).toEqual(['getOrder', 'getOrder']);
  });

  it.each([
    ['is shipped', orderIn('SHIPPED')],
    ['Amazon ships', { ...order, fulfillment: { fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'AMAZON' } }],
  ])('is refused where it %s', async (_what, raw) => {
    const shop = sellerOf(raw);
    const result = await cancellation.cancel.perform(shop.access, asked);
    expect(result).toMatchObject({ outcome: 'rejected', mayPass: false });
    expect(groups(shop)).toEqual(['getOrder']);
  });

  it.each([
    ['IN_QUEUE', undefined, '', 'not_yet_known'],
    ['IN_PROGRESS', undefined, '', 'not_yet_known'],
    ['CANCELLED', undefined, '', 'not_done'],
    ['DONE', 'd-2', processingReport('', 0), 'not_yet_known'],
    ['DONE', 'd-2', processingReport(refusal, 1), 'refused'],
    ['FATAL', 'd-2', processingReport(refusal, 1), 'refused'],
  ])(
    'whose feed is %s is, while the order is not cancelled, %4$s',
    async (status, document, content, effect) => {
      const { access } = sellerOf(order, {
        getFeed: { body: feed(status, document) },
        getFeedDocument: { body: { feedDocumentId: 'd-2', url: storage } },
        documents: { body: content },
      });
      expect(await cancellation.cancel.check(access, asked, { feedId: '70001' })).toMatchObject({ effect });
    },
  );

  it('that a finished feed brought about for one line of two is named as done in part', async () => {
    const off = { ...item, orderItemId: '2', cancellation: { cancellationExecution: {} } };
    const { access, pass } = sellerOf(
      { ...order, orderItems: [item, off] },
      { getFeed: { body: feed('DONE') } },
    );
    pass(901);
    expect(await cancellation.cancel.check(access, asked, { feedId: '70001' })).toMatchObject({
      effect: 'not_done',
      partly: { code: 'refusals.done_in_part' },
    });
  });

  it('that a finished feed did not bring about did not happen', async () => {
    const { access, pass } = sellerOf(order, { getFeed: { body: feed('DONE') } });
    pass(901);
    expect(await cancellation.cancel.check(access, asked, { feedId: '70001' })).toEqual({
      effect: 'not_done',
    });
    const fatal = sellerOf(order, { getFeed: { body: feed('FATAL') } });
    fatal.pass(901);
    expect(await cancellation.cancel.check(fatal.access, asked, { feedId: '70001' })).toMatchObject({
      effect: 'refused',
      code: 'FATAL',
    });
  });

  it.each([
    ['waits', feed('IN_QUEUE'), 'not_yet_known'],
    ['is worked on', feed('IN_PROGRESS'), 'not_yet_known'],
    ['has just ended', { ...feed('DONE'), processingEndTime: '2026-11-20T03:58:00Z' }, 'not_yet_known'],
    ['ended a while ago', { ...feed('DONE'), processingEndTime: '2026-11-20T03:50:00Z' }, 'not_done'],
    ['was called off', feed('CANCELLED'), 'not_done'],
  ])('whose answer was lost is, when the latest feed %s, %3$s', async (_what, latest, effect) => {
    const { access, requests } = sellerOf(order, { getFeeds: { body: { feeds: [latest] } } });
    expect(await cancellation.cancel.check(access, asked, null)).toMatchObject({ effect });
    const query = new URL(requests[1]?.url ?? '').searchParams;
    expect(query.get('feedTypes')).toBe('POST_ORDER_ACKNOWLEDGEMENT_DATA');
    expect(query.get('createdSince')).toBe('2026-11-19T04:00:00.000Z');
  });

  it('of an order that Amazon does not know is refused', async () => {
    const { access } = sellerWith({ getOrder: { status: 404, body: failure('NotFound') } });
    expect(await cancellation.cancel.perform(access, asked)).toMatchObject({ outcome: 'rejected' });
    expect(await cancellation.cancel.check(access, asked, null)).toMatchObject({ effect: 'refused' });
  });
});

describe('a buyer’s request to cancel (amazon-sg.md 6)', () => {
  const answer = { order: orderRef, attemptKey: 'attempt-1', reason: null };

  it('is met by the same feed', async () => {
    const shop = sellerOf(order);
    const result = await buyerCancellation.answer.perform(shop.access, { ...answer, accepts: true });
    expect(result).toMatchObject({ outcome: 'pending', reference: { feedId: '70001' } });
    const content = contentOf(shop.requests[2]);
    expect(content).toContain('<CancelReason>BuyerCanceled</CancelReason>');
  });

  it('cannot be refused', async () => {
    const shop = sellerOf(order);
    expect(await buyerCancellation.answer.perform(shop.access, { ...answer, accepts: false })).toMatchObject({
      outcome: 'rejected',
      code: 'cannot_refuse',
    });
    expect(buyerCancellation.canRefuse).toBe(false);
    expect(shop.requests).toEqual([]);
  });
});
