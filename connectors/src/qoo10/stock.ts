import { message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { readEach } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { callSeller } from './client.ts';
import { keyed, lookUpIfThere, quantityOf, SINGLE } from './listings.ts';
import { inventoryRow, itemDetail } from './wire.ts';
import { channel } from './channel.ts';

const readConcurrency = 2;

/** qoo10.md 3: a call for each SKU; a quantity is absolute. */
export const stock: Connector['stock'] = {
  /** qoo10.md 3: one item, or one of its variants, for each call. */
  batch: { lines: 1, within: 'item' },

  async push(access, lines) {
    const results: StockResult[] = [];
    for (const line of lines) results.push(await pushLine(access, line, results.length === 0));
    return results;
  },

  async read(access, keys) {
    const replies: ChannelReply[] = [];
    const levels = new Map<string, Level>();
    const withOptions = new Set(
      keys.filter(({ variantId }) => variantId !== SINGLE).map(({ itemId }) => itemId),
    );
    const single = new Set(keys.filter(({ variantId }) => variantId === SINGLE).map(({ itemId }) => itemId));
    await mapConcurrent([...single], readConcurrency, async (itemId) => {
      const [record] = await lookUpIfThere(access, 'ItemsLookup.GetItemDetailInfo', itemId, replies);
      const item = itemDetail.safeParse(record);
      if (item.success) levels.set(keyOf(itemId, SINGLE), { measure: item.data.itemqty, reserved: 0 });
    });
    await mapConcurrent([...withOptions], readConcurrency, async (itemId) => {
      const records = await lookUpIfThere(access, 'ItemsLookup.GetGoodsInventoryInfo', itemId, replies);
      const rows = readEach(
        records,
        'listing',
        () => itemId,
        (record) => inventoryRow.parse(record),
      );
      for (const [variantId, row] of keyed(rows.read)) {
        levels.set(keyOf(itemId, variantId), { measure: quantityOf(row), reserved: 0 });
      }
    });
    return readingsOf(
      keys,
      ({ itemId, variantId }) => levels.get(keyOf(itemId, variantId)),
      intervalOf(replies, access.http.now()),
    );
  },
};

const keyOf = (itemId: string, variantId: string): string => JSON.stringify([itemId, variantId]);

/** The first call's fault is thrown on; after that it would lose the results of earlier calls. */
async function pushLine(access: Access, line: StockLine, isFirst: boolean): Promise<StockResult> {
  try {
    await callSeller(access, { ...callFor(line), group: 'stock' });
    return { outcome: 'ok' };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    if (error.fault.kind === 'rejected') return rejectionOf(error.fault.code, error.message);
    if (isFirst) throw error;
    return resultOfFault(error.fault);
  }
}

/** qoo10.md 3: an omitted price is kept. A variant is identified by its options and its code. */
function callFor(line: StockLine): { method: string; parameters: Record<string, string> } {
  const quantity = { ItemCode: line.itemId, Qty: String(line.quantity) };
  if (line.variantId === SINGLE) return { method: 'ItemsOrder.SetGoodsPriceQty', parameters: quantity };
  return {
    method: 'ItemsOptions.UpdateInventoryQtyUnit',
    parameters: {
      ...quantity,
      OptionName: line.stockRef['optionName'] ?? '',
      OptionValue: line.stockRef['optionValue'] ?? '',
      OptionCode: line.stockRef['optionCode'] ?? line.variantId,
    },
  };
}

/** The codes of these methods are not documented, so none is final, and the seller reads Qoo10's own words. */
function rejectionOf(code: string, words: string): StockResult {
  return {
    outcome: 'rejected',
    code,
    reason: message('refusals.quantity_look', { channel, reason: words.replace(/^Qoo10: /, '') }),
    mayPass: true,
  };
}
