import { orderStates } from '@evenstock/contract/order-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from './seed-demo.ts';
import { createSandboxedContext, type SandboxedContext } from '../testing/sandbox.ts';

let ctx: SandboxedContext;

beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'demo' } });
  const address = ctx.sandbox.address;
  const seeding = {
    ...ctx,
    clock: {
      now: ctx.clock.now,
      // Whoever waits lets the jobs run.
      async sleep(milliseconds: number) {
        await ctx.runJobs();
        await ctx.clock.sleep(milliseconds);
      },
    },
  };
  await seedDemo(seeding, {
    async call(method, path, body) {
      const answer = await ctx.sandbox.fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
      return answer.json();
    },
  });
}, 180_000);
afterAll(() => ctx.close());

async function one<T>(text: string): Promise<T> {
  const { rows } = await ctx.database.pool.query<{ value: T }>(text);
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was answered.');
  return row.value;
}

describe('the demo store', () => {
  it('has its accounts, its seven shops, and a quarter of a year of orders in every state', async () => {
    expect(await one('select array_agg(email order by id) as value from users')).toEqual(
      ['owner', 'admin', 'member', 'platform'].map((name) => `${name}@demo.evenstock.test`),
    );
    expect(await one("select slug || ' ' || can_sync_quantity as value from stores")).toBe('demo-store true');
    expect(await one("select count(*) as value from marketplaces where state = 'verified'")).toBe(7);
    const states = await one<string[]>('select array_agg(distinct state) as value from orders');
    expect(orderStates.filter((state) => !states.includes(state))).toEqual([]);
    const days = await one<number>(
      'select extract(day from max(source_created_at) - min(source_created_at))::integer as value from orders',
    );
    expect(days).toBeGreaterThan(80);
  });

  it('has merged SKUs and others left to merge, and quantities that equal the ledger', async () => {
    expect(await one('select count(*) as value from variants where live_listings > 2')).toBeGreaterThan(10);
    expect(
      await one(`select count(*) as value from (
        select sku from variants where merged_into_id is null and live_listings > 0 and sku <> ''
        group by sku having count(*) > 1) g`),
    ).toBeGreaterThan(5);
    expect(
      await one(`select count(*) as value from variants v where quantity <>
        (select coalesce(sum(adjustment), 0) from stock_movements m where m.variant_id = v.id)`),
    ).toBe(0);
    expect(await one("select count(*) as value from stock_movements where action = 'Adjustment'")).toBe(7);
  });

  it('is paid for, with the months before behind it', async () => {
    expect(await one('select stripe_subscription_id as value from stores')).toMatch(/^sub_/);
    expect(await one('select count(*) as value from monthly_subscription_infos')).toBe(4);
  });

  it('shows something out of sync and, once pushes are free to go, one that a marketplace refuses', async () => {
    expect(await one('select count(*) as value from variants where is_out_of_sync')).toBeGreaterThan(0);
    for (let minute = 0; minute < 5; minute += 1) {
      ctx.clock.advance(60_000);
      await ctx.tick();
      await ctx.settle();
    }
    const flags = await one<string[]>(
      'select array_agg(distinct flag order by flag) as value from listing_stocks where flag is not null',
    );
    expect(flags).toContain('rejected');
    expect(flags).toContain('campaign_holds_more');
  });
});
