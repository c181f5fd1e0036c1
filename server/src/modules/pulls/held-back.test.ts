import { channels } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { connectShop } from '../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser } from '../../testing/world.ts';
import { beginPull } from './pulls.ts';

const MINUTE = 60_000;

const channel = 'tokopedia';

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

/** Leaves the app's calls of orders nothing for a time. */
async function exhaust(seconds: number): Promise<void> {
  await sql`
    update rate_buckets set tokens = ${-5 * seconds}, refilled_at = ${ctx.clock.now()}
    where key like 'tokopedia:%:orders'`.execute(ctx.db);
}

const newest = () =>
  ctx.db
    .selectFrom('marketplace_pulls')
    .select(['state', 'failures', 'error', 'lease_token'])
    .where('kind', '=', 'orders')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

it('a pull that waits for its turn among this program’s own calls has not failed, and continues', async () => {
  const { id: storeId, slug: storeSlug } = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, storeId, userId, 'owner');
  const shop = ctx.sandbox.control.addShop({ channel, name: 'Busy' });
  ctx.sandbox.control.addListings(channel, shop.shop, { count: 1 });
  const marketplaceId = await connectShop(ctx, { storeId, storeSlug, userId }, { ...shop, name: 'Busy' });
  await ctx.settle();
  for (let round = 0; round < 4; round += 1) {
    await exhaust(60);
    if (round === 0) {
      await inTransaction(ctx.db, (tx) =>
        beginPull(tx, ctx, { storeId, marketplaceId, kind: 'orders', scope: 'poll' }),
      );
    }
    await ctx.settle();
    expect(await newest()).toEqual({ state: 'running', failures: 0, error: null, lease_token: null });
    ctx.clock.advance(MINUTE);
  }
  ctx.clock.advance(MINUTE);
  await ctx.settle();
  expect(await newest()).toMatchObject({ state: 'done', failures: 0 });

  await exhaust(3600);
  await inTransaction(ctx.db, (tx) =>
    beginPull(tx, ctx, { storeId, marketplaceId, kind: 'orders', scope: 'poll' }),
  );
  await ctx.settle();
  ctx.clock.advance(31 * MINUTE);
  await ctx.settle();
  const late = await newest();
  expect(late).toMatchObject({ state: 'running', failures: 1 });
  // The marketplace refused nothing, so it is not named as the one that asks to slow down.
  expect(JSON.stringify(late.error)).toContain('connections.many_calls');
  expect(JSON.stringify(late.error)).not.toContain(channels.tokopedia.label + ' asks');
});
