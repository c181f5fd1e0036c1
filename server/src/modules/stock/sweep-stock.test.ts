import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { after } from '../../platform/time/time-spans.ts';
import { poison } from '../../testing/poison.ts';
import { addUser } from '../../testing/world.ts';
import { runMarketplaceSchedule } from '../pulls/marketplace-schedule.ts';
import { adjustQuantity } from './changes/adjust-quantity.ts';
import { sweepStock } from './sweep-stock.ts';

let market: Market;
beforeEach(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'], skus: { BAD: 10, TEE: 10 } });
  await market.ctx.runJobs();
  market.clock.advance(10_000);
});
afterEach(() => market.close());

const poisonListing = async (sku: string): Promise<void> =>
  poison(market.ctx, 'listing_stocks', `new.variant_listing_id = ${String(await listingOf(sku))}`);

const listingOf = async (sku: string): Promise<number> => {
  const { marketplaceId } = market.shop('shopee');
  const { rows } = await sql<{ id: number }>`
    select vl.id from variant_listings vl join variants v on v.id = vl.variant_id
    where v.sku = ${sku} and vl.marketplace_id = ${marketplaceId}`.execute(market.ctx.db);
  return rows[0]?.id ?? 0;
};

async function stockOf(sku: string) {
  return market.ctx.db
    .selectFrom('listing_stocks')
    .select(['forced', 'lease_token', 'flag', 'send'])
    .where('variant_listing_id', '=', await listingOf(sku))
    .executeTakeFirstOrThrow();
}

it('a SKU that fails keeps no other one out of its force-zero window, and no step from running', async () => {
  const { ctx, clock } = market;
  await poisonListing('BAD');
  await ctx.db.updateTable('variant_listings').set({ force_zero_qty_from: clock.now() }).execute();
  clock.advance(1_000);
  await expect(sweepStock(ctx)).rejects.toThrow('poison');
  expect(await stockOf('TEE')).toMatchObject({ forced: true, send: 0 });
  expect(await stockOf('BAD')).toMatchObject({ forced: false });
  expect(await ctx.runJobs()).toContain('stock.push_stock');
});

it('a SKU that fails keeps no other one under an expired lease', async () => {
  const { ctx, clock } = market;
  const token = '00000000-0000-4000-8000-000000000001';
  await ctx.db
    .updateTable('listing_stocks')
    .set({ lease_token: token, lease_until: after(clock.now(), -1_000) })
    .execute();
  await poisonListing('BAD');
  await expect(sweepStock(ctx)).rejects.toThrow('poison');
  expect(await stockOf('TEE')).toMatchObject({ lease_token: null });
  expect(await stockOf('BAD')).toMatchObject({ lease_token: token });
});

it('a SKU that fails keeps no other one from its flag', async () => {
  const { ctx, clock } = market;
  const userId = await addUser(ctx);
  for (const { id: variantId } of await ctx.db.selectFrom('variants').select('id').execute()) {
    await adjustQuantity(ctx, { storeId: market.storeId, variantId, userId, units: -1 });
  }
  clock.advance(3_600_000);
  await poisonListing('BAD');
  await expect(sweepStock(ctx)).rejects.toThrow('poison');
  expect(await stockOf('TEE')).toMatchObject({ flag: 'out_of_sync' });
  expect(await stockOf('BAD')).toMatchObject({ flag: null });
});

it('a marketplace that fails keeps no other one from its due pull, or from the end of its authorisation', async () => {
  const { ctx, clock } = market;
  const [bad, good] = [market.shop('shopee').marketplaceId, market.shop('shopify').marketplaceId];
  const ranOut = after(clock.now(), -1_000);
  await ctx.db.updateTable('marketplaces').set({ auth_expiry: ranOut }).execute();
  await poison(ctx, 'marketplaces', `new.id = ${String(bad)}`);
  await expect(runMarketplaceSchedule(ctx)).rejects.toThrow('poison');
  const ended = ctx.db.selectFrom('marketplaces').select('id').where('needs_authorization', '=', true);
  expect(await ended.execute()).toEqual([{ id: good }]);
});
