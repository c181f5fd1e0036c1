import { message } from '@evenstock/contract/messages/message';
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
import type { Issue } from './wire.ts';
import { faultsIn, patchItem } from './submissions.ts';
import { channel } from './channel.ts';

/**
 * amazon-sg.md 3.2: one SKU for each call, five at once. The feed for thousands answers only after minutes, and a
 * push needs each line's result.
 */
const width = 5;

export const stock: Connector['stock'] = {
  batch: { lines: width, within: 'shop' },

  async push(access, lines) {
    const [first, ...others] = lines;
    if (first === undefined) return [];
    // The first call's fault is thrown on; after that it would lose the results of earlier calls.
    const result = await pushLine(access, first);
    return [result, ...(await mapConcurrent(others, width, (line) => pushedLine(access, line)))];
  },

  async read(access, keys) {
    const { records, missing, replies } = await itemsBySku(
      access,
      keys.map((key) => key.variantId),
      ['fulfillmentAvailability'],
    );
    const items = readEach(records, 'listing', skuOf, (record) => item.parse(record));
    const levels = new Map(
      items.read.flatMap((each): [string, Level][] => {
        const level = measureOf(each.fulfillmentAvailability);
        // Own stock without its number, or nothing at all: nothing follows from that.
        return level.measure === null && level.keptBy !== 'marketplace' ? [] : [[each.sku, level]];
      }),
    );
    for (const sku of missing) levels.set(sku, { measure: null, reserved: 0 });
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
      path: `/attributes/${quantityAttribute}`,
      value: [{ fulfillment_channel_code: 'DEFAULT', quantity: line.quantity }],
    });
    if (answer.status === 'ACCEPTED') {
      // An error beside it: nobody knows which of the two holds.
      const isFine = answer.issues.every((issue) => !isAboutQuantity(issue));
      return isFine
        ? { outcome: 'ok' }
        : { outcome: 'unknown', reason: faultsIn(answer.issues, 'refusals.quantity').reason };
    }
    if (answer.status !== 'INVALID') {
      throw unexpected(message('answers.state_undocumented', { channel, state: answer.status }));
    }
    const faults = faultsIn(answer.issues, 'refusals.quantity');
    return { outcome: 'rejected', ...faults, mayPass: !invalidInput.has(faults.code) };
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code } = error.fault;
    const reason = code === notFound ? message('refusals.sku_gone', { channel }) : error.fault.reason;
    return { outcome: 'rejected', code, reason, mayPass: code !== notFound };
  }
}

const quantityAttribute = 'fulfillment_availability';

/** Whether an issue is an error that may concern a quantity: it names that, or no attribute. */
const isAboutQuantity = ({ severity, attributeNames: names }: Issue): boolean =>
  severity === 'ERROR' && (names.length === 0 || names.includes(quantityAttribute));

/** What amazon-sg.md 3.2 and the model's examples call invalid data of the listing: it stays so until a person changes it. */
const invalidInput = new Set(['90220']);

/** amazon-sg.md 3.2: a quantity of the seller's own would take the listing out of Amazon's warehouse. */
const notOurs: StockResult = {
  outcome: 'rejected',
  code: 'fulfilled_by_amazon',
  reason: message('refusals.warehouse_counts', { channel }),
  mayPass: false,
};
