import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { rowsReadBy } from '../../testing/query-plan.ts';
import { addPopulatedStore, type PopulatedStore } from '../../testing/world.ts';
import { actionsPage, overdue, type ActionFilter } from './actions.queries.ts';

const now = new Date('2026-11-01T00:00:00Z');
let ctx: TestContext;
let store: PopulatedStore;

/** Actions of three months: of a thousand one was refused and not dismissed, a hundred at the end are under way. */
beforeAll(async () => {
  ctx = await createTestContext();
  store = await addPopulatedStore(ctx);
  const neighbour = await addPopulatedStore(ctx);
  for (const { id, marketplaceId } of [store, neighbour]) {
    await sql`
      insert into marketplace_actions (store_id, marketplace_id, kind, subject_type, subject_id, exclusive_key, attempt_key, asked,
        state, outcome_code, outcome_reason, next_at, asked_at, sent_at, finished_at)
      select ${id}, ${marketplaceId}, 'order.ship', 'Order', n, 'order:' || n, gen_random_uuid(), '{}',
        case when n > 19900 then 'unknown' when n % 1000 = 0 then 'refused' else 'done' end,
        case when n % 1000 = 0 and n <= 19900 then 'no' end, case when n % 1000 = 0 and n <= 19900 then 'No.' end,
        t.at, t.at, t.at, case when n <= 19900 then t.at end
      from generate_series(1, 20000) n
      cross join lateral (select ${now}::timestamptz - (20000 - n) * interval '6 minutes' as at) t`.execute(
      ctx.db,
    );
  }
  await sql`analyze marketplace_actions`.execute(ctx.db);
});
afterAll(() => ctx.close());

const filter = (changes: Partial<ActionFilter>): ActionFilter => ({
  storeId: store.id,
  id: null,
  needsYouBefore: null,
  subjectType: null,
  subjectId: null,
  ...changes,
});

it.each([
  ['what needs a person', { needsYouBefore: new Date(now.getTime() - 3_600_000) }, 200],
  ['all of a store', {}, 100],
  ['those of one order', { subjectType: 'Order', subjectId: 700 } as const, 20],
])('a page of %s reads little besides what it shows', async (_what, changes, most) => {
  const read = await rowsReadBy(ctx.db, actionsPage(filter(changes), { offset: 0, limit: 20 }));
  expect(read.wholeTables).not.toContain('marketplace_actions');
  expect(read.rows).toBeLessThanOrEqual(most);
});

it('what is due is found among what has not ended', async () => {
  const read = await rowsReadBy(ctx.db, overdue(now, 500));
  expect(read.wholeTables).toEqual([]);
  expect(read.rows).toBeLessThanOrEqual(200);
});
