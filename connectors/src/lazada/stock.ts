import { message, type Message } from '@evenstock/contract/messages/message';
import type { Access } from '../kit/access.ts';
import type { ListingKey } from '../kit/listing-key.ts';
import type { Connector, StockLine, StockReadings, StockResult } from '../kit/connector.ts';
import type { ChannelReply } from '../kit/http.ts';
import { readEach } from '../kit/read-records.ts';
import { mapConcurrent, chunk, intervalOf } from '../kit/batches.ts';
import { pushInCalls } from '../kit/stock-calls.ts';
import { readingsOf, resultOfFault } from '../kit/stock-results.ts';
import type { Level } from '../kit/stock-results.ts';
import { callSeller, dataOf, faultFor, faultOf } from './client.ts';
import type { LazadaReply } from './client.ts';
import { itemIfThere, measureOf } from './listings.ts';
import { failureRow, product, productPage } from './wire.ts';
import type { FailureRow, Product } from './wire.ts';
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
  const payload = JSON.stringify({ Request: { Product: { Skus: { Sku: lines.map(skuOf) } } } });
  const call = {
    method: 'POST',
    path: '/product/stock/sellable/update',
    parameters: { payload },
    group: 'inventory',
    at: first.sentAt,
  } as const;
  const answer = await callSeller(access, call, true);
  const fault = faultOf(answer);
  if (fault === null) return lines.map(() => ({ outcome: 'ok' }));
  const rows = rowsOf(answer);
  if (rows.length === 0) {
    if (fault.fault.kind !== 'rejected') throw fault;
    const { code } = fault.fault;
    return lines.map(() => rejectionOf(code, fault.message));
  }
  return settle(access, lines, rows);
}

function skuOf(line: StockLine): Record<string, unknown> {
  const warehouse = line.stockRef['warehouse'];
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
  const refused = lines.map((line) => rows.find((row) => names(row, line)));
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

function names(row: FailureRow, line: StockLine): boolean {
  const skuId = row.SkuId ?? row.sku_id ?? row.skuId;
  if (skuId !== null) return skuId === line.variantId;
  const sellerSku = row.SellerSku ?? row.seller_sku ?? row.sellerSku;
  return sellerSku !== null && sellerSku === line.stockRef['sellerSku'];
}

/** Reads by seller SKU, many in a call (lazada.md 3, `sku_seller_list`), and the others item by item. */
async function readStock(access: Access, keys: readonly ListingKey[]): Promise<StockReadings> {
  const replies: ChannelReply[] = [];
  const found = new Map<string, Level>();
  const take = (products: readonly Product[]): void => {
    for (const each of products) {
      for (const one of each.skus)
        found.set(`${each.item_id}:${one.SkuId}`, measureOf(one, access.http.now()));
    }
  };
  const sellerSkus = [...new Set(keys.flatMap((key) => key.stockRef['sellerSku'] ?? []))];
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
    take(readable(dataOf(productPage, answer, '/products/get').products));
  }
  const left = new Set(
    keys.filter((key) => !found.has(`${key.itemId}:${key.variantId}`)).map((key) => key.itemId),
  );
  await mapConcurrent([...left], 5, async (itemId) => {
    const answer = await itemIfThere(access, itemId);
    if (answer === null) return;
    replies.push(answer.reply);
    take(readable([answer.envelope.data]));
  });
  return readingsOf(
    keys,
    (key) => found.get(`${key.itemId}:${key.variantId}`),
    intervalOf(replies, access.http.now()),
  );
}

function readable(records: readonly unknown[]): Product[] {
  return readEach(
    records,
    'listing',
    () => '',
    (record) => product.parse(record),
  ).read;
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
  const code = row.code ?? row.error_code ?? '501';
  const words = row.message ?? row.msg ?? row.error_msg ?? '';
  if (code === '0') return { outcome: 'ok' };
  const { fault } = faultFor(code, words);
  return fault.kind === 'rejected' ? rejectionOf(code, words) : resultOfFault(fault);
}

function rejectionOf(code: string, words: string): StockResult {
  const known =
    knownRejections[code] ?? Object.entries(knownRejections).find(([each]) => words.includes(each))?.[1];
  const campaign = /campaign|channel inventor|locked|sellable/i.test(words);
  const reason = words === '' ? `error ${code}` : words.replace(/^Lazada: /, '');
  return {
    outcome: 'rejected',
    code,
    reason: known?.reason ?? asMessage(message('refusals.quantity', { channel, reason })),
    mayPass: known?.mayPass ?? campaign,
  };
}
