import { listOrders } from '@evenstock/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { generateData, type GeneratedStore } from '../../../testing/generate-data.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import { importOrder } from './import-order.ts';

const now = new Date('2026-11-01T01:00:00Z');
let ctx: TestContext;
let server: TestServer;
let store: GeneratedStore;
let token: string;
beforeAll(async () => {
  ctx = await createTestContext({ now });
  server = await createTestServer(ctx);
  store = await generateData(ctx.database.pool, 'first', {
    orders: 1500,
    variants: 20,
    until: now,
    days: 20,
  });
  const reported = reportedOrder('LACKING-1', now, 0, [
    { sku: 'RARE-SKU', itemId: 'i', variantId: 'v', ordered: 1, cancelled: 0 },
    { sku: 'OTHER-SKU', itemId: 'j', variantId: 'w', ordered: 2, cancelled: 0 },
  ]);
  const [marketplaceId = 0] = store.marketplaceIds;
  await importOrder(ctx, { storeId: store.storeId, marketplaceId }, reported, readAt(reported.updatedAt));
  token = await server.signIn('platform@texts.test', 'admin');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function found(text: string): Promise<number> {
  const path = `/api/stores/${String(store.storeId)}/orders.json?scope=all&q[reference_number_cont]=${text}`;
  const { body } = await server.call('GET', path, { token });
  return listOrders.reply.parse(body).orders.length;
}

/** The texts of all orders, their lines in one order. */
async function texts(): Promise<unknown> {
  const { rows } = await sql<{ numbers: string; products: string }>`
    select order_id, store_id, source_created_at, numbers, products from order_texts order by order_id`.execute(
    ctx.db,
  );
  const sorted = (lines: string): string => lines.split('\n').sort().join('\n');
  return rows.map((row) => ({ ...row, numbers: sorted(row.numbers), products: sorted(row.products) }));
}

it('writes each night what the search of orders lacks, as an import writes it', async () => {
  const before = await texts();
  expect(await found('LACKING-1')).toBe(1);
  await sql`delete from order_texts`.execute(ctx.db);
  expect(await found('LACKING-1')).toBe(0);
  await ctx.tick();
  expect(await ctx.runJobs()).toContain('orders.write_lacking_texts');
  expect(await found('LACKING-1')).toBe(1);
  expect(await texts()).toEqual(before);
});
