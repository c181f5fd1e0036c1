import type { FeedResult, FeedRun, FeedWorker } from './feed-run.ts';
import { flatFile, readFlatFile } from '../protocol/flat-file.ts';
import {
  acknowledge,
  adjust,
  fulfil,
  type Acknowledgement,
  type Adjustment,
  type Fulfilment,
} from './order-messages.ts';
import { child, childrenOf, escaped, readXml, textIn, type Element } from '../protocol/xml.ts';

/** What became of one message or line: null when it was done, else why not. */
type Outcome = { readonly code: string; readonly text: string } | null;

/** One message or line of a feed, done as it comes. */
interface Step {
  readonly id: string;
  run(): Outcome;
}

/** The feeds about orders: acknowledging (cancelling), fulfilling, refunding; as XML and as flat files (amazon-sg.md 5, 6). */
export const orderFeeds: Readonly<Record<string, FeedWorker>> = {
  POST_ORDER_ACKNOWLEDGEMENT_DATA: (run) =>
    xmlFeed(run, 'OrderAcknowledgement', (element) => acknowledge(run, acknowledgementOf(element))),
  POST_FLAT_FILE_ORDER_ACKNOWLEDGEMENT_DATA: (run) =>
    flatFeed(run, ['order-id', 'cancellation-reason-code'], (row) => acknowledge(run, cancellingRow(row))),
  POST_ORDER_FULFILLMENT_DATA: (run) =>
    xmlFeed(run, 'OrderFulfillment', (element) => fulfil(run, fulfilmentOf(element))),
  POST_FLAT_FILE_FULFILLMENT_DATA: (run) =>
    flatFeed(run, ['order-id', 'ship-date', 'carrier-code'], (row) => fulfil(run, fulfilmentRow(row))),
  POST_PAYMENT_ADJUSTMENT_DATA: (run) =>
    xmlFeed(run, 'OrderAdjustment', (element) => adjust(run, adjustmentOf(element))),
  POST_FLAT_FILE_PAYMENT_ADJUSTMENT_DATA: (run) =>
    flatFeed(run, ['order-id', 'order-item-id', 'adjustment-reason-code'], (row) =>
      adjust(run, adjustmentRow(row)),
    ),
};

function acknowledgementOf(element: Element): Acknowledgement {
  return {
    orderId: textIn(element, 'AmazonOrderID'),
    statusCode: textIn(element, 'StatusCode'),
    alias: textIn(element, 'MerchantOrderID'),
    items: childrenOf(element, 'Item').map((item) => ({
      id: textIn(item, 'AmazonOrderItemCode'),
      reason: textIn(item, 'CancelReason'),
    })),
  };
}

/** This flat file only cancels; without an item, the whole order. */
function cancellingRow(row: Readonly<Record<string, string>>): Acknowledgement {
  const item = row['amazon-order-item-code'] ?? '';
  const reason = row['cancellation-reason-code'] ?? '';
  return { orderId: row['order-id'] ?? '', statusCode: 'Failure', alias: '', items: [{ id: item, reason }] };
}

function fulfilmentOf(element: Element): Fulfilment {
  const data = child(element, 'FulfillmentData') ?? element;
  return {
    orderId: textIn(element, 'AmazonOrderID'),
    shipDate: textIn(element, 'FulfillmentDate'),
    carrierCode: textIn(data, 'CarrierCode') || (textIn(data, 'CarrierName') === '' ? '' : 'Other'),
    carrierName: textIn(data, 'CarrierName'),
    method: textIn(data, 'ShippingMethod'),
    tracking: textIn(data, 'ShipperTrackingNumber'),
    items: childrenOf(element, 'Item').map((item) => ({
      id: textIn(item, 'AmazonOrderItemCode'),
      quantity: Number(textIn(item, 'Quantity') || '0'),
    })),
  };
}

function fulfilmentRow(row: Readonly<Record<string, string>>): Fulfilment {
  const id = row['order-item-id'] ?? '';
  return {
    orderId: row['order-id'] ?? '',
    shipDate: row['ship-date'] ?? '',
    carrierCode: row['carrier-code'] ?? '',
    carrierName: row['carrier-name'] ?? '',
    method: row['ship-method'] ?? '',
    tracking: row['tracking-number'] ?? '',
    items: id === '' ? [] : [{ id, quantity: Number(row['quantity'] ?? '0') }],
  };
}

function adjustmentOf(element: Element): Adjustment {
  return {
    orderId: textIn(element, 'AmazonOrderID'),
    items: childrenOf(element, 'AdjustedItem').map((item) => ({
      id: textIn(item, 'AmazonOrderItemCode'),
      reason: textIn(item, 'AdjustmentReason'),
      currency: '',
      amount: childrenOf(child(item, 'ItemPriceAdjustments') ?? item, 'Component').reduce(
        (sum, component) => sum + Number(textIn(component, 'Amount') || '0'),
        0,
      ),
    })),
  };
}

function adjustmentRow(row: Readonly<Record<string, string>>): Adjustment {
  const parts = ['item-price-adj', 'item-tax-adj', 'shipping-price-adj', 'shipping-tax-adj'];
  const amount = parts.reduce((sum, name) => sum + Number(row[name] === '' ? '0' : (row[name] ?? '0')), 0);
  const item = {
    id: row['order-item-id'] ?? '',
    reason: row['adjustment-reason-code'] ?? '',
    currency: row['currency'] ?? '',
    amount,
  };
  return { orderId: row['order-id'] ?? '', items: [item] };
}

/** An AmazonEnvelope of one message type; null when it is none. */
function xmlFeed(run: FeedRun, type: string, work: (element: Element) => Outcome): FeedResult | null {
  const root = readXml(run.text);
  if (root?.name !== 'AmazonEnvelope' || textIn(root, 'MessageType') !== type) return null;
  const merchant = textIn(child(root, 'Header') ?? root, 'MerchantIdentifier');
  if (merchant !== run.shop.id) return null;
  const steps = childrenOf(root, 'Message').map((message): Step => {
    const element = child(message, type);
    return {
      id: textIn(message, 'MessageID'),
      run: () =>
        element === null
          ? { code: '5000', text: 'XML Parsing Fatal Error: the message is empty.' }
          : work(element),
    };
  });
  const { done, errors } = workOff(run, steps);
  const results = errors.map(
    ({ id, code, text }) =>
      `<Result><MessageID>${escaped(id)}</MessageID><ResultCode>Error</ResultCode><ResultMessageCode>${code}</ResultMessageCode><ResultDescription>${escaped(text)}</ResultDescription></Result>`,
  );
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<AmazonEnvelope><Header><DocumentVersion>1.02</DocumentVersion><MerchantIdentifier>${run.shop.id}</MerchantIdentifier></Header><MessageType>ProcessingReport</MessageType><Message><MessageID>1</MessageID><ProcessingReport><DocumentTransactionID>${run.feed.id}</DocumentTransactionID><StatusCode>Complete</StatusCode><ProcessingSummary><MessagesProcessed>${String(done + errors.length)}</MessagesProcessed><MessagesSuccessful>${String(done)}</MessagesSuccessful><MessagesWithError>${String(errors.length)}</MessagesWithError><MessagesWithWarning>0</MessagesWithWarning></ProcessingSummary>${results.join('')}</ProcessingReport></Message></AmazonEnvelope>
`;
  return { contentType: 'text/xml; charset=UTF-8', text };
}

/** A flat file with these columns at least; null when it has not. */
function flatFeed(
  run: FeedRun,
  needed: readonly string[],
  work: (row: Readonly<Record<string, string>>) => Outcome,
): FeedResult | null {
  const rows = readFlatFile(run.text);
  if (rows === null || rows.some((row) => needed.some((column) => row[column] === undefined))) return null;
  const steps = rows.map((row, index): Step => ({ id: String(index + 1), run: () => work(row) }));
  const { done, errors } = workOff(run, steps);
  const columns = ['original-record-number', 'order-id', 'error-code', 'error-type', 'error-message'];
  const lines = errors.map(({ id, code, text }) => ({
    'original-record-number': id,
    'order-id': rows[Number(id) - 1]?.['order-id'] ?? '',
    'error-code': code,
    'error-type': 'Error',
    'error-message': text,
  }));
  const summary = `Feed Processing Summary:\r\n\tNumber of records processed\t\t${String(done + errors.length)}\r\n\tNumber of records successful\t\t${String(done)}\r\n\r\n`;
  return { contentType: 'text/plain; charset=UTF-8', text: summary + flatFile(columns, lines) };
}

function workOff(
  { feed }: FeedRun,
  steps: readonly Step[],
): { done: number; errors: { id: string; code: string; text: string }[] } {
  const meant = feed.isHalf ? steps.slice(0, Math.floor(steps.length / 2)) : steps;
  const errors = meant.flatMap((step) => {
    const outcome = step.run();
    return outcome === null ? [] : [{ id: step.id, ...outcome }];
  });
  return { done: meant.length - errors.length, errors };
}
