import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addUser } from '../../../testing/world.ts';
import { adjustQuantity } from '../changes/adjust-quantity.ts';
import { pushStock } from './push-stock.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: ['shopee'], skus: { HELD: 100 } });
});
afterAll(() => market.close());

/** The start times of the waiting pushes, in milliseconds from now. */
async function waitingPushes(): Promise<number[]> {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where task_identifier = 'stock.push_stock'`.execute(
    market.ctx.db,
  );
  return rows.map(({ run_at: at }) => at.getTime() - market.clock.now().getTime());
}

it('a listing that another transaction has locked is pushed a moment later, not at the next sweep', async () => {
  const { ctx } = market;
  const userId = await addUser(ctx);
  const { marketplaceId } = market.shop('shopee');
  const { id: variantId } = await ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', 'HELD')
    .executeTakeFirstOrThrow();
  await adjustQuantity(ctx, { storeId: market.storeId, variantId, userId, units: 5 });
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);

  await inTransaction(ctx.db, async (tx) => {
    await sql`select from listing_stocks where marketplace_id = ${marketplaceId} for update`.execute(tx);
    await pushStock(ctx, { marketplaceId });
  });
  const waiting = await waitingPushes();
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toBeLessThanOrEqual(1000);

  await pushStock(ctx, { marketplaceId });
  const { acked_quantity: acknowledged } = await ctx.db
    .selectFrom('listing_stocks')
    .select('acked_quantity')
    .where('marketplace_id', '=', marketplaceId)
    .executeTakeFirstOrThrow();
  expect(acknowledged).toBe(105);
});
