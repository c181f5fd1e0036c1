import { explainQuantity } from '@evenstock/contract/catalog/explained-quantity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUpExplanations } from '../../../testing/explained-sums.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;

beforeAll(async () => {
  market = await createMarket({ skus: { SOLD: 63, EDITED: 63 } });
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  for (const sku of ['SOLD', 'EDITED']) await market.merge(sku);
  await market.openPushes();
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function explain(sku: string) {
  const row = await market.ctx.db
    .selectFrom('variants')
    .select('slug')
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .executeTakeFirstOrThrow();
  const path = `/api/stores/${String(market.storeId)}/variants/${row.slug}/explained_quantity.json`;
  const answer = await server.call('GET', path, { token });
  return explainQuantity.reply.parse(answer.body).explained_quantity;
}

/** The explanation of the listing at a channel. */
const at = ({ listings }: Awaited<ReturnType<typeof explain>>, channel: string) => {
  const found = listings.find(({ marketplace }) => marketplace.channel === channel);
  if (found === undefined) throw new Error(`no listing at ${channel}`);
  return found;
};

it('leads from the ledger over the target to the numbers sent, confirmed and read at each marketplace', async () => {
  const { shop } = market.shop('lazada');
  market.sandbox.control.placeOrder('lazada', shop, { lines: [{ sku: 'SOLD', quantity: 3 }], paid: true });
  market.clock.advance(60_000);
  await market.pull(market.shop('lazada'), 'orders');
  await market.ctx.runJobs();
  const explained = await explain('SOLD');
  expect(explained).toMatchObject({ quantity: 60, ledger: { sum: 60 } });
  expect(at(explained, 'shopee')).toMatchObject({
    target: [{ term: 'ledger', units: 60 }],
    sync: { target: 60, sent: 60, acknowledged: 60 },
    shown: [{ term: 'last_known', units: 60 }],
    quantity: 60,
    differences: [],
  });
  expect(at(explained, 'lazada').shown).toMatchObject([
    { term: 'last_known', units: 63 },
    { term: 'orders_since', units: -3 },
  ]);
});

it('names the units that a marketplace shows beyond its orders, those that it keeps from the others, and why they are not counted yet', async () => {
  const { shop } = market.shop('lazada');
  const there = market.sandbox.control.listings('lazada', shop).find(({ sku }) => sku === 'EDITED');
  market.sandbox.control.editListing('lazada', shop, there?.variant_id ?? '', { quantity: 40 });
  market.clock.advance(120_000);
  await market.pull(market.shop('lazada'), 'listings');
  await market.ctx.runJobs();
  const explained = await explain('EDITED');
  expect(explained.quantity).toBe(63);
  expect(at(explained, 'lazada')).toMatchObject({
    target: [
      { term: 'ledger', units: 63 },
      { term: 'own_difference', units: -23 },
    ],
    differences: [
      {
        unexplained: -23,
        booked: 0,
        open: -23,
        is_counted: true,
        reason_messages: [{ code: 'stock.becomes_stock' }],
      },
    ],
  });
  expect(Date.parse(at(explained, 'lazada').differences[0]?.decided_after ?? '')).toBeGreaterThan(
    market.clock.now().getTime() - 120_000,
  );
  expect(at(explained, 'shopee').target).toEqual([
    { term: 'ledger', units: 63 },
    { term: 'difference_elsewhere', units: -23 },
  ]);
  const { broken, listings, differences } = await addUpExplanations(market.ctx, market.storeId);
  expect({ broken, differences }).toEqual({ broken: [], differences: 1 });
  expect(listings).toBeGreaterThan(4);
});

it('is not found in another store, or where there is no such SKU', async () => {
  const path = `/api/stores/${String(market.storeId)}/variants/none/explained_quantity.json`;
  expect((await server.call('GET', path, { token })).status).toBe(404);
});
