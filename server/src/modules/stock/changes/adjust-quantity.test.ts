import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { addPopulatedStore, addUser, type PopulatedStore } from '../../../testing/world.ts';
import { adjustQuantity } from './adjust-quantity.ts';

let ctx: TestContext;
let store: PopulatedStore;
let userId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  store = await addPopulatedStore(ctx);
  userId = await addUser(ctx);
});
afterAll(() => ctx.close());

const adjust = (units: number, more: { readonly key?: string; readonly refuseBelowZero?: boolean } = {}) =>
  adjustQuantity(ctx, { storeId: store.id, variantId: store.variantId, userId, units, ...more });

const activities = () =>
  ctx.db
    .selectFrom('activities')
    .select(['key', 'actor_id', 'recipient_type', 'recipient_id', 'changes', 'extras'])
    .where('store_id', '=', store.id)
    .orderBy('id', 'desc')
    .execute();

describe('an adjustment', () => {
  it('is an activity of the member: the quantity before and after, and its movement', async () => {
    const movement = await adjust(3);
    const after = movement?.finalQuantity ?? Number.NaN;
    expect((await activities())[0]).toEqual({
      key: 'variant.update',
      actor_id: userId,
      recipient_type: 'Variant',
      recipient_id: store.variantId,
      changes: { quantity: [after - 3, after] },
      extras: { stock_movement_id: movement?.id },
    });
  });

  it('that was recorded before, or is refused, is none', async () => {
    await adjust(1, { key: 'pressed' });
    const before = await activities();
    expect(await adjust(1, { key: 'pressed' })).toBeNull();
    await expect(adjust(-1_000_000, { refuseBelowZero: true })).rejects.toThrow('Adjustment must be');
    expect(await activities()).toEqual(before);
  });

  it('takes four statements in a transaction, one of them for its activity', async () => {
    await adjust(1);
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await adjust(1);
      const texts = sent.mock.calls.map(([query]) => JSON.stringify(query));
      expect(texts.filter((text) => text.includes('insert into \\"activities\\"'))).toHaveLength(1);
      expect(texts).toHaveLength(6);
    } finally {
      sent.mockRestore();
    }
  });
});
