import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { quantityOf, wrongSums } from '../../testing/ledger.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember } from '../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;

beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 10 } });
  server = await createTestServer(market.ctx);
  token = await server.signIn('owner@revive.test');
  const { id } = await market.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@revive.test')
    .executeTakeFirstOrThrow();
  await addMember(market.ctx, market.storeId, id, 'owner');
});
afterEach(async () => {
  await server.close();
  await market.close();
});

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  server.call(method, `/api/stores/market/marketplaces${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });

const created = z.object({ marketplace: z.object({ slug: z.string() }) });
const begun = z.object({ authentication_url: z.string(), state: z.string() });

/** A new marketplace of the store, verified with the consent of a Shopee shop that is there already. */
async function connectAnew(name: string) {
  const made = await call('POST', '.json', { marketplace: { name, type: 'ShopeeMarketplace' } });
  const { slug } = created.parse(made.body).marketplace;
  const { authentication_url, state } = begun.parse((await call('POST', `/${slug}/authenticate.json`)).body);
  const redirect_uri = new URL(authentication_url).searchParams.get('redirect_uri') ?? '';
  const query = market.sandbox.control.grant('shopee', market.shop('shopee').shop, { state, redirect_uri });
  return call('POST', `/${slug}/authorize_shopee.json?${new URLSearchParams(query).toString()}`);
}

const shopeeListings = () =>
  market.ctx.db
    .selectFrom('variant_listings')
    .select(['id', 'variant_id', 'state', 'deleted_at'])
    .where('marketplace_id', '=', market.shop('shopee').marketplaceId)
    .execute();

const ordersHere = () =>
  market.ctx.db.selectFrom('orders').select(['number', 'marketplace_id']).orderBy('id').execute();

function buy(quantity: number): string {
  const { shop } = market.shop('shopee');
  return market.sandbox.control.placeOrder('shopee', shop, { lines: [{ sku: 'TEE', quantity }] }).number;
}

describe('a shop whose marketplace was deleted, connected again', () => {
  it('gets its record back: listings return to their SKUs, orders are here once, what it sold meanwhile counts', async () => {
    const shopee = market.shop('shopee');
    const variantId = await market.merge('TEE');
    const sold = buy(2);
    await market.pull(shopee, 'orders');
    await market.openPushes();
    expect(await quantityOf(market.ctx.db, variantId)).toBe(8);
    const [before] = await shopeeListings();

    expect(await call('DELETE', '/shopee.json')).toMatchObject({ status: 200 });
    await market.ctx.runJobs();
    expect(await shopeeListings()).toMatchObject([{ state: 'deleted' }]);
    expect(await ordersHere()).toEqual([{ number: sold, marketplace_id: shopee.marketplaceId }]);
    const listed = await server.call('GET', '/api/stores/market/orders.json?scope=all', { token });
    expect(listed).toMatchObject({ status: 200, body: { total_count: 1 } });
    const meanwhile = buy(1);

    expect(await connectAnew('Kopi Again')).toMatchObject({
      status: 200,
      body: {
        marketplace: {
          id: shopee.marketplaceId,
          name: 'Kopi Again',
          slug: 'kopi-again',
          state: 'verified',
        },
      },
    });
    await market.ctx.runJobs();
    await market.openPushes();

    expect(await shopeeListings()).toEqual([{ ...before, state: 'live', deleted_at: null }]);
    expect(await ordersHere()).toEqual([
      { number: sold, marketplace_id: shopee.marketplaceId },
      { number: meanwhile, marketplace_id: shopee.marketplaceId },
    ]);
    expect(await quantityOf(market.ctx.db, variantId)).toBe(7);
    expect(await wrongSums(market.ctx.db)).toEqual([]);
    const quantitiesAt = (channel: 'shopee' | 'lazada') =>
      market.sandbox.control.listings(channel, market.shop(channel).shop).map(({ quantity }) => quantity);
    expect([...quantitiesAt('shopee'), ...quantitiesAt('lazada')]).toEqual([7, 7]);
  });

  it('leaves one marketplace of it, and the new record gives its address away', async () => {
    await call('DELETE', '/shopee.json');
    await connectAnew('Shopee');
    expect(await call('GET', '.json?q[s]=name+asc')).toMatchObject({
      body: {
        marketplaces: [{ slug: 'lazada' }, { id: market.shop('shopee').marketplaceId }],
        total_count: 2,
      },
    });
  });

  it('keeps what it had where it comes back before its listings have left', async () => {
    const variantId = await market.merge('TEE');
    await call('DELETE', '/shopee.json');
    await connectAnew('At once');
    await market.ctx.runJobs();
    await market.openPushes();
    expect(await shopeeListings()).toMatchObject([
      { variant_id: variantId, state: 'live', deleted_at: null },
    ]);
    expect(await quantityOf(market.ctx.db, variantId)).toBe(10);
  });
});

it('a shop that is only deactivated is verified on its own marketplace, not added beside it', async () => {
  await call('POST', '/shopee/deactivate.json');
  expect(await connectAnew('Another')).toMatchObject({
    status: 422,
    body: {
      errors: {
        marketplace: [
          'shopee is this shop already. Verify shopee instead; its orders and listings are still here.',
        ],
      },
    },
  });
});
