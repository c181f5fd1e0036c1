import type { Context } from '@evenstock/server/context';
import { wordFingerprints } from '@evenstock/server/modules/orders/buyer';
import { newestFirst, readOrdersPage } from '@evenstock/server/modules/orders/orders.queries';
import { readMovementsPage } from '@evenstock/server/modules/stock/stock.queries';
import { readVariantsPage } from '@evenstock/server/modules/catalog/variants.queries';
import { asTable, percentile } from './compare.ts';

const WINDOW_MS = 30 * 86_400_000;
const first = { page: 1, perPage: 10, offset: 0 };
/** What a search may take, whatever was typed, in milliseconds. */
const AT_MOST = 200;

interface Scale {
  readonly ctx: Context;
  readonly storeId: number;
  /** The newest order was placed then. */
  readonly until: Date;
  readonly rounds: number;
}

/** Searches of every list: common words, rare ones, two letters, one letter, what is not there. @returns a table of their times */
export async function measureAtScale({ ctx, storeId, until, rounds }: Scale): Promise<string> {
  const from = new Date(until.getTime() - WINDOW_MS);
  const orders = {
    storeId,
    states: 'all',
    window: { from, before: null },
    marketplaceId: null,
    search: null,
    product: null,
    noted: false,
    ids: null,
  } as const;
  const variants = {
    storeId,
    now: until,
    status: 'live',
    text: null,
    sku: null,
    marketplaceId: null,
    marketplaceType: null,
    channelId: null,
    pinned: null,
    problem: null,
  } as const;
  const inBox = (text: string) => ({
    ...orders,
    search: { text, words: wordFingerprints(ctx.encryption, storeId, text) },
  });
  const movements = (name: string) => ({ storeId, variantId: null, from, before: null, state: null, name });
  const lists: readonly (readonly [
    string,
    readonly string[],
    (text: string) => Promise<{ totalCount: number }>,
  ])[] = [
    [
      'orders, search box',
      ['2510', '79', 'SG', 'zq', 'zzq', 'SKU-', 'family7', 'given7', '9'],
      (text) => readOrdersPage(ctx.db, inBox(text), newestFirst, first),
    ],
    [
      'orders, search box, by deadline',
      ['79', 'SG'],
      (text) => readOrdersPage(ctx.db, inBox(text), { field: 'ship_by', direction: 'asc' }, first),
    ],
    [
      'orders by product',
      ['SKU-', 'Lamp', 'an', 'zq', 'Zither', 'SKU-12345'],
      (text) => readOrdersPage(ctx.db, { ...orders, product: text }, newestFirst, first),
    ],
    [
      'products',
      ['SKU-', 'Lamp', 'an', 'zq', 'Zither', 'SKU-12345'],
      (text) =>
        readVariantsPage(ctx.db, { ...variants, text }, { field: 'pinned_first', direction: 'asc' }, first),
    ],
    [
      'movements by name',
      ['Lamp', 'an', 'e', 'zq', 'Red 12345', 'Zither'],
      (text) => readMovementsPage(ctx.db, movements(text), 'desc', first),
    ],
  ];
  const rows: string[][] = [['search', 'found', 'p50 ms', 'p95 ms', '']];
  for (const [list, texts, read] of lists) {
    for (const text of texts) {
      const times: number[] = [];
      let found = 0;
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now();
        found = (await read(text)).totalCount;
        times.push(performance.now() - began);
      }
      const p95 = percentile(times, 0.95);
      rows.push([
        `${list}: ${text}`,
        String(found),
        percentile(times, 0.5).toFixed(0),
        p95.toFixed(0),
        p95 <= AT_MOST ? '' : 'MISSED',
      ]);
    }
  }
  return asTable(rows);
}
