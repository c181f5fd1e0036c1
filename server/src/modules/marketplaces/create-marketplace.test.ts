import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarket, type Market } from '../../testing/market.ts';
import { addUser } from '../../testing/world.ts';
import { createMarketplace } from './create-marketplace.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: [] });
});
afterAll(() => market.close());

it('marketplaces with names of one slug, added at once, get a slug each', async () => {
  const { ctx, storeId } = market;
  const actor = {
    userId: await addUser(ctx),
    sessionId: 0,
    email: 'owner@shop.test',
    role: 'member',
  } as const;
  const names = ['Kopi Toast', 'Kopi-Toast', 'Kopi & Toast'];
  await Promise.all(
    names.map((name) => createMarketplace(ctx, actor, storeId, { name, type: 'ShopeeMarketplace' })),
  );
  const made = await ctx.db.selectFrom('marketplaces').select(['name', 'slug']).execute();
  expect(made.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(3);
});
