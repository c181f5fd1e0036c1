import { message, type Message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { ListingKey } from '../kit/listing-key.ts';
import type { Connector, StockLine, StockReadings, StockResult } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { writtenPlace } from '../kit/locations.ts';
import { pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { callSeller, dataOf, faultFor, faultOf } from './client.ts';
import type { LazadaReply } from './client.ts';
import { itemIfThere, measureOf } from './listings.ts';
import { namesVariant } from './shop-sku.ts';
import { failureRow, productPage, productStock, skuStock } from './wire.ts';
import type { FailureRow, ProductStock } from './wire.ts';
import { channel } from './channel.ts';
import { asMessage, ChannelError } from '../kit/errors.ts';

/** lazada.md 2: recommended at most 20 SKUs in a stock call. */
const batchSize = 20;
/** lazada.md 3: /products/get takes at most 50 items; one SKU each at worst. */
const readSize = 50;

export const stock: Connector['stock'] = {
  batch: { lines: batchSize, within: 'shop' },

  push: (access, lines) => pushInCalls(lines, chunk(lines, batchSize), (piece) => pushPiece(access, piece)),

  read: readStock,
};

/** lazada.md 3: /product/stock/sellable/update sets what can be bought; the total call would undersell by unpaid units. */
async function pushPiece(access: Access, lines: readonly StockLine[]): Promise<StockResult[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const payload = JSON.stringify({
    Request: { Product: { Skus: { Sku: lines.map((line) => skuOf(access, line)) } } },
  });
  const call = {
    method: 'POST',
    path: '/product/stock/sellable/update',
    parameters: { payload },
    group: 'inventory',
    at: first.sentAt,
  } as const;
  const answer = await callSeller(access, call, true);
  const fault = faultOf(answer);
  // Rows that failed are in `detail`, beside success too.
  const rows = rowsOf(answer).filter((row) => fault !== null || (row.code ?? '0') !== '0');
  if (fault === null && rows.length === 0) return lines.map(() => ({ outcome: 'ok' }));
  if (fault !== null && rows.length === 0) {
    if (fault.fault.kind !== 'rejected') throw fault;
    const { code } = fault.fault;
    return lines.map(() => rejectionOf(code, fault.message));
  }
  return settle(access, lines, rows);
}

function skuOf(access: Access, line: StockLine): Record<string, unknown> {
  const warehouse = writtenPlace(access, line.stockRef['warehouse']);
  const key = { ItemId: line.itemId, SkuId: line.variantId };
  if (warehouse === undefined) return { ...key, SellableQuantity: String(line.quantity) };
  const one = { WarehouseCode: warehouse, SellableQuantity: String(line.quantity) };
  return { ...key, MultiWarehouseInventories: { MultiWarehouseInventory: [one] } };
}

function rowsOf(answer: LazadaReply): FailureRow[] {
  return answer.envelope.detail.flatMap((row) => {
    const parsed = failureRow.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * A partial failure names the failed SKUs alone (lazada.md 2, `501`), so the others are read. Another number than the one sent
 * proves nothing: a unit may have been sold since. Nor does a read that fails: the write was taken all the same.
 */
async function settle(
  access: Access,
  lines: readonly StockLine[],
  rows: readonly FailureRow[],
): Promise<StockResult[]> {
  // A row that names no SKU is about the only line there is (lazada.md 2).
  const [only, ...others] = rows;
  const isAlone = lines.length === 1 && others.length === 0 && only !== undefined && isUnnamed(only);
  const refused = lines.map((line) => (isAlone ? only : rows.find((row) => names(row, line))));
  const unnamed = lines.filter((_, position) => refused[position] === undefined);
  const shown = unnamed.length === 0 ? null : await readIfAnswered(access, unnamed);
  return lines.map((line, position): StockResult => {
    const row = refused[position];
    if (row !== undefined) {
      return resultOfRow(row);
    }
    const reading = shown?.readings.find(
      (each) => each.variantId === line.variantId && each.itemId === line.itemId,
    );
    return reading?.measure === line.quantity ? { outcome: 'ok' } : unconfirmed;
  });
}

/** Null where the read fails: thrown on, its fault would say of the write before it that it was never sent. */
async function readIfAnswered(access: Access, lines: readonly StockLine[]): Promise<StockReadings | null> {
  try {
    return await readStock(access, lines);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return null;
  }
}

const unconfirmed: StockResult = {
  outcome: 'unknown',
  reason: message('answers.quantity_unconfirmed', { channel }),
};

const isUnnamed = (row: FailureRow): boolean =>
  row.skuId === null && row.sellerSku === null && row.shopSku === null;

function names(row: FailureRow, line: StockLine): boolean {
  if (row.skuId !== null) return row.skuId === line.variantId;
  if (row.sellerSku !== null) return row.sellerSku === line.stockRef['sellerSku'];
  return row.shopSku !== null && namesVariant(row.shopSku, line.variantId);
}

/** Reads by seller SKU, many in a call (lazada.md 3, `sku_seller_list`), and the others item by item. */
async function readStock(access: Access, keys: readonly ListingKey[]): Promise<StockReadings> {
  const replies: ChannelReply[] = [];
  const found = new Map<string, Level>();
  const take = (records: readonly unknown[]): void => {
    for (const record of records) {
      const item = productStock.safeParse(record);
      for (const one of item.success ? item.data.skus : []) takeSku(item.data, one);
    }
  };
  const takeSku = (item: ProductStock | undefined, record: unknown): void => {
    const one = skuStock.safeParse(record);
    if (item === undefined || !one.success) return;
    const isGone = [item.status, one.data.Status].some((status) => status?.toLowerCase() === 'deleted');
    const level: Level = isGone ? gone : measureOf(one.data, access);
    // A SKU whose number the answer lacks is not read; nothing follows from that.
    if (isGone || level.measure !== null || level.keptBy === 'marketplace') {
      found.set(`${item.item_id}:${one.data.SkuId}`, level);
    }
  };
  const sellerSkus = [...new Set(keys.flatMap(({ stockRef }) => stockRef['sellerSku'] ?? []))];
  for (const piece of chunk(sellerSkus, readSize)) {
    const answer = await callSeller(access, {
      method: 'GET',
      path: '/products/get',
      parameters: {
        filter: 'all',
        limit: String(readSize),
        offset: '0',
        options: '1',
        sku_seller_list: JSON.stringify(piece),
      },
      group: 'products',
    });
    replies.push(answer.reply);
    take(dataOf(productPage, answer, '/products/get').products ?? []);
  }
  const left = new Set(
    keys.filter((key) => !found.has(`${key.itemId}:${key.variantId}`)).map((key) => key.itemId),
  );
  await mapConcurrent([...left], 5, async (itemId) => {
    const answer = await itemUnlessRefused(access, itemId);
    if (answer === null) {
      for (const key of keys) if (key.itemId === itemId) found.set(`${itemId}:${key.variantId}`, gone);
    } else if (answer !== undefined) {
      replies.push(answer.reply);
      take([answer.envelope.data]);
    }
  });
  return readingsOf(
    keys,
    (key) => found.get(`${key.itemId}:${key.variantId}`),
    intervalOf(replies, access.http.now()),
  );
}

/** For an item of which Lazada says that it has it no more. */
const gone: Level = { measure: null, reserved: 0 };

/** Null where Lazada says that the item is not there; undefined where it refuses to tell. */
async function itemUnlessRefused(access: Access, itemId: string): Promise<LazadaReply | null | undefined> {
  try {
    return await itemIfThere(access, itemId);
  } catch (error) {
    if (error instanceof ChannelError && error.fault.kind === 'rejected') return undefined;
    throw error;
  }
}

/** Vendor codes that reject a quantity, with the reason; `mayPass` if the cause is temporary (lazada.md 2, 3). */
const knownRejections: Readonly<Record<string, { reason: Message; mayPass: boolean }>> = {
  '4170': {
    reason: message('refusals.quantity_not_lowered', { channel }),
    mayPass: true,
  },
  THD_IC_ERR_F_IC_ABILITY_PG_004: {
    reason: message('refusals.quantity_locked', { channel }),
    mayPass: true,
  },
  '212': {
    reason: message('refusals.promotion_holds_more', { channel }),
    mayPass: true,
  },
  '207': { reason: message('refusals.sku_gone', { channel }), mayPass: false },
  '208': { reason: message('refusals.item_gone', { channel }), mayPass: false },
  '4193': {
    reason: message('refusals.sku_gone', { channel }),
    mayPass: false,
  },
};

/** A row may also fail for a fault of Lazada, which is no refusal. */
function resultOfRow(row: FailureRow): StockResult {
  const code = row.code ?? '501';
  const words = row.message ?? '';
  if (code === '0') return { outcome: 'ok' };
  const { fault } = faultFor(code, words);
  return fault.kind === 'rejected' ? rejectionOf(code, words) : resultOfFault(fault);
}

/** Only what the document calls final is (lazada.md 2): every other refusal may pass. */
function rejectionOf(code: string, words: string): StockResult {
  const known =
    knownRejections[code] ?? Object.entries(knownRejections).find(([each]) => words.includes(each))?.[1];
  const reason = words === '' ? `error ${code}` : words.replace(/^Lazada: /, '');
  return {
    outcome: 'rejected',
    code,
    reason: known?.reason ?? asMessage(message('refusals.quantity', { channel, reason })),
    mayPass: known?.mayPass ?? true,
  };
}
