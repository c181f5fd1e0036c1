import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addPopulatedStore } from '../../testing/world.ts';
import { chargeMonth, chargeMonths } from './charge-months.ts';

let ctx: SandboxedContext;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());

async function storeWithMonth(average: number, month: number): Promise<{ id: number; infoId: number }> {
  const { id } = await addPopulatedStore(ctx);
  const info = await ctx.db
    .insertInto('monthly_subscription_infos')
    .values({
      store_id: id,
      year: 2026,
      month,
      average_merged_hundredths: average * 100,
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, infoId: info.id };
}

const dashboard = async (): Promise<string> =>
  (await ctx.fetch(`${ctx.sandbox.control.externalServices.keys().console.url}/dashboard`)).text();

it('a month that is over is on the next bill once, even where the answer was lost or two workers try', async () => {
  const paying = await storeWithMonth(101, 11);
  const free = await storeWithMonth(10, 11);
  const without = await storeWithMonth(150, 11);
  const earlier = await storeWithMonth(200, 10);
  for (const { id } of [paying, free, earlier])
    ctx.sandbox.control.externalServices.subscribe({ store_id: id, email: 'owner@shop.test' });
  await ctx.settle();

  // Until December has begun in Singapore November goes on.
  ctx.clock.set(new Date('2026-11-30T15:59:00Z'));
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual([]);
  ctx.clock.set(new Date('2026-11-30T16:00:00Z'));
  await Promise.all([chargeMonth(ctx, paying.infoId), chargeMonth(ctx, paying.infoId)]);
  await ctx.db
    .updateTable('monthly_subscription_infos')
    .set({ charged_at: null, invoice_item_id: null })
    .where('id', '=', paying.infoId)
    .execute();
  await chargeMonths(ctx);
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual(['billing.charge_month']);
  const page = await dashboard();
  expect(page.match(/merged listings on average/g)).toHaveLength(1);
  expect(page).toMatch(/2026-11: 101\.00 merged listings on average: 10\.10 SGD/);

  const charged = await ctx.db
    .selectFrom('monthly_subscription_infos')
    .select('id')
    .where('charged_at', 'is not', null)
    .execute();
  expect(charged).toEqual([{ id: paying.infoId }]);
  expect(without.infoId).not.toBe(paying.infoId);
  await chargeMonths(ctx);
  expect(await ctx.runJobs()).toEqual([]);
});
