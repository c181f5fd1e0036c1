import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { addPopulatedStore } from '../../testing/world.ts';
import { recordActivity } from './record-activity.ts';

let ctx: TestContext;
let storeId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  storeId = (await addPopulatedStore(ctx)).id;
  for (const of of [storeId, null]) {
    await inTransaction(ctx.db, (tx) =>
      recordActivity(tx, {
        storeId: of,
        key: 'variant.merge',
        actor: { type: 'User', id: 7 },
        recipient: { type: 'Variant', id: 3 },
        before: { quantity: 5, variant_ids: [3, 4] },
        after: { quantity: 5, variant_ids: [3] },
        extras: { merge_id: 2 },
        at: ctx.clock.now(),
      }),
    );
  }
});
afterAll(() => ctx.close());

const entries = () => ctx.db.selectFrom('activities').selectAll().orderBy('id').execute();

it('keeps the fields that changed, before and after, beside the rest', async () => {
  expect(await entries()).toMatchObject([
    {
      store_id: storeId,
      key: 'variant.merge',
      actor_type: 'User',
      actor_id: 7,
      recipient_type: 'Variant',
      recipient_id: 3,
      changes: { variant_ids: [[3, 4], [3]] },
      extras: { merge_id: 2 },
    },
    { store_id: null },
  ]);
});

describe('the database', () => {
  it.each([
    ['UPDATE', sql`update activities set extras = '{}'`],
    ['UPDATE', sql`update activities set store_id = null`],
    ['DELETE', sql`delete from activities where store_id is not null`],
    ['DELETE', sql`delete from activities where store_id is null`],
    ['TRUNCATE', sql`truncate activities`],
    ['TRUNCATE', sql`truncate stores cascade`],
  ])('refuses %s of activities', async (operation, statement) => {
    const before = await entries();
    await expect(statement.execute(ctx.db)).rejects.toThrow(
      `Activities are append-only: ${operation} is refused.`,
    );
    expect(await entries()).toEqual(before);
  });

  it('lets the history of a store be deleted only with the store', async () => {
    const now = ctx.clock.now();
    const store = await ctx.db
      .insertInto('stores')
      .values({ slug: 'brief', name: 'Brief', country: 'sg', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const before = await entries();
    await ctx.db
      .insertInto('activities')
      .values({ store_id: store.id, key: 'store.create', actor_type: 'System', created_at: now })
      .execute();
    await ctx.db.deleteFrom('stores').where('id', '=', store.id).execute();
    expect(await entries()).toEqual(before);
  });
});
