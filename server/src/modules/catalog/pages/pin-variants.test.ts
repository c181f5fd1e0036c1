import { listVariants } from '@evenstock/contract/catalog/variants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { generateData, type GeneratedStore } from '../../../testing/generate-data.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let store: GeneratedStore;
let other: GeneratedStore;
let token: string;

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  const until = ctx.clock.now();
  store = await generateData(ctx.database.pool, 'pins', { orders: 1, variants: 130, until, days: 1 });
  other = await generateData(ctx.database.pool, 'others', { orders: 1, variants: 3, until, days: 1 });
  const user = await addUser(ctx);
  await addMember(ctx, store.storeId, user, 'member');
  token = await openSession(ctx, user);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const path = () => `/api/stores/${String(store.storeId)}`;
const send = (act: 'mass_pin' | 'mass_unpin', body: object) =>
  server.call('POST', `${path()}/variants/${act}.json`, { token, body });

async function list(query: string) {
  const answer = await server.call('GET', `${path()}/variants/products_page.json?${query}`, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listVariants.reply.parse(answer.body);
}
const pinnedCount = async () => (await list('q[is_pinned_eq]=true&q[filter_status]=all')).total_count;

describe('pinning', () => {
  it('pins the chosen SKUs for everybody, ignores those of other stores, and counts what changed', async () => {
    const [first, second] = (await list('per_page=2')).variants.map(({ id }) => id);
    const foreign = await ctx.db
      .selectFrom('variants')
      .select('id')
      .where('store_id', '=', other.storeId)
      .executeTakeFirstOrThrow();
    const answer = await send('mass_pin', { ids: [first, second, foreign.id] });
    expect(answer).toMatchObject({ status: 200, body: { count: 2 } });
    expect((await send('mass_pin', { ids: [first] })).body).toEqual({ count: 0 });
    expect(await pinnedCount()).toBe(2);
    const { is_pinned: isForeignPinned } = await ctx.db
      .selectFrom('variants')
      .select('is_pinned')
      .where('id', '=', foreign.id)
      .executeTakeFirstOrThrow();
    expect(isForeignPinned).toBe(false);
    expect((await send('mass_unpin', { ids: [first, second] })).body).toEqual({ count: 2 });
    expect(await pinnedCount()).toBe(0);
  });

  it('pins all that a filter matches, on every page of it', async () => {
    const { total_count: matching } = await list('q[name_or_sku_cont]=SKU-1');
    expect(matching).toBeGreaterThan(10);
    expect((await send('mass_pin', { q: { name_or_sku_cont: 'SKU-1' } })).body).toEqual({ count: matching });
    expect((await list('q[is_pinned_eq]=true')).total_count).toBe(matching);
    expect((await send('mass_unpin', { q: { is_pinned_eq: true } })).body).toEqual({ count: matching });
    expect(await pinnedCount()).toBe(0);
  });

  it.each([[{}], [{ ids: [] }], [{ q: { colour: 'red' } }]])('refuses %j', async (body) => {
    expect((await send('mass_pin', body)).status).toBe(422);
  });

  it('pins one SKU by its own path, and beneath that of its product', async () => {
    const [sku] = (await list('per_page=1')).variants;
    const own = `${path()}/variants/${String(sku?.id)}.json`;
    const beneath = `${path()}/products/${sku?.product.slug ?? ''}/variants/${sku?.slug ?? ''}.json`;
    const pin = (place: string, isPinned: boolean) =>
      server.call('PATCH', place, { token, body: { variant: { is_pinned: isPinned } } });
    expect((await pin(beneath, true)).body).toMatchObject({ variant: { id: sku?.id, is_pinned: true } });
    expect(await pinnedCount()).toBe(1);
    expect((await pin(own, false)).body).toMatchObject({ variant: { is_pinned: false } });
    expect(await pinnedCount()).toBe(0);
  });
});
