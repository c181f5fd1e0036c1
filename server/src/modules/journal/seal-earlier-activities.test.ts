import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { migrateUpTo } from '../../testing/database.ts';
import { recordActivity } from './record-activity.ts';
import { sealEveryHalfMinute } from './seal-activities.ts';
import { verifyActivities } from './verify-activities.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

it('activities of a version without seals are the first batch of their chains', async () => {
  await migrateUpTo(ctx.database, '0057_activity_seals');
  const { rows } = await ctx.database.pool.query<{ id: number }>(`
    with s as (
      insert into stores (slug, name, country, created_at, updated_at)
      values ('kopi', 'Kopi', 'sg', now(), now()) returning id
    ), recorded as (
      insert into activities (store_id, key, actor_type, actor_id, changes, extras, created_at)
      select id, 'store.update', 'User', 7, '{"name": ["Kopi", "Teh"]}'::jsonb, '{}'::jsonb, '2026-01-02T03:04:05.678901Z'::timestamptz from s
      union all select id, 'variant.merge', 'System', null, '{}', '{"merge_id": 2}', '2026-02-01Z' from s
      union all select null, 'user.register', 'System', null, '{}', '{}', '2026-01-01Z'
    )
    select id from s`);
  const storeId = rows[0]?.id ?? 0;

  await migrate(ctx.database.pool);
  await ctx.database.pool.query("insert into installation (kind) values ('test')");
  await sealEveryHalfMinute(ctx, { isRepeated: true });
  expect(await verifyActivities(ctx)).toMatchObject({
    faults: [],
    chains: [
      { storeId: null, entries: 1, number: 1 },
      { storeId, entries: 2, number: 1 },
    ],
  });

  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId,
      key: 'store.update',
      actor: { type: 'User', id: 7 },
      recipient: null,
      before: { name: 'Teh' },
      after: { name: 'Kopi' },
      at: ctx.clock.now(),
    }),
  );
  await sealEveryHalfMinute(ctx, { isRepeated: true });
  // The owner of the tables can disable their triggers.
  await ctx.database.pool.query(`
    alter table activities disable trigger user;
    update activities set changes = '{}' where created_at = '2026-01-02T03:04:05.678901Z'`);
  const { chains, faults } = await verifyActivities(ctx);
  expect(chains).toMatchObject([
    { storeId: null, entries: 1 },
    { storeId, entries: 3, number: 2 },
  ]);
  expect(faults).toMatchObject([{ fault: 'changed', storeId }]);
});
