import { afterEach, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addUser } from '../../../testing/world.ts';
import { showProduct } from './show-product.ts';
import { updateProduct } from './update-product.ts';
import { updateVariant } from './update-variant.ts';

let market: Market;
afterEach(() => market.close());

const products = () => market.ctx.db.selectFrom('products').select('id').orderBy('id').execute();

it('a product whose SKUs were merged away names those that have them now', async () => {
  market = await createMarket({ channels: ['shopee', 'lazada'], skus: { TEE: 10, MUG: 10 } });
  const { ctx, storeId } = market;
  const survivor = await market.merge('TEE');
  const shown = await Promise.all((await products()).map(({ id }) => showProduct(ctx, storeId, String(id))));
  const [emptied, ...others] = shown.filter(({ variants }) => variants.length === 0);
  expect(emptied?.merged_into.map(({ id }) => id)).toEqual([survivor]);
  expect(others).toEqual([]);
  const left = shown.filter(({ variants }) => variants.length > 0);
  expect(left.every(({ merged_into: into }) => into.length === 0)).toBe(true);
});

it('names stay while inventory sync is off', async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 10 } });
  const { ctx, storeId: id } = market;
  await ctx.db.updateTable('stores').set({ can_sync_quantity: false }).where('id', '=', id).execute();
  const store = { id, slug: 'shop', country: 'sg', timeZone: 'Asia/Singapore', role: 'owner' } as const;
  const userId = await addUser(ctx);
  const actor = { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
  const [product] = await products();
  const before = await ctx.db.selectFrom('variants').selectAll().executeTakeFirstOrThrow();
  const refused = { status: 422, message: expect.stringContaining('Inventory sync is off') as string };
  await expect(
    updateProduct(ctx, store, actor, String(product?.id), { name: 'Another' }),
  ).rejects.toMatchObject(refused);
  const change = { name: 'Another', disable_restock: true };
  await expect(updateVariant(ctx, store, actor, String(before.id), change)).rejects.toMatchObject(refused);
  expect(await ctx.db.selectFrom('variants').selectAll().executeTakeFirstOrThrow()).toEqual(before);
});
