import { listStockMovements } from '@evenstock/contract/stock/stock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import {
  addMember,
  addUser,
  openSession,
  addPopulatedStore,
  type PopulatedStore,
} from '../../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let token: string;
let platform: string;
let quantity: number;

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  await ctx.db.updateTable('stores').set({ can_sync_quantity: true }).where('id', '=', store.id).execute();
  const user = await addUser(ctx);
  await addMember(ctx, store.id, user, 'member');
  token = await openSession(ctx, user);
  platform = await server.signIn('platform@stock.test', 'admin');
  quantity = await quantityNow();
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function quantityNow(): Promise<number> {
  const row = await ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('id', '=', store.variantId)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

const change = (variant: object) =>
  server.call('PATCH', `/api/stores/${store.slug}/variants/${String(store.variantId)}.json`, {
    token,
    body: { variant },
  });

describe('a member’s adjustment', () => {
  it('adds and subtracts, down to nothing', async () => {
    expect((await change({ adjustment: 4 })).body).toMatchObject({ variant: { quantity: quantity + 4 } });
    expect((await change({ adjustment: -(quantity + 4) })).body).toMatchObject({ variant: { quantity: 0 } });
  });

  it('subtracts no more than there is, and then changes nothing', async () => {
    await change({ adjustment: 2 });
    const refused = await change({ adjustment: -3, disable_restock: true });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: { adjustment: ['Adjustment must be at least -2: there are no more units to take away'] },
    });
    expect(await quantityNow()).toBe(2);
    expect((await change({ adjustment: 0 })).body).toMatchObject({ variant: { disable_restock: false } });
  });

  it('sent twice counts once', async () => {
    const press = { adjustment: 5, adjustment_key: crypto.randomUUID() };
    await change(press);
    await change(press);
    expect(await quantityNow()).toBe(7);
  });

  it.each([
    [{ adjustment: null }, 'adjustment', 'Adjustment is required'],
    [{ adjustment: '' }, 'adjustment', 'Adjustment is required'],
    [{ adjustment: 1.5 }, 'adjustment', 'Adjustment must be a whole number'],
    [{ adjustment_note: 'x'.repeat(201) }, 'adjustment_note', 'The note must have 200 characters at most'],
    [{ name: ' ' }, 'name', 'Name is required'],
  ])('%j is refused beside its field', async (variant, field, text) => {
    const refused = await change(variant);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: { [field]: [text] } });
  });
});

it('a movement names the member, and a renamed SKU keeps its product’s name', async () => {
  expect((await change({ name: 'Blue' })).body).toMatchObject({ variant: { name: 'Blue' } });
  const ledger = await server.call(
    'GET',
    `/api/stores/${store.slug}/variants/${String(store.variantId)}/stock_movements.json`,
    { token },
  );
  expect(ledger.body).toMatchObject({
    stock_movements: [
      { source_type: 'User', action: 'Adjustment', adjustment: 5, final_quantity: 7 },
      { adjustment: 2, final_quantity: 2 },
      { final_quantity: 0 },
      { adjustment: 4 },
    ],
  });
});

it('an activity holds the changes of a SKU, before and after, also where others change it at the same moment', async () => {
  const before = await recordedChanges(ctx, 'variant.update');
  await change({ name: 'Blue', has_maximum_quantity: false, disable_restock: true });
  await change({ disable_restock: true });
  await Promise.all(['Cyan', 'Teal', 'Aqua', 'Cyan'].map((name) => change({ name })));
  await change({ name: 'Blue', disable_restock: false });
  const changes = (await recordedChanges(ctx, 'variant.update')).slice(before.length);
  expect(changes[0]).toEqual({ disable_restock: [false, true] });
  const names = z
    .array(z.object({ name: z.tuple([z.string(), z.string()]) }).strict())
    .parse(changes.slice(1, -1))
    .map(({ name }) => name);
  const [, ...begun] = [...names.map(([was]) => was), names.at(-1)?.[1]];
  expect(names[0]?.[0]).toBe('Blue');
  expect(begun).toEqual(names.map(([, is]) => is));
  expect(changes.at(-1)).toEqual({ name: [names.at(-1)?.[1], 'Blue'], disable_restock: [true, false] });
});

describe('the movements of a store', () => {
  const movements = async (query: string) => {
    const answer = await server.call('GET', `/api/stores/${store.slug}/stock_movements.json?${query}`, {
      token,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return listStockMovements.reply.parse(answer.body);
  };

  it('are all SKUs’, newest first or oldest first, with the member who made them', async () => {
    const newest = await movements('');
    expect(newest.total_count).toBe(4);
    const oldest = await movements('q[s]=created_at+asc');
    expect(oldest.stock_movements.map(({ id }) => id)).toEqual(
      newest.stock_movements.map(({ id }) => id).reverse(),
    );
    expect(newest.stock_movements[0]).toMatchObject({
      source_type: 'User',
      source: { identifier: expect.stringContaining('@'), order_marketplace: null },
    });
  });

  it('are narrowed by SKU, name, days and the outcome of their pushes', async () => {
    expect((await movements(`q[variant_id_eq]=${String(store.variantId)}`)).total_count).toBe(4);
    expect((await movements('q[variant_product_name]=mug')).total_count).toBe(4);
    expect((await movements('q[variant_product_name]=no-such-thing')).total_count).toBe(0);
    expect((await movements('q[created_at_datelteq]=2020-01-01')).total_count).toBe(0);
    expect((await movements('q[listing_stock_movements_state_eq]=failed')).total_count).toBe(0);
    expect((await movements('per_page=3&page=2')).stock_movements).toHaveLength(1);
  });

  it('go back three months, on a list and in an export; one SKU’s have no limit, nor has a platform admin', async () => {
    const old = 'q[created_at_dategteq]=2020-01-01';
    const path = `/api/stores/${store.slug}`;
    const own = `${path}/variants/${String(store.variantId)}/stock_movements.json?${old}`;
    const ofOne = `${old}&q[variant_id_eq]=${String(store.variantId)}`;
    for (const list of ['stock_movements.json', 'stock_movements/download.json']) {
      const refused = await server.call('GET', `${path}/${list}?${old}`, { token });
      expect(refused.status, list).toBe(422);
      expect(refused.body).toMatchObject({
        errors: {
          created_at_dategteq: ['Stock movements go back 3 months. Choose a later day, or open one SKU'],
        },
      });
      expect((await server.call('GET', `${path}/${list}?${ofOne}`, { token })).status, list).toBe(200);
      expect((await server.call('GET', `${path}/${list}?${old}`, { token: platform })).status).toBe(200);
    }
    expect((await server.call('GET', own, { token })).body).toMatchObject({ total_count: 4 });
  });

  it('are refused with an unknown filter or sort', async () => {
    for (const query of ['q[colour]=red', 'q[s]=action+asc', 'q[created_at_dategteq]=soon']) {
      const answer = await server.call('GET', `/api/stores/${store.slug}/stock_movements.json?${query}`, {
        token,
      });
      expect(answer.status, query).toBe(422);
    }
  });
});

describe('an adjustment by what was counted', () => {
  it('that starts from another quantity than the one there is now is refused with it, and a repeated press is not', async () => {
    const there = await quantityNow();
    const press = { adjustment: 3, adjustment_key: crypto.randomUUID(), if_quantity: there };
    for (const stale of [
      { adjustment: 3, if_quantity: there + 1 },
      { adjustment: 0, if_quantity: there - 1 },
    ]) {
      const refused = await change({ ...stale, disable_restock: true });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        error: `The quantity is ${String(there)} now: it has changed since you saw it.`,
      });
    }
    expect((await change(press)).body).toMatchObject({
      variant: { quantity: there + 3, disable_restock: false },
    });
    expect((await change(press)).status).toBe(200);
    expect((await change({ adjustment: -3, if_quantity: there + 3 })).status).toBe(200);
    expect(await quantityNow()).toBe(there);
  });
});

it('an adjustment keeps why it was made, as a code and a note: in the ledger and in the activity', async () => {
  await change({ adjustment: 6, adjustment_reason: 'received', adjustment_note: ' Box 7 ' });
  await change({ adjustment: -1, adjustment_reason: 'damaged', adjustment_note: '' });
  await change({ adjustment: -1, adjustment_note: 'A gift' });
  await change({ adjustment: -4 });
  expect((await change({ adjustment: -1, adjustment_reason: 'eaten' })).status).toBe(422);
  const path = `/api/stores/${store.slug}/variants/${String(store.variantId)}/stock_movements.json`;
  expect((await server.call('GET', `${path}?per_page=4`, { token })).body).toMatchObject({
    stock_movements: [
      { adjustment: -4, reason: null, reason_note: null },
      { adjustment: -1, reason: 'other', reason_note: 'A gift' },
      { adjustment: -1, reason: 'damaged', reason_note: null },
      { adjustment: 6, reason: 'received', reason_note: 'Box 7' },
    ],
  });
  const activities = await ctx.db
    .selectFrom('activities')
    .select('extras')
    .where('key', '=', 'variant.update')
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  const reasons = activities.map(
    ({ extras }) => z.object({ reason: z.string().optional() }).parse(extras).reason,
  );
  expect(reasons).toEqual([undefined, 'other', 'damaged']);
});
