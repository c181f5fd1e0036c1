import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { connectShop } from '../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser } from '../../testing/world.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { beginDuePulls } from './begin-due-pulls.ts';
import { runMarketplaceSchedule } from './marketplace-schedule.ts';
import { beginPull } from './pulls.ts';

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

it.each(['shopee', 'lazada', 'shopify'] as const)(
  'after authorising %s its products and orders are imported, and one mail reports it',
  async (channel) => {
    ctx.mails.length = 0;
    const store = await addPopulatedStore(ctx);
    const userId = await addUser(ctx);
    await addMember(ctx, store.id, userId, 'owner');
    const shop = ctx.sandbox.control.addShop(
      channel === 'shopify' ? { channel, name: 'Kopi', shop: 'kopi' } : { channel, name: 'Kopi' },
    );
    ctx.sandbox.control.addListings(channel, shop.shop, { count: 3 });
    const id = await connectShop(
      ctx,
      { storeId: store.id, storeSlug: store.slug, userId },
      { ...shop, name: `Kopi ${channel}` },
    );
    await ctx.settle();
    const row = await ctx.db
      .selectFrom('marketplaces')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ num_product_listings: 3 });
    expect(row.start_pulling_orders_at).not.toBeNull();
    expect(ctx.mails).toEqual([
      expect.objectContaining({
        subject: `Kopi ${channel} is synced on Evenstock`,
        text: expect.stringContaining('3 product listings') as unknown,
      }),
    ]);

    ctx.clock.advance(61_000);
    await runMarketplaceSchedule(ctx);
    await ctx.settle();
    expect(ctx.mails).toHaveLength(1);
  },
);

it('a first import that began and ended while another worker was about to begin it is not repeated', async () => {
  const store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  const shop = ctx.sandbox.control.addShop({ channel: 'shopee', name: 'Teh' });
  const place = { storeId: store.id, storeSlug: store.slug, userId };
  const id = await connectShop(ctx, place, { ...shop, name: 'Teh' });
  const firstOnes = ctx.db
    .selectFrom('marketplace_pulls')
    .select('id')
    .where('marketplace_id', '=', id)
    .where('scope', '=', 'first')
    .where('kind', '=', 'listings');
  const late = await inTransaction(ctx.db, async (tx) => {
    await lockMarketplace(tx, id);
    const about = beginDuePulls(ctx);
    await expect.poll(() => waitingForLocks(ctx.db)).toBeGreaterThan(0);
    const request = { storeId: store.id, marketplaceId: id, kind: 'listings', scope: 'first' } as const;
    const pullId = await beginPull(tx, ctx, request);
    const ended = { state: 'done', finished_at: ctx.clock.now() };
    await tx.updateTable('marketplace_pulls').set(ended).where('id', '=', pullId).execute();
    return { about };
  });
  await late.about;
  expect(await firstOnes.execute()).toHaveLength(1);
});

async function waitingForLocks(db: SandboxedContext['db']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted`.execute(db);
  return rows[0]?.count ?? 0;
}
