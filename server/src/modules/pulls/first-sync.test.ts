import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectShop } from '../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser } from '../../testing/world.ts';
import { runMarketplaceSchedule } from './marketplace-schedule.ts';

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

it.each(['shopee', 'lazada', 'shopify'] as const)(
  'after authorising %s its products and orders come in, and one mail says so',
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
