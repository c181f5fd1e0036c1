import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addPopulatedStore } from '../../testing/world.ts';
import { requirePayment } from './require-payment.ts';

let paying: SandboxedContext;
beforeAll(async () => {
  paying = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
});
afterAll(() => paying.close());

const asked = (ctx: SandboxedContext, storeId: number, more: number): Promise<string> =>
  inTransaction(ctx.db, (tx) => requirePayment(ctx, tx, storeId, more)).then(
    () => 'allowed',
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );

it('ten merged listings are free, an eleventh needs a subscription, and nobody is asked where nothing is paid for', async () => {
  const store = await addPopulatedStore(paying);
  await paying.db
    .updateTable('variants')
    .set({ live_listings: 8 })
    .where('id', '=', store.variantId)
    .execute();
  expect(await asked(paying, store.id, 2)).toBe('allowed');
  expect(await asked(paying, store.id, 3)).toBe(
    'This would make 11 merged listings, and 10 are free. Add a payment method first, then merge again.',
  );
  const free = { ...paying, console: null };
  expect(await asked(free, store.id, 300)).toBe('allowed');
  await paying.db
    .updateTable('stores')
    .set({ stripe_subscription_id: 'sub_1', console_subscription_tier: 'standard' })
    .where('id', '=', store.id)
    .execute();
  expect(await asked(paying, store.id, 300)).toBe('allowed');
});
