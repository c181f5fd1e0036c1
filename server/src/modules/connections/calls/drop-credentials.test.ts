import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectShop } from '../../../testing/connect-shop.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../../testing/world.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { stopMarketplace } from '../../marketplaces/deactivate-marketplace.ts';
import { dropCredentials } from './drop-credentials.ts';

let ctx: SandboxedContext;
let store: PopulatedStore;
let id: number;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  const { shop } = ctx.sandbox.control.addShop({ channel: 'lazada', name: 'Kopi' });
  const place = { storeId: store.id, storeSlug: store.slug, userId };
  id = await connectShop(ctx, place, { channel: 'lazada', shop, name: 'Kopi Lazada' });
});

const kept = async (): Promise<number> => {
  const rows = await ctx.db
    .selectFrom('marketplace_credentials')
    .select('marketplace_id')
    .where('marketplace_id', '=', id)
    .execute();
  return rows.length;
};

it('the credentials of a deactivated marketplace are deleted', async () => {
  await stopMarketplace(ctx, { type: 'System', id: null }, { id, storeId: store.id });
  await ctx.settle();
  expect(await kept()).toBe(0);
});

it('those of a marketplace that was authorised again meanwhile stay', async () => {
  await dropCredentials(ctx, id);
  expect(await kept()).toBe(1);
});

it('waits for a concurrent authorisation', async () => {
  await stopMarketplace(ctx, { type: 'System', id: null }, { id, storeId: store.id });
  let dropping = Promise.resolve();
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('marketplaces')
      .set({ state: 'verified', deactivated_at: null })
      .where('id', '=', id)
      .execute();
    dropping = dropCredentials(ctx, id);
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await dropping;
  expect(await kept()).toBe(1);
});
