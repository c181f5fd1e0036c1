import { ChannelError, unexpected } from '../kit/errors.ts';
import type { Access } from '../kit/access.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { readEach } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { notFound } from './client.ts';
import { keptByAmazon, measureOf, offerOnly } from './listings.ts';
import { itemsBySku, skuOf } from './listings-items.ts';
import { item } from './wire.ts';
import { patchItem, reasonOfIssues } from './submissions.ts';

/**
 * amazon-sg.md 3.2: one SKU for each call, five at once. The feed that takes thousands answers only after minutes, so it
 * could not say what became of each line while the push waits.
 */
const width = 5;

export const stock: Connector['stock'] = {
  batch: { lines: width, within: 'shop' },

  async push(access, lines) {
    const [first, ...others] = lines;
    if (first === undefined) return [];
    // Of the first call the caller learns the fault itself; after that, what earlier calls did must not be lost.
    const result = await pushLine(access, first);
    return [result, ...(await mapConcurrent(others, width, (line) => pushedLine(access, line)))];
  },

  async read(access, keys) {
    const { records, replies } = await itemsBySku(
      access,
      keys.map((key) => key.variantId),
      ['fulfillmentAvailability'],
    );
    const items = readEach(records, 'a listing', skuOf, (record) => item.parse(record));
    const levels = new Map(
      items.read.map((each): [string, Level] => [each.sku, measureOf(each.fulfillmentAvailability)]),
    );
    return readingsOf(keys, (key) => levels.get(key.variantId), intervalOf(replies, access.http.now()));
  },
};

async function pushedLine(access: Access, line: StockLine): Promise<StockResult> {
  try {
    return await pushLine(access, line);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return resultOfFault(error.fault);
  }
}

/** Merged, so that restock date and handling time stay as the seller has them. */
async function pushLine(access: Access, line: StockLine): Promise<StockResult> {
  if (line.stockRef['keptBy'] === keptByAmazon) return notOurs;
  try {
    const answer = await patchItem(access, line.variantId, line.stockRef['productType'] ?? offerOnly, {
      op: 'merge',
      path: '/attributes/fulfillment_availability',
      value: [{ fulfillment_channel_code: 'DEFAULT', quantity: line.quantity }],
    });
    if (answer.status === 'ACCEPTED') return { outcome: 'ok' };
    if (answer.status !== 'INVALID') {
      throw unexpected(`Amazon says of a change that it is ${answer.status}, which is not documented.`);
    }
    const { code, reason } = reasonOfIssues(answer.issues);
    return { outcome: 'rejected', code, reason: `Amazon refused the quantity: ${reason}`, mayPass: false };
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code, message } = error.fault;
    const reason =
      code === notFound
        ? 'Amazon no longer has this SKU. Sync the products of this marketplace to see what it has now.'
        : message;
    return { outcome: 'rejected', code, reason, mayPass: false };
  }
}

/** amazon-sg.md 3.2: a quantity of the seller's own would take the listing out of Amazon's warehouse. */
const notOurs: StockResult = {
  outcome: 'rejected',
  code: 'fulfilled_by_amazon',
  reason:
    'The stock of this SKU lies in Amazon’s warehouse, and Amazon counts it. Send units there to raise it.',
  mayPass: false,
};
