import { message } from '@evenstock/contract/messages/message';
import { saysItPasses } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import type { Connector, StockLine, StockResult } from '../kit/connector.ts';
import { asMessage, ChannelError } from '../kit/errors.ts';
import type { ChannelReply } from '../kit/http.ts';
import { nameFrom, readEach } from '../kit/read-records.ts';
import { mapConcurrent, intervalOf } from '../kit/batches.ts';
import { byItem, callsOf, pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import type { Access } from '../kit/access.ts';
import { writtenPlace } from '../kit/locations.ts';
import { bareCode, callShop, faultOf, responseOf, wireId } from './client.ts';
import { baseInfosOf, isItemGone, measureOf } from './listings.ts';
import { itemStock, modelStock, modelStocks, stockUpdate } from './wire.ts';
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
    // A number that an answer lacks is not read; nothing follows from that.
    const put = (key: string, level: Level): void => {
      if (level.measure !== null || level.keptBy === 'marketplace') found.set(key, level);
    };
    const missing = new Set<string>();
    const withModels = new Set(keys.filter((key) => key.variantId !== '0').map((key) => key.itemId));
    const single = new Set(keys.filter((key) => key.variantId === '0').map((key) => key.itemId));
    await mapConcurrent([...withModels], 5, async (itemId) => {
      const answer = await modelsIfThere(access, itemId);
      if (answer === 'gone') missing.add(itemId);
      if (answer === null || answer === 'gone') return;
      replies.push(answer.reply);
      const models = readEach(answer.models, 'listing', nameOfModel, (record) => modelStock.parse(record));
      for (const model of models.read) {
        put(`${itemId}:${model.model_id}`, measureOf(model.stock_info_v2, access));
      }
    });
    for (const info of await baseInfosOf(access, [...single])) {
      replies.push(...info.replies);
      for (const itemId of info.missing) missing.add(itemId);
      const items = readEach(info.records, 'listing', nameOfItem, (record) => itemStock.parse(record));
      for (const each of items.read) {
        if (/_DELETE$/.test(each.item_status ?? '')) missing.add(each.item_id);
        if (!each.has_model) put(`${each.item_id}:0`, measureOf(each.stock_info_v2, access));
      }
    }
    return readingsOf(
      keys,
      (key) => (missing.has(key.itemId) ? gone : found.get(`${key.itemId}:${key.variantId}`)),
      intervalOf(replies, access.http.now()),
    );
  },
};

/** For an item of which Shopee says that it has it no more. */
const gone: Level = { measure: null, reserved: 0 };

const nameOfItem = (record: unknown): string => nameFrom(record, 'item_id');
const nameOfModel = (record: unknown): string => nameFrom(record, 'model_id');

/** The models of one item; null where the answer cannot be read, which costs this item alone. */
async function modelsIfThere(
  access: Access,
  itemId: string,
): Promise<{ models: readonly unknown[]; reply: ChannelReply } | 'gone' | null> {
  const path = '/api/v2/product/get_model_list';
  try {
    const answer = await callShop(access, { method: 'GET', path, query: { item_id: itemId } });
    return { models: responseOf(modelStocks, answer, path).model, reply: answer.reply };
  } catch (error) {
    if (isItemGone(error)) return 'gone';
    const isAlone = error instanceof ChannelError && ['rejected', 'unexpected'].includes(error.fault.kind);
    if (isAlone) return null;
    throw error;
  }
}

/** One update_stock call (shopee.md 3): every line's outcome, or a fault of the whole call thrown. */
async function pushItem(access: Access, lines: readonly StockLine[]): Promise<StockResult[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const place = (line: StockLine) => writtenPlace(access, line.stockRef['location']);
  const answer = await callShop(
    access,
    {
      method: 'POST',
      path: updatePath,
      body: {
        item_id: wireId(first.itemId),
        stock_list: lines.map((line) => ({
          model_id: wireId(line.variantId),
          seller_stock: [
            {
              ...(place(line) === undefined ? {} : { location_id: place(line) }),
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
  const successes = lists.success ? lists.data.success_list : [];
  return lines.map((line, position) => {
    const failure = rowOf(failures, lines, line, position);
    if (failure !== undefined) {
      return resultOfRow(bareCode(answer.envelope.error || 'failed'), failure.failed_reason ?? '');
    }
    const success = fault === null ? rowOf(successes, lines, line, position) : undefined;
    const isSent = success !== undefined && (success.stock === null || success.stock === line.quantity);
    return isSent ? { outcome: 'ok' } : { outcome: 'unknown', reason: message('answers.none_for_sku') };
  });
}

/** The row about a line: by its model, or, where rows name none, by its place if every line has one. */
function rowOf<Row extends { readonly model_id: string | null }>(
  rows: readonly Row[],
  lines: readonly StockLine[],
  line: StockLine,
  position: number,
): Row | undefined {
  const named = rows.find((row) => (row.model_id ?? '0') === line.variantId);
  const isByPlace = rows.length === lines.length && rows.every((row) => row.model_id === null);
  return named ?? (isByPlace ? rows[position] : undefined);
}

/** A row may also fail for a fault of Shopee, which is no refusal. */
function resultOfRow(code: string, why: string): StockResult {
  if (!saysItPasses(why) && !/server error|inner error|network/i.test(why)) {
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
    // Only what the document calls final is.
    mayPass: known?.mayPass ?? true,
  };
}
