import { orderScopes } from '@evenstock/contract/orders/order-states';
import { listOrders } from '@evenstock/contract/orders/orders';
import { listOrdersToPack } from '@evenstock/contract/orders/packing';
import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resealAll } from '../../../reseal.ts';
import { keepFingerprintKey } from '../../../fingerprint-key.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { createEncryption } from '../../../platform/secrets/encryption.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { generateData, type GeneratedStore } from '../../../testing/generate-data.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import { wordFingerprints } from './buyer.ts';
import { importOrder } from '../imports/import-order.ts';
import { everyOrder, type OrderFilter } from './order-conditions.queries.ts';
import { tabStates } from './order-filters.rules.ts';
import { newestFirst, readOrdersPage } from './orders.queries.ts';
import { findReferences } from '../pages/packing.queries.ts';

const now = new Date('2026-11-01T01:00:00Z');
const EARLIER = 1_200;
let ctx: TestContext;
let server: TestServer;
let store: GeneratedStore;
let other: GeneratedStore;
let token: string;

beforeAll(async () => {
  ctx = await createTestContext({ now });
  server = await createTestServer(ctx);
  store = await generateData(ctx.database.pool, 'first', {
    orders: EARLIER,
    variants: 60,
    until: now,
    days: 20,
  });
  other = await generateData(ctx.database.pool, 'second', { orders: 60, variants: 60, until: now, days: 20 });
  token = await server.signIn('platform@search.test', 'admin');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const nobody = { id: null, name: null, fullAddress: null, postalCode: null, phone: null, email: null };

async function take(number: string, name: string | null, change: Partial<ChannelOrder> = {}, of = store) {
  const reported = reportedOrder(number, now, 0, [
    { sku: `${number}-SKU`, itemId: 'i', variantId: 'v', ordered: 1, cancelled: 0 },
  ]);
  const [marketplaceId = 0] = of.marketplaceIds;
  const order = { ...reported, buyer: { ...nobody, name }, ...change };
  await importOrder(ctx, { storeId: of.storeId, marketplaceId }, order, readAt(order.updatedAt));
}

async function search(text: string, of = store): Promise<string[]> {
  const query = `scope=all&per_page=100&q[reference_number_cont]=${encodeURIComponent(text)}`;
  const answer = await server.call('GET', `/api/stores/${String(of.storeId)}/orders.json?${query}`, {
    token,
  });
  const { orders, total_count: total } = listOrders.reply.parse(answer.body);
  expect(total).toBeGreaterThanOrEqual(orders.length);
  return orders.map(({ number }) => number).toSorted();
}

async function wordsOf(number: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from order_buyer_words w join orders o on o.id = w.order_id
    where o.number = ${number}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** How many times a statement calls a function of the database. */
async function callsOf(name: string, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await sql`set local track_functions = 'all'`.execute(tx);
    const counted = async () => {
      const { rows } = await sql<{ calls: number }>`
        select coalesce(sum(calls), 0)::integer as calls from pg_stat_xact_user_functions where funcname = ${name}`.execute(
        tx,
      );
      return rows[0]?.calls ?? 0;
    };
    const before = await counted();
    await work(tx);
    return (await counted()) - before;
  });
}

const filterOf = (change: Partial<OrderFilter>): OrderFilter => ({
  ...everyOrder(store.storeId),
  ...change,
});

describe('the search box of orders', () => {
  beforeAll(async () => {
    await take('AAA-1', 'Nguyễn Thị Hồng');
    await take('AAA-2', 'HONG Kah Wai');
    await take('AAA-3', '王小明');
    await take('AAA-4', 'Hongkong Trading');
    await take('BBB-1', 'Thi Hong', {}, other);
    const [line] = reportedOrder('AAA-5', now, 0, [
      { sku: 'LAMP-77', itemId: 'i', variantId: 'v', ordered: 1, cancelled: 0 },
    ]).lines;
    if (line === undefined) throw new Error('There is no line.');
    await take('AAA-5', null, { lines: [{ ...line, name: 'Amber Lantern', trackingCode: 'NINJA00042TH' }] });
  });

  it('finds any part of a number, a tracking number, a SKU and a product', async () => {
    expect(await search('aa-5')).toEqual(['AAA-5']);
    expect(await search('ja00042t')).toEqual(['AAA-5']);
    expect(await search('amp-7')).toEqual(['AAA-5']);
    expect(await search('ber lan')).toEqual(['AAA-5']);
    expect(await search('AAA-1-SKU')).toEqual(['AAA-1']);
  });

  it('finds whole words of the buyer’s name, whatever their case, accents and sequence', async () => {
    expect(await search('hong')).toEqual(['AAA-1', 'AAA-2']);
    expect(await search('HỒNG nguyen')).toEqual(['AAA-1']);
    expect(await search('小明')).toEqual(['AAA-3']);
    expect(await search('王小明')).toEqual(['AAA-3']);
    expect(await search('hongk')).toEqual([]);
    expect(await search('hong nobody')).toEqual([]);
  });

  describe('whatever form a number has', () => {
    beforeAll(async () => {
      await take('#K1242', null, {}, other);
      await take('CAFE\u0301-77', null, {}, other);
      const [line] = reportedOrder('CCC-9', now, 0, [
        { sku: 'LAMP-78', itemId: 'i', variantId: 'v', ordered: 1, cancelled: 0 },
      ]).lines;
      if (line === undefined) throw new Error('There is no line.');
      await take('CCC-9', null, { lines: [{ ...line, trackingCode: 'track-9-k' }] }, other);
      await take('260101ABCD', null, { createdAt: new Date('2025-01-02T00:00:00Z') }, other);
    });
    const forms = [
      'K1242',
      '#k1242',
      '£K1242',
      '＃Ｋ１２４２',
      '\u200BK1242\u200E',
      '\u202A#K1242\u202C',
      ' K1242\t',
    ];

    it.each(forms)('finds the order by %j, in the list and at the packing table', async (text) => {
      expect(await search(text, other)).toEqual(['#K1242']);
      const code = encodeURIComponent(text);
      const { body } = await server.call(
        'GET',
        `/api/stores/${String(other.storeId)}/packing.json?code=${code}`,
        {
          token,
        },
      );
      expect(listOrdersToPack.reply.parse(body).orders.map((order) => order.reference_number)).toEqual([
        '#K1242',
      ]);
    });

    it('finds accents that are written in either form', async () => {
      for (const text of ['café-77', 'CAFE\u0301-77']) {
        expect(await search(text, other)).toEqual(['CAFE\u0301-77']);
        expect(await search(`${text}-sku`, other)).toEqual(['CAFE\u0301-77']);
      }
    });

    it('finds each number of a pasted list, of any age, and names those that no order has', async () => {
      const list = (query: Readonly<Record<string, string>>) =>
        server.call(
          'GET',
          `/api/stores/${String(other.storeId)}/orders.json?${new URLSearchParams(query).toString()}`,
          {
            token,
          },
        );
      const text = '#K1242\n260101abcd\tTRACK-9-K, NOBODY-1;\nK1242';
      const all = await list({ scope: 'all', 'q[reference_number_cont]': text });
      const reply = listOrders.reply.parse(all.body);
      expect(reply.orders.map(({ number }) => number).toSorted()).toEqual(['#K1242', '260101ABCD', 'CCC-9']);
      expect(reply.numbers).toEqual({ asked: 4, not_found: ['NOBODY-1'], elsewhere: 0 });
      const shipped = await list({ scope: 'failed_orders', 'q[reference_number_cont]': text });
      expect(shipped.body).toMatchObject({ orders: [], numbers: { elsewhere: 3 } });
      const one = await list({ scope: 'all', 'q[reference_number_cont]': 'K1242' });
      expect(one.body).toMatchObject({ numbers: null });
    });

    it('refuses more numbers than are looked up at once, and a text that is too long', async () => {
      const refused = async (text: string) =>
        (
          await server.call(
            'GET',
            `/api/stores/${String(other.storeId)}/orders.json?q[reference_number_cont]=${encodeURIComponent(text)}`,
            { token },
          )
        ).status;
      expect(await refused(Array.from({ length: 501 }, (_, n) => `NUMBER-${String(n)}`).join(','))).toBe(422);
      expect(await refused('a '.repeat(200))).toBe(422);
    });
  });

  it('finds no other store’s, though the words are the same', async () => {
    expect(await search('hong', other)).toEqual(['BBB-1']);
    const [ours, theirs] = [store, other].map(({ storeId }) =>
      wordFingerprints(ctx.encryption, storeId, 'hong'),
    );
    expect(ours).not.toEqual(theirs);
  });

  it('follows a name that changes at the marketplace', async () => {
    await take('AAA-6', 'Before Name');
    await take('AAA-6', 'After Name', { updatedAt: new Date(now.getTime() + 1000) });
    expect(await search('before')).toEqual([]);
    expect(await search('after name')).toEqual(['AAA-6']);
    expect(await wordsOf('AAA-6')).toBe(2);
    await take('AAA-6', null, { updatedAt: new Date(now.getTime() + 2000) });
    expect(await search('name')).toEqual([]);
    expect(await wordsOf('AAA-6')).toBe(0);
  });

  it('follows items and tracking numbers that change, and keeps an item that is no longer reported', async () => {
    const [line] = reportedOrder('AAA-7', now, 0, [
      { sku: 'CUP-7', itemId: 'i', variantId: 'v', ordered: 1, cancelled: 0 },
    ]).lines;
    if (line === undefined) throw new Error('There is no line.');
    const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    await take('AAA-7', null, { lines: [line, { ...line, lineId: 'gone', name: 'Vanished Éclair' }] });
    const lines = [{ ...line, name: 'Renamed Cup', trackingCode: 'Nv_7%SG' }];
    await take('AAA-7', null, { lines, updatedAt: later(1) });
    expect(await search('renamed')).toEqual(['AAA-7']);
    expect(await search('vanished é')).toEqual(['AAA-7']);
    expect(await search('v_7%s')).toEqual(['AAA-7']);
    expect(await search('v__%s')).toEqual([]);
    expect(await findReferences(ctx.db, store.storeId, 'nv_7%sg')).toEqual(['AAA-7']);
    await take('AAA-7', null, { lines: [{ ...line, name: 'Cup' }], updatedAt: later(2) });
    expect(await search('renamed')).toEqual([]);
    expect(await search('v_7%s')).toEqual([]);
  });

  it('finds an order without items by a part of its number', async () => {
    await take('AAA-8-EMPTY', null, { lines: [] });
    expect(await search('8-emp')).toEqual(['AAA-8-EMPTY']);
  });

  it('finds a name beside the many orders that have the word in their texts', async () => {
    await take('BBB-9', 'Sg Tan');
    expect(await search('sg')).toContain('BBB-9');
    expect((await search('sg')).length).toBe(100);
  });

  it.each(orderScopes)('finds in the tab %s what belongs to it', async (scope) => {
    const states = tabStates(scope);
    const isListed =
      states === 'all'
        ? sql`true`
        : states === 'not_failed'
          ? sql`state <> 'failed_orders'`
          : sql`state = ${states.only}`;
    const named: Readonly<Record<string, readonly string[]>> = { SG: ['BBB-9'], hong: ['AAA-1', 'AAA-2'] };
    for (const text of ['SG', '2510', '25100', 'spxsg97', 'zq', 'Lamp', 'hong']) {
      const { rows: matching } = await sql<{ id: number }>`
        select o.id from orders o join order_texts s on s.order_id = o.id
        where o.store_id = ${store.storeId} and ${isListed}
          and ((s.numbers || s.products) like lower(${`%${text}%`}) or o.number = any(${named[text] ?? []}))
        order by o.source_created_at desc, o.id desc`.execute(ctx.db);
      for (const page of [1, 3]) {
        const offset = (page - 1) * 10;
        const search = { text, words: wordFingerprints(ctx.encryption, store.storeId, text) };
        const { orders, totalCount } = await readOrdersPage(
          ctx.db,
          filterOf({ states, search }),
          newestFirst,
          {
            page,
            perPage: 10,
            offset,
          },
        );
        expect(orders.map(({ id }) => id)).toEqual(matching.slice(offset, offset + 10).map(({ id }) => id));
        expect(totalCount).toBe(matching.length);
      }
    }
  });

  it.each(['s', 'sg', 'zq', '79'])(
    'computes the short parts of no order of a short list: %s',
    async (text) => {
      await sql`vacuum (analyze) order_texts`.execute(ctx.db);
      for (const days of [1, 30]) {
        const window = { from: new Date(now.getTime() - days * 86_400_000), before: null };
        const search = { text, words: wordFingerprints(ctx.encryption, store.storeId, text) };
        const filter = filterOf({ window, search });
        expect(
          await callsOf('short_parts', (tx) =>
            readOrdersPage(tx, filter, newestFirst, { page: 1, perPage: 10, offset: 0 }),
          ),
        ).toBe(0);
      }
    },
  );

  it('finds the same after the secret has changed', async () => {
    const old = Buffer.alloc(32, 7);
    const fresh = Buffer.alloc(32, 9);
    await keepFingerprintKey(ctx.db, [old]);
    const key = await keepFingerprintKey(ctx.db, [fresh, old]);
    await resealAll(ctx.db, createEncryption([fresh, old], key));
    const rotated = createEncryption([fresh], await keepFingerprintKey(ctx.db, [fresh]));
    expect(wordFingerprints(rotated, store.storeId, 'Hồng')).toEqual(
      wordFingerprints(ctx.encryption, store.storeId, 'hong'),
    );
    await resealAll(ctx.db, createEncryption([old, fresh], key));
  });
});
