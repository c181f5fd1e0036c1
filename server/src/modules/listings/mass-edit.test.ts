import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { mostEdited } from '@evenstock/contract/catalog/quantity-changes';
import { massEdit, showEditGrid } from '@evenstock/contract/listings/mass-edits';
import { previewQuantities } from '@evenstock/contract/catalog/quantity-changes';
import { retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createMarket, type Market } from '../../testing/market.ts';
import { addMember, addUser, openSession } from '../../testing/world.ts';
import { massEditOperation } from './run-mass-edit.ts';

let market: Market;
let server: TestServer;
let token: string;
let store: string;

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'lazada', 'tokopedia'],
    skus: { A: 5, B: 5, C: 5, D: 5 },
  });
  server = await createTestServer(market.ctx);
  store = `/api/stores/${String(market.storeId)}`;
  const user = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, user, 'member');
  token = await openSession(market.ctx, user);
  for (const sku of ['A', 'B', 'C', 'D']) await market.merge(sku);
  await market.openPushes();
});
afterAll(async () => {
  await server.close();
  await market.close();
});
beforeEach(() => {
  market.sandbox.control.setFaults([]);
});

const post = (path: string, body: unknown) => server.call('POST', `${store}${path}`, { token, body });

async function variantOf(sku: string): Promise<number> {
  const { id } = await market.ctx.db
    .selectFrom('variants')
    .select('id')
    .where('sku', '=', sku)
    .where('merged_into_id', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

async function grid(...skus: string[]) {
  const ids = await Promise.all(skus.map(variantOf));
  return showEditGrid.reply.parse((await post('/variants/edit_grid.json', { ids })).body).edit_grid;
}

async function rowOf(sku: string) {
  const [row] = (await grid(sku)).rows;
  if (row === undefined) throw new Error(`no row of ${sku}`);
  return row;
}

async function priceAt(channel: ChannelKind, sku: string) {
  const row = await rowOf(sku);
  const found = row.prices.find(({ marketplace_id: id }) => id === market.shop(channel).marketplaceId);
  if (found === undefined) throw new Error(`no price at ${channel}`);
  return found;
}

const edit = (body: { quantities?: unknown[]; prices?: unknown[]; key?: string }) =>
  post('/variants/mass_edit.json', {
    mass_edit: { key: randomUUID(), quantities: [], prices: [], ...body },
  });
const startedBy = (answer: { body: unknown }) => massEdit.reply.parse(answer.body).mass_action.id;

/**
 * Lets time pass until an operation has ended.
 * @returns the outcome of each row, or why it failed
 */
async function outcomes(id: number): Promise<Record<string, string>> {
  for (let turn = 0; turn < 60; turn += 1) {
    await market.ctx.runJobs();
    const { body } = await server.call('GET', `${store}/operations/${String(id)}.json?per_page=100`, {
      token,
    });
    const { operation, rows } = showOperation.reply.parse(body);
    if (operation.finished_at !== null) {
      return Object.fromEntries(
        rows.map(({ label, state, reason }) => [label, reason === null ? state : `${state}: ${reason.text}`]),
      );
    }
    market.clock.advance(10_000);
  }
  throw new Error('It is still under way.');
}

const priceCalls = (channel: ChannelKind) =>
  market.sandbox.control.calls(channel, market.shop(channel).shop).filter(({ call }) => /price/i.test(call))
    .length;

it('shows quantities and prices, and names the marketplaces that take none, with the reason', async () => {
  const { rows, marketplaces } = await grid('A', 'B');
  expect(rows.map(({ variant, quantity }) => [variant.sku, quantity])).toEqual([
    ['A', 5],
    ['B', 5],
  ]);
  expect(rows[0]?.prices).toHaveLength(2);
  expect(marketplaces).toMatchObject([
    { name: 'lazada', skipped: null },
    { name: 'shopee', skipped: null },
    { name: 'tokopedia', skipped: { code: 'listings.not_by_channel' } },
  ]);
});

it('changes quantities by the difference between the new and the shown ones, and prices at their marketplaces', async () => {
  const [a, b] = [await rowOf('A'), await rowOf('B')];
  const price = await priceAt('shopee', 'A');
  // Units that were sold since the grid was opened stay sold.
  market.sandbox.control.placeOrder('lazada', market.shop('lazada').shop, {
    lines: [{ sku: 'B', quantity: 2 }],
    paid: true,
  });
  market.clock.advance(60_000);
  await market.pull(market.shop('lazada'), 'orders');
  await market.ctx.runJobs();
  const answer = await edit({
    quantities: [
      { variant_id: a.variant.id, from: a.quantity, to: 9 },
      { variant_id: b.variant.id, from: b.quantity, to: 7 },
    ],
    prices: [{ variant_listing_id: price.variant_listing_id, price: 19.9 }],
  });
  expect(answer.status).toBe(202);
  const id = startedBy(answer);
  expect(await outcomes(id)).toEqual({ A: 'done', B: 'done', 'shopee: A': 'done' });
  const entries = market.ctx.db.selectFrom('activities').select(['changes', 'extras']).orderBy('id');
  expect(await entries.where('key', '=', 'variant.update').execute()).toEqual(
    [
      [a.quantity, 9],
      [b.quantity - 2, 5],
    ].map((quantity) => ({
      changes: { quantity },
      extras: { operation_id: id, stock_movement_id: expect.any(Number) as number },
    })),
  );
  expect((await rowOf('A')).quantity).toBe(9);
  expect((await rowOf('B')).quantity).toBe(5);
  expect((await priceAt('shopee', 'A')).price).toBe(19.9);
});

it('changes each once, though the request is sent twice and a step is repeated', async () => {
  const c = await rowOf('C');
  const price = await priceAt('shopee', 'C');
  const before = priceCalls('shopee');
  const body = {
    key: randomUUID(),
    quantities: [{ variant_id: c.variant.id, from: c.quantity, to: c.quantity + 3 }],
    prices: [{ variant_listing_id: price.variant_listing_id, price: 21 }],
  };
  const [one, other] = [startedBy(await edit(body)), startedBy(await edit(body))];
  expect(other).toBe(one);
  const operation = await market.ctx.db
    .selectFrom('operations')
    .selectAll()
    .where('id', '=', one)
    .executeTakeFirstOrThrow();
  const record = {
    id: one,
    storeId: market.storeId,
    kind: 'variant.mass_edit' as const,
    subjectId: null,
    userId: operation.user_id,
    total: 2,
    done: 0,
    failed: 0,
    failures: 0,
  };
  // Killed after the work of each row, before its outcome was recorded.
  for (const next of [0, 1]) {
    const killed = massEditOperation.step(
      market.ctx,
      record,
      { params: operation.params, cursor: { next } },
      () => Promise.reject(new Error('killed')),
    );
    await expect(killed).rejects.toThrow('killed');
  }
  expect(await outcomes(one)).toEqual({ C: 'done', 'shopee: C': 'done' });
  expect((await rowOf('C')).quantity).toBe(c.quantity + 3);
  expect(priceCalls('shopee') - before).toBe(1);
});

it('retries the failed rows alone, and shows why they failed', async () => {
  const d = await rowOf('D');
  const price = await priceAt('shopee', 'D');
  const answer = await edit({
    quantities: [{ variant_id: d.variant.id, from: d.quantity + 9, to: 0 }],
    prices: [{ variant_listing_id: price.variant_listing_id, price: 22 }],
  });
  const id = startedBy(answer);
  expect(await outcomes(id)).toEqual({
    D: 'failed: Adjustment must be at least -5: there are no more units to take away',
    'shopee: D': 'done',
  });
  const retried = await post(`/operations/${String(id)}/retry.json`, {});
  const again = retryOperation.reply.parse(retried.body).operation.id;
  expect(Object.keys(await outcomes(again))).toEqual(['D']);
});

it('refuses an empty change, a store without sync, and more SKUs than it takes', async () => {
  expect((await edit({})).status).toBe(422);
  const rows = Array.from({ length: mostEdited + 1 }, (_, id) => ({ variant_id: id + 1, from: 0, to: 1 }));
  expect((await edit({ quantities: rows })).status).toBe(422);
  // The grid of as many SKUs as matches is refused as well.
  await sql`
    insert into variants (store_id, product_id, slug, sku, name, full_product_name, quantity, live_listings, created_at, updated_at)
    select store_id, product_id, 'more-' || n, 'MORE', 'More', 'More', 0, 1, created_at, updated_at
    from (select * from variants limit 1) v, generate_series(1, ${mostEdited + 1}) n`.execute(market.ctx.db);
  expect(await post('/variants/edit_grid.json', { q: { sku_eq: 'MORE' } })).toMatchObject({
    status: 422,
    body: { errors: { variants: [expect.stringContaining(String(mostEdited))] } },
  });
  await market.ctx.db.updateTable('stores').set({ can_sync_quantity: false }).execute();
  const answer = await edit({ quantities: [{ variant_id: 1, from: 0, to: 1 }] });
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: { mass_edit: [expect.stringContaining('Inventory sync is off')] } },
  });
  await market.ctx.db.updateTable('stores').set({ can_sync_quantity: true }).execute();
});

it('does what its preview lists: the quantity of each SKU, what each marketplace shows, and what is left out', async () => {
  const ids = await Promise.all(['A', 'B', 'C'].map(variantOf));
  const targets = [
    [0, 40, 7],
    [90, 3, 7],
    [12, 12, 0],
  ];
  for (const to of targets) {
    const before = (await grid('A', 'B', 'C')).rows;
    // One unit of A is sold between what was shown and the preview.
    market.sandbox.control.placeOrder('lazada', market.shop('lazada').shop, {
      lines: [{ sku: 'A', quantity: 1 }],
      paid: true,
    });
    market.clock.advance(60_000);
    await market.pull(market.shop('lazada'), 'orders');
    const quantities = before.map(({ variant, quantity }, at) => ({
      variant_id: variant.id,
      from: quantity,
      to: to[at] ?? 0,
    }));
    const unknown = { variant_id: 999_999_999, from: 0, to: 5 };
    const { body } = await post('/variants/quantities_preview.json', {
      quantities: [...quantities, unknown],
    });
    const { changes, left_out: leftOut } = previewQuantities.reply.parse(body);
    expect(leftOut.map(({ variant_id: id }) => id)).toContain(unknown.variant_id);
    const ofA = changes.find(({ variant }) => variant.id === ids[0]);
    if (ofA !== undefined) expect(ofA.now).toBe((before[0]?.quantity ?? 0) - 1);
    const ended = await outcomes(startedBy(await edit({ quantities: [...quantities, unknown] })));
    expect(Object.values(ended).filter((outcome) => outcome !== 'done')).toHaveLength(leftOut.length);
    const after = new Map(
      (await grid('A', 'B', 'C')).rows.map(({ variant, quantity }) => [variant.id, quantity]),
    );
    for (const { variant, then, listings } of changes) {
      expect(after.get(variant.id), variant.sku ?? '').toBe(then);
      for (const listing of listings) expect(listing.after).toBe(then);
    }
    expect(
      [...changes.map(({ variant }) => variant.id), ...leftOut.map(({ variant_id: id }) => id)].toSorted(),
    ).toEqual([...ids, unknown.variant_id].toSorted());
  }
});
