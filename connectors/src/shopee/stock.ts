import { message } from '@evenstock/contract/messages/message';
import type { KnownRejection } from '../kit/rejections.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { asMessage, ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { byItem, callsOf, pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import type { Access } from '../kit/access.ts';
import { bareCode, callShop, faultOf, responseOf } from './client.ts';
import { measureOf, readModels } from './listings.ts';
import type { Models } from './listings.ts';
import { baseInfo, item, stockUpdate } from './wire.ts';
import { channel } from './channel.ts';

const updatePath = '/api/v2/product/update_stock';
/** shopee.md 3: models of one item in an update_stock call. */
const linesAtOnce = 50;

export const stock: Connector['stock'] = {
  batch: { lines: linesAtOnce, within: 'item' },

  push: (access, lines) =>
    pushInCalls(lines, callsOf(lines, linesAtOnce, byItem), (ofItem) => pushItem(access, ofItem)),

  async read(access, keys) {
    const replies: ChannelReply[] = [];
    const found = new Map<string, Level>();
    const withModels = new Set(keys.filter((key) => key.variantId !== '0').map((key) => key.itemId));
    const single = new Set(keys.filter((key) => key.variantId === '0').map((key) => key.itemId));
    await mapConcurrent([...withModels], 5, async (itemId) => {
      const answer = await modelsIfThere(access, itemId);
      if (answer === null) return;
      replies.push(answer.reply);
      for (const model of answer.models.model) {
        found.set(`${itemId}:${model.model_id}`, measureOf(model.stock_info_v2));
      }
    });
    for (const ids of chunk([...single], 50)) {
      const path = '/api/v2/product/get_item_base_info';
      const answer = await callShop(access, { method: 'GET', path, query: { item_id_list: ids.join(',') } });
      replies.push(answer.reply);
      const items = readEach(responseOf(baseInfo, answer, path).item_list, 'listing', nameOfItem, (record) =>
        item.parse(record),
      );
      for (const each of items.read) {
        if (!each.has_model) found.set(`${each.item_id}:0`, measureOf(each.stock_info_v2));
      }
    }
    return readingsOf(
      keys,
      (key) => found.get(`${key.itemId}:${key.variantId}`),
      intervalOf(replies, access.http.now()),
    );
  },
};

const nameOfItem = (record: unknown): string => nameFrom(record, 'item_id');

async function modelsIfThere(access: Access, itemId: string): Promise<Models | null> {
  try {
    return await readModels(access, itemId);
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return null;
    throw error;
  }
}

/** One update_stock call (shopee.md 3): every line's outcome, or a fault of the whole call thrown. */
async function pushItem(access: Access, lines: readonly StockLine[]): Promise<StockResult[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const answer = await callShop(
    access,
    {
      method: 'POST',
      path: updatePath,
      body: {
        item_id: Number(first.itemId),
        stock_list: lines.map((line) => ({
          model_id: Number(line.variantId),
          seller_stock: [
            {
              ...(line.stockRef['location'] === undefined ? {} : { location_id: line.stockRef['location'] }),
              stock: line.quantity,
            },
          ],
        })),
      },
      at: first.sentAt,
    },
    true,
  );
  const fault = faultOf(answer, access.http.now());
  const lists = stockUpdate.safeParse(answer.envelope.response ?? {});
  const failures = lists.success ? lists.data.failure_list : [];
  // When every row failed, the call has an error too (shopee.md 2.5); the rows are more precise.
  if (fault !== null && failures.length === 0) {
    if (fault.fault.kind !== 'rejected') throw fault;
    const { code } = fault.fault;
    return lines.map(() => rejectionOf(code, fault.message));
  }
  const done = new Set(lists.success ? lists.data.success_list.map((row) => row.model_id ?? '0') : []);
  return lines.map((line) => {
    const failure = failures.find((row) => (row.model_id ?? '0') === line.variantId);
    if (failure !== undefined) {
      return resultOfRow(bareCode(answer.envelope.error || 'failed'), failure.failed_reason ?? '');
    }
    if (done.has(line.variantId)) return { outcome: 'ok' };
    return { outcome: 'unknown', reason: message('answers.none_for_sku') };
  });
}

/** A row may also fail for a fault of Shopee, which is no refusal. */
function resultOfRow(code: string, why: string): StockResult {
  if (!/(system|server) (is )?busy|server error|inner error|network|time-?out|try again/i.test(why)) {
    return rejectionOf(code, why);
  }
  return { outcome: 'unknown', reason: asMessage(`Shopee: ${why}`) };
}

/** Vendor codes that reject a quantity, with the reason; `mayPass` if the cause is temporary (shopee.md 3.3). */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /reserved stock/i,
    reason: message('refusals.promotion_holds_more', { channel }),
    mayPass: true,
  },
  {
    when: /edit_stock_in_promotion|promotion/i,
    reason: message('refusals.quantity_in_promotion', { channel }),
    mayPass: true,
  },
  {
    when: /holiday_mode/i,
    reason: message('refusals.holiday', { channel }),
    mayPass: true,
  },
  {
    when: /for_item_has_model|wrong model_id/i,
    reason: message('refusals.sku_gone', { channel }),
    mayPass: false,
  },
  {
    when: /item_not_belong_shop|item_not_found|not_found/i,
    reason: message('refusals.item_gone', { channel }),
    mayPass: false,
  },
];

function rejectionOf(code: string, words: string): StockResult {
  const known = knownRejections.find((each) => each.when.test(`${code} ${words}`));
  const reason = words.replace(/^Shopee: /, '');
  return {
    outcome: 'rejected',
    code,
    reason:
      known?.reason ??
      (reason === ''
        ? message('refusals.no_reason', { channel })
        : asMessage(message('refusals.quantity', { channel, reason }))),
    mayPass: known?.mayPass ?? false,
  };
}
