import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addUser } from '../../../testing/world.ts';
import { purgeActions } from '../../actions/purge-actions.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';
import { purgePushes } from './purge-pushes.ts';

const DAY = 86_400_000;

let market: Market;
afterAll(() => market.close());

const pushes = async (): Promise<number> =>
  (await market.ctx.db.selectFrom('listing_stock_movements').select('id').execute()).length;

async function push(units: number): Promise<void> {
  const { ctx, storeId } = market;
  const { id: variantId } = await ctx.db.selectFrom('variants').select('id').executeTakeFirstOrThrow();
  await adjustQuantity(ctx, { storeId, variantId, userId: await addUser(ctx), units });
  await ctx.runJobs();
}

it('pushes and actions on listings are kept for 400 days, the newest push of a listing for ever', async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 10 } });
  const { ctx } = market;
  await push(-1);
  await push(-1);
  const before = await pushes();
  expect(before).toBeGreaterThan(1);
  const { marketplaceId } = market.shop('shopee');
  await sql`
    insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key, asked,
      state, next_at, asked_at, finished_at)
    select ${market.storeId}, ${marketplaceId}, 'listing.boost', subject, 1, subject, subject, '{}', 'done', ${ctx.clock.now()},
      ${ctx.clock.now()}, ${ctx.clock.now()}
    from unnest(array['ProductListing', 'Order']) subject`.execute(ctx.db);
  const actions = () => ctx.db.selectFrom('marketplace_actions').select('subject_type').execute();

  market.clock.advance(399 * DAY);
  await purgePushes(ctx);
  await purgeActions(ctx);
  expect(await pushes()).toBe(before);
  expect(await actions()).toHaveLength(2);
  market.clock.advance(2 * DAY);
  await purgePushes(ctx);
  await purgeActions(ctx);
  expect(await pushes()).toBe(1);
  expect(await actions()).toEqual([{ subject_type: 'Order' }]);
});
