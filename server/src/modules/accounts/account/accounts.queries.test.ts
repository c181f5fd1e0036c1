import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { countAttempts, clearAttempts, refundAttempt } from './accounts.queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

it('people who sign in to one account at the same moment do not lock each other out', async () => {
  const [pair, others] = ['pair:a:b', ['address:b', 'strangers:a']] as const;
  const keys = [pair, ...others];
  const now = ctx.clock.now();
  let begun = 0;
  const signIns = Array.from({ length: 8 }, async (_, person) => {
    for (let time = 0; time < 40; time += 1) {
      await countAttempts(ctx.db, keys, now, new Date(0));
      if (person % 4 === 0) await refundAttempt(ctx.db, keys);
      else {
        await inTransaction(ctx.db, (tx) => {
          begun += 1;
          return clearAttempts(tx, pair, others);
        });
      }
    }
  });
  expect((await Promise.allSettled(signIns)).filter(({ status }) => status === 'rejected')).toEqual([]);
  // None was undone for another one and began again.
  expect(begun).toBe(6 * 40);
});
