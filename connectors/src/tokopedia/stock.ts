import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { asMessage, ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { readEach } from '../kit/read-records.ts';
import { chunk, intervalOf } from '../kit/batches.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import { levelOf, readProducts } from './listings.ts';
import { product, stockUpdate } from './wire.ts';
import { channel } from './channel.ts';

/** tokopedia.md 3.2: rows in one update. */
const batchSize = 100;

/** tokopedia.md 3.2: absolute quantities, many products in a call. */
export const stock: Connector['stock'] = {
  batch: { lines: batchSize, within: 'shop' },

  async push(access, lines) {
    const results = new Map<StockLine, StockResult>();
    let isFirst = true;
    for (const batch of batchesOf(lines)) {
      try {
        for (const [line, result] of await pushBatch(access, batch)) results.set(line, result);
      } catch (error) {
        // The first call's fault is thrown on; after that it would lose the results of earlier calls.
        if (!(error instanceof ChannelError)) throw error;
        if (isFirst && error.fault.kind !== 'rejected') throw error;
        for (const line of batch) results.set(line, resultOfFault(error.fault));
      }
      isFirst = false;
    }
    return lines.map((line) => results.get(line) ?? unanswered);
  },

  async read(access, keys) {
    const replies: ChannelReply[] = [];
    const records = await readProducts(
      access,
      keys.map(({ variantId }) => variantId),
      replies,
    );
    const { read } = readEach(
      records,
      'listing',
      () => '',
      (record) => product.parse(record),
    );
    const levels = new Map(read.map((each) => [each.basic.productID, levelOf(each)]));
    return readingsOf(keys, ({ variantId }) => levels.get(variantId), intervalOf(replies, access.http.now()));
  },
};

const unanswered: StockResult = { outcome: 'unknown', reason: message('answers.none_for_sku') };

/** A call is for one warehouse (tokopedia.md 3.2). */
function batchesOf(lines: readonly StockLine[]): StockLine[][] {
  const byWarehouse = new Map<string, StockLine[]>();
  for (const line of lines) {
    const warehouse = line.stockRef['warehouse'] ?? '';
    byWarehouse.set(warehouse, [...(byWarehouse.get(warehouse) ?? []), line]);
  }
  return [...byWarehouse.values()].flatMap((each) => chunk(each, batchSize));
}

/** tokopedia.md 3.2: sets quantities by product id; the answer names the rows that failed, and counts the others. */
async function pushBatch(
  access: Access,
  lines: readonly StockLine[],
): Promise<readonly (readonly [StockLine, StockResult])[]> {
  const warehouse = lines[0]?.stockRef['warehouse'];
  const answer = await callFs(access, {
    method: 'POST',
    path: `/inventory/v1/fs/${fsIdOf(access.app)}/stock/update`,
    query: {
      shop_id: access.credentials.shopId,
      ...(warehouse === undefined ? {} : { warehouse_id: warehouse }),
    },
    body: lines.map(({ variantId, quantity }) => ({ product_id: Number(variantId), new_stock: quantity })),
    group: 'stock',
  });
  const done = dataOf(stockUpdate, answer, 'stock/update');
  const failures = new Map(done.failed_rows_data.map((row) => [row.product_id ?? '', row.message ?? '']));
  // The others are only counted: a smaller count does not say which were set.
  const areAllTold = done.succeed_rows + failures.size === lines.length;
  return lines.map((line) => {
    const why = failures.get(line.variantId);
    if (why !== undefined) return [line, rejectionOf(why)] as const;
    return [line, areAllTold ? { outcome: 'ok' as const } : unanswered] as const;
  });
}

/** The result of a rejected quantity, with the reason (tokopedia.md 2, 3.2); `mayPass` if the cause is temporary. */
function rejectionOf(why: string): StockResult {
  const isGone = /invalid (product id|sku)/i.test(why);
  const isReserved = /reserve|campaign|promo/i.test(why);
  return {
    outcome: 'rejected',
    code: isGone ? 'gone' : isReserved ? 'reserved' : 'refused',
    reason: isGone
      ? message('refusals.item_gone', { channel })
      : isReserved
        ? asMessage(message('refusals.campaign_holds_more', { channel, reason: why }))
        : why === ''
          ? message('refusals.no_reason', { channel })
          : asMessage(message('refusals.quantity', { channel, reason: why })),
    mayPass: isReserved,
  };
}
