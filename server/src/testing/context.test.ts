import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { enqueue, job } from '../platform/jobs/jobs.ts';
import { bind } from '../job-binding.ts';
import { createTestContext, type TestContext } from './context.ts';

const count = job({ name: 'test.count', payload: z.object({ by: z.number() }), maxAttempts: 5 });
const fail = job({ name: 'test.fail', payload: z.object({}), maxAttempts: 2 });

let ctx: TestContext;
let total = 0;
beforeAll(async () => {
  ctx = await createTestContext({
    jobs: [
      bind(count, (_, { by }) => Promise.resolve((total += by))),
      bind(fail, () => Promise.reject(new Error('not today'))),
    ],
  });
});
afterAll(() => ctx.close());

it('runs what is due by the test’s clock, and later work when its time has come', async () => {
  await enqueue(ctx.db, count, { by: 1 });
  await enqueue(ctx.db, count, { by: 10 }, { runAt: new Date(ctx.clock.now().getTime() + 60_000) });
  expect(await ctx.runJobs()).toEqual(['test.count']);
  expect(total).toBe(1);
  ctx.clock.advance(60_000);
  await ctx.runJobs();
  expect(total).toBe(11);
});

it('jobs of one key that have not started are one job', async () => {
  total = 0;
  await enqueue(ctx.db, count, { by: 1 }, { key: 'one' });
  await enqueue(ctx.db, count, { by: 2 }, { key: 'one' });
  await ctx.runJobs();
  expect(total).toBe(2);
});

it('a failure is the test’s failure unless it is allowed; then the job is retried and at last becomes a dead letter', async () => {
  await enqueue(ctx.db, fail, {});
  expect(await ctx.runJobs({ allowFailures: true })).toEqual(['test.fail']);
  expect(await ctx.runJobs()).toEqual([]);
  ctx.clock.advance(10_000);
  await expect(ctx.runJobs()).rejects.toThrow('not today');
  ctx.clock.advance(3_600_000);
  expect(await ctx.runJobs()).toEqual([]);
});
