import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import { writtenPlace } from '../kit/locations.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { asMessage, ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { readEach } from '../kit/read-records.ts';
import { callsOf, pushInCalls } from '../kit/stock-calls.ts';
import { intervalOf } from '../kit/batches.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { callFs, dataOf, fsIdOf } from './client.ts';
import { levelOf, readProducts } from './listings.ts';
import { product, stockUpdate } from './wire.ts';
import { channel } from './channel.ts';

/** tokopedia.md 3.2: rows in one update. */
const batchSize = 100;

/** tokopedia.md 3.2: absolute quantities, many products in a call. */
export const stock: Connector['stock'] = {
  batch: { lines: batchSize, within: 'shop' },

  push: (access, lines) =>
    pushInCalls(lines, callsOf(lines, batchSize, warehouseOf), (call) => pushCall(access, call)),

  async read(access, keys) {
    const replies: ChannelReply[] = [];
    const found = await readProducts(
      access,
      keys.map(({ variantId }) => variantId),
      replies,
    );
    const { read } = readEach(
      found.records,
      'listing',
      () => '',
      (record) => product.parse(record),
    );
    const levels = new Map<string, Level>(found.missing.map((id) => [id, gone]));
    for (const each of read) {
      const level = levelOf(access, each);
      const saysNone = each.basic.status === 0 || each.stock?.useStock === false;
      // A number that an answer lacks is not read; nothing follows from that.
      if (level.measure !== null || saysNone) levels.set(each.basic.productID, saysNone ? gone : level);
    }
    return readingsOf(keys, ({ variantId }) => levels.get(variantId), intervalOf(replies, access.http.now()));
  },
};

/** For a product that Tokopedia has no more, or whose units it does not count. */
const gone: Level = { measure: null, reserved: 0 };

const unanswered: StockResult = { outcome: 'unknown', reason: message('answers.none_for_sku') };

/** A call is for one warehouse (tokopedia.md 3.2). */
const warehouseOf = ({ stockRef }: StockLine): string => stockRef['warehouse'] ?? '';

/** A rejection is about the rows of its call alone, so the other calls are still made. */
async function pushCall(access: Access, lines: readonly StockLine[]): Promise<readonly StockResult[]> {
  try {
    return await pushBatch(access, lines);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const result = resultOfFault(error.fault);
    return lines.map(() => result);
  }
}

/** tokopedia.md 3.2: sets quantities by product id; the answer names the rows that failed, and counts the others. */
async function pushBatch(access: Access, lines: readonly StockLine[]): Promise<readonly StockResult[]> {
  const warehouse = writtenPlace(access, lines[0]?.stockRef['warehouse']);
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
  const ids = new Set(lines.map(({ variantId }) => variantId));
  const isNamed = ({ product_id: id }: { product_id: string | null }): boolean => id !== null && ids.has(id);
  const failures = new Map(
    done.failed_rows_data.filter(isNamed).map((row) => [row.product_id, row.message ?? '']),
  );
  const nameless = done.failed_rows_data.filter((row) => !isNamed(row));
  const rest = lines.filter(({ variantId }) => !failures.has(variantId));
  // Rows that name no product are about those that no other row names, where there are as many of both.
  const areTheRest = nameless.length > 0 && nameless.length === rest.length;
  // The others are only counted: a smaller count does not say which were set.
  const areAllTold =
    nameless.length === 0 &&
    done.failed_rows <= failures.size &&
    done.succeed_rows + failures.size === lines.length;
  return lines.map((line) => {
    const row = areTheRest ? nameless[rest.indexOf(line)] : undefined;
    const why = failures.get(line.variantId) ?? (row === undefined ? undefined : (row.message ?? ''));
    if (why !== undefined) return rejectionOf(why);
    return areAllTold ? { outcome: 'ok' } : unanswered;
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
    // Only what the document calls final is.
    mayPass: !isGone,
  };
}
