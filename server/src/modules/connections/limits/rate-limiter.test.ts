import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { systemClock } from '../../../platform/time/clock.ts';
import { openPool, type Pool } from '../../../platform/database/database.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { takeTokens } from './rate-buckets.queries.ts';
import { acquireTokens, pauseBucket } from './rate-limiter.ts';

let ctx: TestContext;
let second: Pool;
beforeAll(async () => {
  ctx = await createTestContext();
  second = openPool({ ...ctx.database.connection, max: 2 }, () => undefined);
});
afterAll(async () => {
  await second.close();
  await ctx.close();
});

it('twenty callers on two machines keep the rate limit together', async () => {
  const limit = { perSecond: 20, burst: 4 };
  const machines = [
    { db: ctx.db, clock: systemClock },
    { db: second.db, clock: systemClock },
  ];
  const began = performance.now();
  const passed: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const machine = machines[index % 2];
      if (machine === undefined) throw new Error('two machines');
      await acquireTokens(machine, { key: 'together', limit, cost: 1, urgency: 'stock_down' });
      passed.push(performance.now() - began);
    }),
  );
  // 4 at once, then one every 50 ms: the last no sooner than 16 × 50 ms.
  expect(Math.max(...passed)).toBeGreaterThanOrEqual(780);
  for (const at of passed) {
    const soFar = passed.filter((other) => other <= at).length;
    expect(soFar).toBeLessThanOrEqual(limit.burst + (at / 1000) * limit.perSecond + 1);
  }
});

it('stock decreases use the reserve of the bucket, background calls leave it', async () => {
  const limit = { perSecond: 1, burst: 10 };
  const reservation = { key: 'overtake', limit, cost: 1 };
  for (let call = 0; call < 7; call += 1) await acquireTokens(ctx, { ...reservation, urgency: 'background' });
  const frozen = ctx.clock.now();
  await acquireTokens(ctx, { ...reservation, urgency: 'stock_down' });
  await acquireTokens(ctx, { ...reservation, urgency: 'stock_down' });
  await acquireTokens(ctx, { ...reservation, urgency: 'stock_down' });
  expect(ctx.clock.now()).toEqual(frozen);
  await acquireTokens(ctx, { ...reservation, urgency: 'background' });
  expect(ctx.clock.now().getTime() - frozen.getTime()).toBe(4000);
});

it('an expensive call reserves its tokens, so that cheap and more urgent calls do not starve it', async () => {
  const limit = { perSecond: 50, burst: 10 };
  const machine = { db: ctx.db, clock: systemClock };
  const began = performance.now();
  let writes = 0;
  let hasRead = false;
  const write = async (): Promise<void> => {
    while (!hasRead && writes < 400) {
      await acquireTokens(machine, { key: 'aged', limit, cost: 1, urgency: 'stock_down' });
      writes += 1;
    }
  };
  const read = async (): Promise<void> => {
    await systemClock.sleep(300);
    await acquireTokens(machine, { key: 'aged', limit, cost: 8, urgency: 'normal' });
    hasRead = true;
  };
  await Promise.all([read(), write(), write()]);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(1.2);
  // Both together keep the limit: 10 at once and 50 a second; the writers are not finished when the read passes.
  expect(writes).toBeLessThan(400);
  expect(writes + 8).toBeLessThanOrEqual(10 + 50 * seconds);
});

it('a wait that would be too long is refused with its length', async () => {
  const limit = { perSecond: 1, burst: 1 };
  await acquireTokens(ctx, { key: 'long', limit, cost: 1, urgency: 'normal' });
  await pauseBucket(ctx, { key: 'long', limit }, 60);
  const refused = acquireTokens(ctx, { key: 'long', limit, cost: 1, urgency: 'stock_down' });
  await expect(refused).rejects.toBeInstanceOf(ChannelError);
  await expect(refused).rejects.toMatchObject({ fault: { kind: 'throttled', afterSeconds: 60 } });
});

it('after a pause a background call of a slow bucket waits for its own token, not for a reserve', async () => {
  // As Amazon's search of orders: a token in three minutes.
  const limit = { perSecond: 0.0056, burst: 20 };
  const reservation = { key: 'slow', limit, cost: 1, urgency: 'background' } as const;
  await acquireTokens(ctx, reservation);
  await pauseBucket(ctx, reservation, 1 / limit.perSecond);
  const error: unknown = await acquireTokens(ctx, reservation).catch((refused: unknown) => refused);
  const fault = error instanceof ChannelError && error.fault.kind === 'throttled' ? error.fault : null;
  expect(fault?.afterSeconds).toBeGreaterThan(178);
  expect(fault?.afterSeconds).toBeLessThan(190);
});

it('a call that costs more than the bucket holds takes all of it', async () => {
  const limit = { perSecond: 100, burst: 50 };
  await acquireTokens(ctx, { key: 'dear', limit, cost: 500, urgency: 'background' });
  expect(await takeTokens(ctx.db, 'dear', limit, 1, 0, ctx.clock.now())).toBe(false);
});

it('a machine whose clock is behind refills no bucket twice', async () => {
  const limit = { perSecond: 10, burst: 10 };
  await acquireTokens(ctx, { key: 'behind', limit, cost: 10, urgency: 'stock_down' });
  const behind = new Date(ctx.clock.now().getTime() - 60_000);
  expect(await takeTokens(ctx.db, 'behind', limit, 1, 0, behind)).toBe(false);
  expect(await takeTokens(ctx.db, 'behind', limit, 1, 0, ctx.clock.now())).toBe(false);
});
