import { listLogistics } from '@evenstock/contract/connections/connections';
import { afterEach, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { recordedChanges } from '../../testing/recorded-changes.ts';
import { createTestServer } from '../../testing/http.ts';

let market: Market;
afterEach(async () => {
  await market.close();
});

async function asOwner() {
  const server = await createTestServer(market.ctx);
  const token = await server.signIn('owner@upkeep.test');
  const user = await market.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@upkeep.test')
    .executeTakeFirstOrThrow();
  const now = market.ctx.clock.now();
  await market.ctx.db
    .insertInto('store_profiles')
    .values({
      store_id: market.storeId,
      user_id: user.id,
      role: 'owner',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return {
    call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      server.call(method, `/api/stores/market/marketplaces/${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
      }),
    close: () => server.close(),
  };
}

const liveListings = async () =>
  market.ctx.db
    .selectFrom('variant_listings')
    .select('marketplace_id')
    .where('deleted_at', 'is', null)
    .execute();

describe('a marketplace', () => {
  it('is renamed, keeps its address, and is refused if the name is taken', async () => {
    market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 5 } });
    const owner = await asOwner();
    const rename = (name: string) => owner.call('PATCH', 'shopee.json', { marketplace: { name } });
    expect(await rename('Kopi on Shopee')).toMatchObject({
      status: 200,
      body: { marketplace: { name: 'Kopi on Shopee', slug: 'shopee' } },
    });
    expect(await rename('LAZADA')).toMatchObject({
      status: 422,
      body: { errors: { name: [expect.stringContaining('has this name')] } },
    });
    expect(await rename(' ')).toMatchObject({
      status: 422,
      body: { errors: { name: ['Name is required'] } },
    });
    await rename('Kopi on Shopee');
    expect(await recordedChanges(market.ctx, 'marketplace.update')).toEqual([
      { name: ['shopee', 'Kopi on Shopee'] },
    ]);
    await owner.close();
  });

  it('is deleted: its listings leave their SKUs, the quantity and the others stay, nothing is pushed to it', async () => {
    market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 5 } });
    const variantId = await market.merge('TEE');
    await market.ctx.runJobs();
    const owner = await asOwner();
    expect(await owner.call('DELETE', 'shopee.json')).toMatchObject({ status: 200, body: {} });
    await market.ctx.runJobs();
    expect(await owner.call('GET', 'shopee.json')).toMatchObject({ status: 404 });
    expect(await owner.call('DELETE', 'shopee.json')).toMatchObject({ status: 404 });
    const lazada = market.shop('lazada').marketplaceId;
    expect(await liveListings()).toEqual([{ marketplace_id: lazada }]);
    const { quantity } = await market.ctx.db
      .selectFrom('variants')
      .select('quantity')
      .where('id', '=', variantId)
      .executeTakeFirstOrThrow();
    expect(quantity).toBe(5);
    const held = await market.ctx.db.selectFrom('marketplace_credentials').select('marketplace_id').execute();
    expect(held.map(({ marketplace_id }) => marketplace_id)).toEqual([lazada]);
    await owner.close();
  });

  it('shows its logistics where it has any, and the marketplace’s own answer to platform admins', async () => {
    market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 5 } });
    const owner = await asOwner();
    expect(await owner.call('GET', 'shopee/logistics.json')).toMatchObject({
      status: 200,
      body: {
        logistics: expect.arrayContaining([expect.objectContaining({ has_cod: expect.any(Boolean) })]),
      },
    });
    const { body } = await owner.call('GET', 'shopee/logistics.json');
    const ids = listLogistics.reply.parse(body).logistics.map(({ id }) => Number(id));
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(await owner.call('GET', 'lazada/logistics.json')).toMatchObject({
      status: 422,
      body: { errors: { marketplace: ['Lazada has no list of logistics.'] } },
    });
    await market.ctx.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', 'owner@upkeep.test')
      .execute();
    expect(await owner.call('GET', 'shopee/raw_response.json')).toMatchObject({
      status: 200,
      body: {
        answers: expect.arrayContaining([
          expect.objectContaining({ call: 'GET /api/v2/shop/get_shop_info', status: 200 }),
        ]),
      },
    });
    await owner.close();
  });

  it('reads its discounts when asked, where it has any', async () => {
    market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 5 } });
    const owner = await asOwner();
    expect(await owner.call('POST', 'shopee/pull_discounts.json')).toMatchObject({ status: 200 });
    await market.ctx.runJobs();
    expect(await owner.call('POST', 'lazada/pull_discounts.json')).toMatchObject({
      status: 422,
      body: { errors: { marketplace: ['Discounts of Lazada cannot be read.'] } },
    });
    await owner.close();
  });
});
