import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { listPlannedWrites } from '@evenstock/contract/stock/planned-writes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';
import { sweepStock } from '../sweep-stock.ts';

const SKUS = { TEE: 10, CAP: 4, MUG: 6, PEN: 3 };

let market: Market;
let server: TestServer;
let token: string;
let userId: number;

beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: SKUS });
  for (const sku of Object.keys(SKUS)) await market.merge(sku);
  await waits(1);
  server = await createTestServer(market.ctx);
  userId = await addUser(market.ctx, 'member', 'admin@shop.test');
  await addMember(market.ctx, market.storeId, userId, 'admin');
  token = await openSession(market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function waits(minutes: number): Promise<void> {
  for (let left = minutes * 2; left > 0; left -= 1) {
    market.clock.advance(30_000);
    await sweepStock(market.ctx);
    await market.ctx.runJobs();
  }
}

function shows(channel: ChannelKind, sku: string): number | undefined {
  const { shop } = market.shop(channel);
  return market.sandbox.control.listings(channel, shop).find((listing) => listing.sku === sku)?.quantity;
}

async function switchShopify(isOn: boolean): Promise<void> {
  const { marketplaceId } = market.shop('shopify');
  const path = `/api/stores/market/marketplaces/${String(marketplaceId)}.json`;
  const body = { marketplace: { can_sync_to_marketplace: isOn } };
  expect((await server.call('PATCH', path, { token, body })).status).toBe(200);
  await market.ctx.runJobs();
}

async function planned(query = '') {
  const answer = await server.call('GET', `/api/stores/market/planned_writes.json${query}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listPlannedWrites.reply.parse(answer.body);
}

describe('what would be written to a marketplace whose sync is off', () => {
  it('is what it shows once it is switched on: zeros first, then the greatest difference', async () => {
    expect(await planned()).toMatchObject({ planned_writes: [], total_count: 0 });
    await switchShopify(false);
    for (const [sku, units] of [
      ['TEE', -3],
      ['CAP', -4],
      ['MUG', 2],
    ] as const) {
      const { id: variantId } = await market.ctx.db
        .selectFrom('variants')
        .select('id')
        .where('sku', '=', sku)
        .where('merged_into_id', 'is', null)
        .executeTakeFirstOrThrow();
      await adjustQuantity(market.ctx, { storeId: market.storeId, variantId, userId, units });
    }
    await waits(1);
    expect([shows('shopee', 'TEE'), shows('shopify', 'TEE')]).toEqual([7, 10]);

    const { planned_writes: writes, shops, total_count: total } = await planned();
    expect(
      writes.map(({ variant, kind, shows: now, writes: then }) => [variant.sku, kind, now, then]),
    ).toEqual([
      ['CAP', 'zero', 4, 0],
      ['TEE', 'lower', 10, 7],
      ['MUG', 'raise', 6, 8],
    ]);
    expect(total).toBe(3);
    const none = { zero: 0, lower: 0, raise: 0, not_counted: 0 };
    expect(shops).toMatchObject([
      { marketplace: { channel: 'shopee' }, can_sync_to_marketplace: true, same: 4, ...none },
      { can_sync_to_marketplace: false, same: 1, zero: 1, lower: 1, raise: 1, not_counted: 0 },
    ]);
    expect((await planned('?q[kind_eq]=lower')).planned_writes).toHaveLength(1);
    const { marketplaceId } = market.shop('shopee');
    expect(await planned(`?q[marketplace_id_eq]=${String(marketplaceId)}`)).toMatchObject({ total_count: 0 });
    expect(await planned('?per_page=2&page=2')).toMatchObject({
      planned_writes: [{ kind: 'raise' }],
      total_count: 3,
    });

    await switchShopify(true);
    await waits(8);
    for (const { variant, writes: then } of writes) expect(shows('shopify', variant.sku ?? '')).toBe(then);
    expect(await planned()).toMatchObject({ planned_writes: [], total_count: 0 });
  });
});
