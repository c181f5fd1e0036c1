import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../context.ts';
import { openPool, type Pool } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { entriesAfter, newestEntry, quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import { addUser } from '../../../testing/world.ts';
import { mergeVariants } from '../../catalog/merges/merge-variants.ts';
import { unmergeListing } from '../../catalog/merges/unmerge-listing.ts';
import { importOrder } from '../../orders/imports/import-order.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';
import { pushStock } from '../pushes/push-stock.ts';

let market: Market;
let pools: Pool[];
let processes: Context[];
let userId: number;

const SKUS =
  'AFTER AGAIN ADD PRESS LESS SAME STATES LEAVE LINE-1 LINE-2 LINE-3 LOCK-1 LOCK-2 MERGE-1 MERGE-2 MERGE-3 PUSH-1 PUSH-2 PUSH-3';
interface Listed {
  readonly channel: ChannelKind;
  readonly sku: string | null;
  readonly variantId: number;
  readonly listingId: number;
  readonly itemKey: string;
  readonly variantKey: string;
}
let listed: Listed[];

beforeAll(async () => {
  const skus = Object.fromEntries(SKUS.split(' ').map((sku) => [sku, 100]));
  market = await createMarket({ channels: ['shopee', 'shopify'], skus });
  market.setNotices(false);
  const connection = { ...market.ctx.database.connection, max: 5 };
  pools = [1, 2, 3, 4].map(() => openPool(connection, () => undefined));
  processes = pools.map(({ db }) => ({ ...market.ctx, db }));
  userId = await addUser(market.ctx);
  const rows = await market.ctx.db
    .selectFrom('variant_listings as l')
    .innerJoin('marketplaces as m', 'm.id', 'l.marketplace_id')
    .select(['m.id as marketplaceId', 'l.sku', 'l.variant_id as variantId', 'l.id as listingId'])
    .select(['l.channel_item_id as itemKey', 'l.channel_variant_id as variantKey'])
    .execute();
  listed = rows.flatMap(({ marketplaceId, ...row }) => {
    const shop = market.shops.find((one) => one.marketplaceId === marketplaceId);
    return shop === undefined ? [] : [{ ...row, channel: shop.channel }];
  });
});
afterEach(() => {
  market.setNetwork(null);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await market.close();
});

const worker = (index: number): Context => processes[index % processes.length] ?? market.ctx;

/** Starts this many calls at once, spread over the processes. */
const atOnce = <T>(count: number, work: (ctx: Context, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, index) => work(worker(index), index)));

/** A listing before any merge. */
function listing(channel: ChannelKind, sku: string): Listed {
  const found = listed.find((l) => l.channel === channel && l.sku === sku);
  if (found === undefined) throw new Error(`The ${channel} shop has no ${sku}.`);
  return found;
}

const quantity = (variantId: number): Promise<number> => quantityOf(market.ctx.db, variantId);

interface ReportedOrder {
  readonly channel?: ChannelKind;
  readonly number: string;
  /** By SKU: units ordered, and cancelled since. */
  readonly lines: readonly (readonly [sku: string, ordered: number, cancelled?: number])[];
  readonly age?: number;
}

function reported({ channel = 'shopee', number, lines, age = 0 }: ReportedOrder): ChannelOrder {
  const named = lines.map(([sku, ordered, cancelled = 0]) => {
    const { itemKey, variantKey } = listing(channel, sku);
    return { sku, itemId: itemKey, variantId: variantKey, ordered, cancelled };
  });
  return reportedOrder(number, market.clock.now(), age, named);
}

function take(ctx: Context, order: ChannelOrder, channel: ChannelKind = 'shopee'): Promise<void> {
  const { marketplaceId } = market.shop(channel);
  return importOrder(ctx, { storeId: market.storeId, marketplaceId }, order, readAt(order.updatedAt));
}

const adjust = (ctx: Context, variantId: number, units: number, key: string = randomUUID()) =>
  adjustQuantity(ctx, { storeId: market.storeId, variantId, userId, units, key });

describe('adjustments at once', () => {
  it('all of eighty are recorded', async () => {
    const { variantId } = listing('shopee', 'ADD');
    const recorded = await atOnce(80, (ctx) => adjust(ctx, variantId, 1));
    expect(recorded.map((movement) => movement?.finalQuantity).sort((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 80 }, (_none, index) => 101 + index),
    );
    expect(await quantity(variantId)).toBe(180);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('one press of a button counts once, however often it arrives', async () => {
    const { variantId } = listing('shopee', 'PRESS');
    const key = randomUUID();
    const recorded = await atOnce(20, (ctx) => adjust(ctx, variantId, 7, key));
    expect(recorded.filter((movement) => movement !== null)).toHaveLength(1);
    expect(await quantity(variantId)).toBe(107);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('together never take more than there is', async () => {
    const { variantId } = listing('shopee', 'LESS');
    const ended = await Promise.allSettled(
      Array.from({ length: 16 }, (_none, index) =>
        adjustQuantity(worker(index), {
          storeId: market.storeId,
          variantId,
          userId,
          units: -10,
          refuseBelowZero: true,
        }),
      ),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await quantity(variantId)).toBe(0);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });
});

describe('orders at once', () => {
  it('the same new order from eight callers is one order with one effect', async () => {
    const { variantId } = listing('shopee', 'SAME');
    const before = await newestEntry(market.ctx.db);
    const order = reported({ number: 'SAME-1', lines: [['SAME', 3]] });
    await atOnce(8, (ctx) => take(ctx, order));
    const orders = await market.ctx.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', 'SAME-1')
      .execute();
    expect(orders).toHaveLength(1);
    expect(await entriesAfter(market.ctx.db, before)).toMatchObject([
      { variant_id: variantId, adjustment: -3 },
    ]);
    expect(await quantity(variantId)).toBe(97);
  });

  it('the newer of two states of one order is kept, in either order of arrival', async () => {
    const { variantId } = listing('shopee', 'STATES');
    const numbers = Array.from({ length: 12 }, (_none, index) => `STATES-${String(index)}`);
    const pairs = numbers.map((number) => [
      reported({ number, lines: [['STATES', 3]] }),
      reported({ number, lines: [['STATES', 3, 1]], age: 5 }),
    ]);
    const before = await newestEntry(market.ctx.db);
    await Promise.all(
      pairs.flatMap((states, index) =>
        (index % 2 === 0 ? states : states.toReversed()).map((order, turn) =>
          take(worker(index + turn), order),
        ),
      ),
    );
    const lines = await market.ctx.db
      .selectFrom('order_items')
      .select(['cancelled', 'effect'])
      .where('sku', '=', 'STATES')
      .execute();
    expect(lines).toEqual(numbers.map(() => ({ cancelled: 1, effect: -2 })));
    const perOrder = await sql<{ adjustments: number[] }>`
      select array_agg(adjustment order by id) as adjustments from stock_movements
      where id > ${before} group by source_order_id`.execute(market.ctx.db);
    for (const { adjustments } of perOrder.rows) {
      // The newer state came directly, or after the older one.
      expect([[-2], [-3, 1]]).toContainEqual(adjustments);
    }
    expect(await quantity(variantId)).toBe(100 - 2 * numbers.length);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('orders that name the same SKUs in opposite order all come in', async () => {
    const lines = [
      ['LINE-1', 1],
      ['LINE-2', 2],
      ['LINE-3', 1],
    ] as const;
    await atOnce(24, (ctx, index) =>
      take(
        ctx,
        reported({ number: `LINES-${String(index)}`, lines: index % 2 === 0 ? lines : lines.toReversed() }),
      ),
    );
    const left = await Promise.all(
      ['LINE-1', 'LINE-2', 'LINE-3'].map((sku) => quantity(listing('shopee', sku).variantId)),
    );
    expect(left).toEqual([76, 52, 76]);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('a transaction that ends in a deadlock is retried', async () => {
    const tee = listing('shopee', 'LOCK-1');
    const mug = listing('shopee', 'LOCK-2');
    const [first, second] = [tee.variantId, mug.variantId].sort((a, b) => a - b);
    const order = reported({
      number: 'LOCKED',
      lines: [
        ['LOCK-2', 1],
        ['LOCK-1', 1],
      ],
    });
    let coming: Promise<void> = Promise.resolve();
    await inTransaction(market.ctx.db, async (tx) => {
      await sql`select from variants where id = ${second} for update`.execute(tx);
      coming = take(worker(0), order);
      await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(0);
      await sql`select from variants where id = ${first} for update`.execute(tx);
    });
    await coming;
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks::integer as deadlocks from pg_stat_database
      where datname = current_database()`.execute(market.ctx.db);
    expect(rows[0]?.deadlocks).toBeGreaterThan(0);
    expect([await quantity(tee.variantId), await quantity(mug.variantId)]).toEqual([99, 99]);
  });
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(market.ctx.db);
  return rows[0]?.count ?? 0;
}

describe('merging while orders and adjustments arrive', () => {
  it.each(['MERGE-1', 'MERGE-2', 'MERGE-3'])('no unit is created or lost (%s)', async (sku) => {
    const one = listing('shopee', sku);
    const other = listing('shopify', sku);
    const before = await newestEntry(market.ctx.db);
    const variantIds = [one.variantId, other.variantId];
    await Promise.all([
      atOnce(6, (ctx, index) =>
        take(ctx, reported({ number: `${sku}-A${String(index)}`, lines: [[sku, 1]] })),
      ),
      atOnce(6, (ctx, index) =>
        take(
          ctx,
          reported({ channel: 'shopify', number: `${sku}-B${String(index)}`, lines: [[sku, 1]] }),
          'shopify',
        ),
      ),
      atOnce(12, (ctx, index) => adjust(ctx, variantIds[index % 2] ?? 0, 5)),
      mergeVariants(worker(1), { storeId: market.storeId, variantIds, quantity: 'highest', userId }),
    ]);
    const entries = await entriesAfter(market.ctx.db, before);
    expect(entries.filter(({ source_type }) => source_type === 'Order')).toHaveLength(12);
    expect(entries.filter(({ action }) => action === 'Adjustment')).toHaveLength(12);
    const [survivor = 0, source = 0] = variantIds.toSorted((a, b) => a - b);
    expect(await quantity(source)).toBe(0);
    // Changes before the merge are in the number chosen, later ones are on the survivor.
    const merged = entries.findIndex(({ action }) => action === 'Merge');
    const at = (id: number): number =>
      entries.slice(0, merged).reduce((sum, e) => sum + (e.variant_id === id ? e.adjustment : 0), 100);
    const later = entries
      .slice(merged)
      .filter(({ action }) => action !== 'Merge')
      .reduce((sum, { adjustment }) => sum + adjustment, 0);
    expect(await quantity(survivor)).toBe(Math.max(at(survivor), at(source)) + later);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('an adjustment that found its SKU before the merge goes to the SKU that it was merged into', async () => {
    const variantIds = [listing('shopee', 'AFTER').variantId, listing('shopify', 'AFTER').variantId];
    const [survivor = 0, source = 0] = variantIds.toSorted((a, b) => a - b);
    await mergeVariants(market.ctx, { storeId: market.storeId, variantIds, quantity: 'highest', userId });
    await adjust(market.ctx, source, 5);
    expect([await quantity(survivor), await quantity(source)]).toEqual([105, 0]);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  });

  it('a press that a SKU recorded before it was merged does not count again for the merged SKU', async () => {
    const source = Math.max(listing('shopee', 'AGAIN').variantId, listing('shopify', 'AGAIN').variantId);
    await adjust(market.ctx, source, 5, 'again');
    const shared = await market.merge('AGAIN');
    expect(await adjust(market.ctx, source, 5, 'again')).toBeNull();
    expect(await quantity(shared)).toBe(105);
  });

  it('an unmerge beside an import and a push under way keeps the total of units', async () => {
    const shared = await market.merge('LEAVE');
    await market.ctx.runJobs();
    const { listingId } = listing('shopify', 'LEAVE');
    const { marketplaceId } = market.shop('shopify');
    await adjust(market.ctx, shared, -10);
    let isSent = false;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    market.setNetwork(async ({ body }, go) => {
      if (isSent || !body.includes('inventorySetQuantities')) return go();
      isSent = true;
      const response = await go();
      await answered;
      return response;
    });
    const pushing = pushStock(worker(0), { marketplaceId });
    await expect.poll(() => isSent).toBe(true);
    const [separate] = await Promise.all([
      unmergeListing(worker(1), { id: market.storeId }, { userId }, listingId, { quantity: 30 }),
      take(worker(2), reported({ channel: 'shopify', number: 'B1', lines: [['LEAVE', 4]] }), 'shopify'),
    ]);
    answer();
    await pushing;
    const left = [await quantity(shared), await quantity(separate)];
    // The order lowers one of the two SKUs, never both.
    expect([
      [56, 30],
      [60, 26],
    ]).toContainEqual(left);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
    await market.ctx.runJobs();
    market.clock.advance(5_000);
    await market.ctx.runJobs();
    const sends = await market.ctx.db
      .selectFrom('listing_stocks as s')
      .innerJoin('variant_listings as l', 'l.id', 's.variant_listing_id')
      .select(['l.variant_id', 's.target', 's.lease_token'])
      .where('l.sku', '=', 'LEAVE')
      .execute();
    expect(sends).toHaveLength(2);
    for (const listing of sends) {
      expect(listing).toMatchObject({
        target: left[listing.variant_id === shared ? 0 : 1],
        lease_token: null,
      });
    }
  });
});

describe('four pushers on the same listings', () => {
  it('each listing is written once, with the newest number, and never by two at the same time', async () => {
    await market.ctx.runJobs();
    const pushed = ['PUSH-1', 'PUSH-2', 'PUSH-3'].map((sku) => listing('shopee', sku));
    for (const { variantId } of pushed) {
      for (const units of [-5, -5, -7]) await adjust(market.ctx, variantId, units);
    }
    const { marketplaceId, shop } = market.shop('shopee');
    const underWay = new Set<string>();
    const written: string[] = [];
    market.setNetwork(async ({ url, body }, go) => {
      if (!url.includes('update_stock')) {
        await wait(5);
        return go();
      }
      const item = /"item_id":\s*(\d+)/.exec(body)?.[1] ?? '';
      expect(underWay.has(item), 'two writes of one listing under way').toBe(false);
      underWay.add(item);
      written.push(item);
      await wait(20);
      try {
        return await go();
      } finally {
        underWay.delete(item);
      }
    });
    await atOnce(4, (ctx) => pushStock(ctx, { marketplaceId }));
    expect(written.toSorted()).toEqual(pushed.map(({ itemKey }) => itemKey).toSorted());
    const shown = market.sandbox.control
      .listings('shopee', shop)
      .filter(({ sku }) => pushed.some((one) => one.sku === sku));
    expect(shown.map((item) => item.quantity)).toEqual([83, 83, 83]);
    const rows = await market.ctx.db
      .selectFrom('listing_stocks')
      .select(['acked_quantity', 'lease_token', sql<boolean>`acked_rev = target_rev`.as('is_clean')])
      .where(
        'variant_listing_id',
        'in',
        pushed.map((one) => one.listingId),
      )
      .execute();
    expect(rows).toEqual(pushed.map(() => ({ acked_quantity: 83, lease_token: null, is_clean: true })));
    const successes = await market.ctx.db
      .selectFrom('listing_stock_movements')
      .select('variant_listing_id')
      .where('marketplace_id', '=', marketplaceId)
      .where('state', '=', 'success')
      .where('quantity', '=', 83)
      .execute();
    expect(successes).toHaveLength(3);
  });
});
