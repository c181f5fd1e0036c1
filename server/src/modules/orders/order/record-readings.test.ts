import { showOrder } from '@evenstock/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
  giveBuyer,
} from '../../../testing/world.ts';

const buyer = {
  id: null,
  name: 'Marker Name',
  fullAddress: '1 Marker Lane',
  postalCode: '049315',
  phone: '+65 9111 2222',
  email: null,
};
let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let tokens: readonly [string, string];
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const signIn = async (): Promise<string> => {
    const userId = await addUser(ctx);
    await addMember(ctx, store.id, userId, 'member');
    return openSession(ctx, userId);
  };
  tokens = [await signIn(), await signIn()];
  await giveBuyer(ctx, store.id, buyer);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const look = (token: string) =>
  server.call('GET', `/api/stores/${String(store.id)}/orders/${store.referenceNumber}.json`, { token });

async function recorded(): Promise<{ readings: number; says: string }> {
  const rows = await ctx.db
    .selectFrom('activities')
    .selectAll()
    .where('key', '=', 'order.read_buyer')
    .execute();
  return { readings: rows.length, says: JSON.stringify(rows) };
}

it('the page shows address and phone in full, and that is recorded once a person, order and day', async () => {
  const [first, second] = tokens;
  const shown = showOrder.reply.parse((await look(first)).body).order;
  expect(shown).toMatchObject({ name: buyer.name, full_address: buyer.fullAddress, phone: buyer.phone });
  expect(shown.postal_code).toBe(buyer.postalCode);
  expect((await recorded()).readings).toBe(1);
  await Promise.all([look(first), look(first), look(first)]);
  expect((await recorded()).readings).toBe(1);
  await Promise.all([look(second), look(second)]);
  expect((await recorded()).readings).toBe(2);
  ctx.clock.advance(24 * 60 * 60_000);
  await look(first);
  const { readings, says } = await recorded();
  expect(readings).toBe(3);
  expect(says).not.toContain('Marker');
});

it('a page that shows nothing of its buyer is no reading', async () => {
  const { readings: before } = await recorded();
  await sql`update orders set buyer_sealed = null where store_id = ${store.id}`.execute(ctx.db);
  ctx.clock.advance(24 * 60 * 60_000);
  expect((await look(tokens[0])).status).toBe(200);
  expect((await recorded()).readings).toBe(before);
});
