import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectShop } from '../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser } from '../../testing/world.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { runMarketplaceSchedule } from './marketplace-schedule.ts';
import { beginPull } from './pulls.ts';

const channel = 'amazon-sg';
const MINUTE = 60_000;
/** Longer than its burst of calls lasts where more are made than its limit gives back. */
const MINUTES = 60;

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

it('polls of a marketplace that allows few are paced to it, so that a member’s own import is answered at once', async () => {
  const store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  const shop = ctx.sandbox.control.addShop({ channel, name: 'Seldom' });
  ctx.sandbox.control.addListings(channel, shop.shop, { count: 1 });
  const by = { storeId: store.id, storeSlug: store.slug, userId };
  const marketplaceId = await connectShop(ctx, by, { ...shop, name: 'Seldom' });
  await ctx.settle();
  const pulls = (scope: 'poll' | 'reconcile' | 'manual') =>
    ctx.db
      .selectFrom('marketplace_pulls')
      .select(['state', 'failures'])
      .where('marketplace_id', '=', marketplaceId)
      .where('kind', '=', 'orders')
      .where('scope', '=', scope)
      .execute();

  for (let minute = 0; minute < MINUTES; minute++) {
    ctx.clock.advance(MINUTE);
    await runMarketplaceSchedule(ctx);
    await ctx.settle();
  }
  const polls = await pulls('poll');
  expect(polls.length).toBeGreaterThanOrEqual(11);
  expect(polls.length).toBeLessThanOrEqual(12);
  expect(polls.every(({ state, failures }) => state === 'done' && failures === 0)).toBe(true);
  expect((await pulls('reconcile')).length).toBeLessThanOrEqual(1);

  await inTransaction(ctx.db, (tx) =>
    beginPull(tx, ctx, { storeId: store.id, marketplaceId, kind: 'orders', scope: 'manual' }),
  );
  await ctx.settle();
  expect(await pulls('manual')).toEqual([{ state: 'done', failures: 0 }]);
});
