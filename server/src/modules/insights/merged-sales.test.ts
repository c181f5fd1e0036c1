import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { generateData } from '../../testing/generate-data.ts';
import { productPurchased } from './reports.queries.ts';

it('the units of a product have those that SKUs sold before they were merged into its own', async () => {
  const now = new Date('2026-11-01T01:00:00Z');
  const ctx = await createTestContext({ now });
  const { storeId } = await generateData(ctx.database.pool, 'merged', {
    orders: 60,
    variants: 2,
    until: now,
    days: 9,
  });
  const { rows: skus } = await sql<{ id: number; product: number; units: number }>`
    select v.id, v.product_id as product, sum(i.ordered - i.cancelled)::integer as units
    from variants v join order_items i on i.variant_id = v.id join orders o on o.id = i.order_id
    where v.store_id = ${storeId} and o.state <> 'failed_orders' group by v.id order by v.id limit 2`.execute(
    ctx.db,
  );
  const [kept, merged] = skus;
  if (kept === undefined || merged === undefined) throw new Error('Two SKUs are to have sales.');
  const unitsOf = async (product: number) => {
    const question = {
      storeId,
      series: 'days',
      zone: 'UTC',
      from: new Date(0),
      before: new Date('2027-01-01'),
    } as const;
    const { rows } = await productPurchased(question, product).execute(ctx.db);
    return rows.reduce((sum, { value }) => sum + value, 0);
  };
  expect([await unitsOf(kept.product), await unitsOf(merged.product)]).toEqual([kept.units, merged.units]);
  await sql`update variants set merged_into_id = ${kept.id} where id = ${merged.id}`.execute(ctx.db);
  expect([await unitsOf(kept.product), await unitsOf(merged.product)]).toEqual([
    kept.units + merged.units,
    0,
  ]);
  await ctx.close();
});
