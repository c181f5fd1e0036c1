import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../../context.ts';
import { openPool, type Pool } from '../../../platform/database/database.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { makeSet, switchSets } from '../../../testing/make-set.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import { addUser } from '../../../testing/world.ts';
import { importOrder } from '../../orders/imports/import-order.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';

let market: Market;
let pools: Pool[];
let processes: Context[];
let userId: number;
let listed: { sku: string | null; variantId: number; item: string; variant: string }[];

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus: { BOX: 5, TEE: 200, CUP: 200, DUO: 5, NEW: 5 } });
  market.setNotices(false);
  const connection = { ...market.ctx.database.connection, max: 5 };
  pools = [1, 2, 3, 4].map(() => openPool(connection, () => undefined));
  processes = pools.map(({ db }) => ({ ...market.ctx, db }));
  userId = await addUser(market.ctx);
  listed = await market.ctx.db
    .selectFrom('variant_listings')
    .select(['sku', 'variant_id as variantId', 'channel_item_id as item', 'channel_variant_id as variant'])
    .execute();
  await switchSets(market.ctx, market.storeId, true);
  await make(market.ctx, 'BOX', { TEE: 2, CUP: 1 });
  await make(market.ctx, 'DUO', { CUP: 2, TEE: 1 });
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await market.close();
});

function listing(sku: string) {
  const found = listed.find((one) => one.sku === sku);
  if (found === undefined) throw new Error(`There is no ${sku}.`);
  return found;
}

const make = (ctx: Context, sku: string, parts: Readonly<Record<string, number>>): Promise<void> =>
  makeSet(
    ctx,
    { storeId: market.storeId, userId },
    {
      setId: listing(sku).variantId,
      parts: Object.entries(parts).map(([part, units]) => ({ variant_id: listing(part).variantId, units })),
    },
  );

const quantities = (...skus: readonly string[]): Promise<number[]> =>
  Promise.all(skus.map((sku) => quantityOf(market.ctx.db, listing(sku).variantId)));

function order(number: string, ...skus: readonly string[]): ChannelOrder {
  const lines = skus.map((sku) => {
    const { item, variant } = listing(sku);
    return { sku, itemId: item, variantId: variant, ordered: 1, cancelled: 0 };
  });
  return reportedOrder(number, market.clock.now(), 0, lines);
}

const take = (ctx: Context, reported: ChannelOrder): Promise<void> =>
  importOrder(
    ctx,
    { storeId: market.storeId, marketplaceId: market.shop('shopee').marketplaceId },
    reported,
    readAt(reported.updatedAt),
  );

const atOnce = (count: number, work: (ctx: Context, index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, (_none, index) =>
      work(processes[index % processes.length] ?? market.ctx, index),
    ),
  );

it('sets that share their parts, sold, adjusted and made at once by four processes, end with what the parts allow', async () => {
  await Promise.all([
    atOnce(8, (ctx, index) => take(ctx, order(`BOX-${String(index)}`, 'BOX', 'DUO'))),
    atOnce(8, (ctx, index) => take(ctx, order(`DUO-${String(index)}`, 'DUO', 'TEE'))),
    atOnce(8, (ctx, index) =>
      adjustQuantity(ctx, {
        storeId: market.storeId,
        variantId: listing(index % 2 === 0 ? 'TEE' : 'CUP').variantId,
        userId,
        units: 5,
      }),
    ),
    atOnce(4, (ctx, index) => make(ctx, 'NEW', index % 2 === 0 ? { TEE: 3 } : { CUP: 1 })),
  ]);
  // 8 boxes, 16 duos and 8 tees; 20 of each part added.
  expect(await quantities('TEE', 'CUP')).toEqual([200 - 16 - 16 - 8 + 20, 200 - 8 - 32 + 20]);
  expect(await wrongSums(market.ctx.db)).toEqual([]);
});

it('a SKU that becomes a part while its quantity changes takes its set with it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const adjusted = atOnce(6, (ctx) =>
      adjustQuantity(ctx, {
        storeId: market.storeId,
        variantId: listing('TEE').variantId,
        userId,
        units: 1,
      }),
    );
    await Promise.all([
      adjusted,
      make(processes[0] ?? market.ctx, 'NEW', round % 2 === 0 ? { TEE: 1 } : { CUP: 1, TEE: 7 }),
    ]);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
  }
});
