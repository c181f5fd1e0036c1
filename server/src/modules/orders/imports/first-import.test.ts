import {
  continueOperation,
  listOperations,
  retryOperation,
  showOperation,
} from '@evenstock/contract/operations/operations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type ConnectedShop, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { operations } from '../../../wiring.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { beginPull } from '../../pulls/pulls.ts';
import type { ImportedKind } from '../../pulls/pulls.rules.ts';

let market: Market;
let shop: ConnectedShop;
let server: TestServer;
let token: string;
let path: string;

beforeEach(async () => {
  market = await createMarket({ channels: ['shopee'], skus: { TEE: 400 } });
  market.setNotices(false);
  shop = market.shop('shopee');
  await market.ctx.db.deleteFrom('marketplace_pulls').execute();
  server = await createTestServer(market.ctx);
  const userId = await addUser(market.ctx);
  await addMember(market.ctx, market.storeId, userId, 'member');
  token = await openSession(market.ctx, userId);
  path = `/api/stores/${String(market.storeId)}/operations`;
  return () => server.close();
});
afterEach(() => market.close());

const callOf = { listings: 'get_item_list', orders: 'get_order_list' } as const;

/** Gives the shop a number of records of a kind. */
function fill(kind: ImportedKind, count: number): void {
  const { control } = market.sandbox;
  if (kind === 'listings') control.addListings('shopee', shop.shop, { count: count - 1 });
  else control.placeOrders('shopee', shop.shop, { count, back_dated_days: 10 });
}

/** Begins a first import. @returns its operation */
async function begin(kind: ImportedKind): Promise<number> {
  const { ctx, storeId } = market;
  const { marketplaceId } = shop;
  await inTransaction(ctx.db, (tx) => beginPull(tx, ctx, { storeId, marketplaceId, kind, scope: 'first' }));
  const query = `kind_eq=marketplace.import_${kind}&subject_id_eq=${String(marketplaceId)}`;
  const { body } = await server.call('GET', `${path}.json?${query}`, { token });
  return listOperations.reply.parse(body).operations[0]?.id ?? 0;
}

async function show(id: number) {
  return showOperation.reply.parse((await server.call('GET', `${path}/${String(id)}.json`, { token })).body);
}

const act = async (id: number, verb: 'cancel' | 'continue' | 'retry') =>
  (await server.call('POST', `${path}/${String(id)}/${verb}.json`, { token, body: {} })).body;

async function countHere(kind: ImportedKind): Promise<number> {
  const table = kind === 'listings' ? 'product_listings' : 'orders';
  const { rows } = await market.ctx.database.pool.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  );
  return rows[0]?.count ?? 0;
}

const pullRow = () =>
  market.ctx.db
    .selectFrom('marketplace_pulls')
    .selectAll()
    .where('scope', '=', 'first')
    .executeTakeFirstOrThrow();

/** The query of a call without its time and signature. */
function questionOf(url: string): string {
  const { searchParams } = new URL(url);
  for (const name of ['sign', 'timestamp']) searchParams.delete(name);
  return searchParams.toString();
}

/** Blocks the first call after a page that had records, as if its worker had been killed there. */
function standStill(kind: ImportedKind, id: number) {
  let goOn = (): void => undefined;
  let arrive: (question: string) => void = () => undefined;
  const reached = new Promise<string>((resolve) => (arrive = resolve));
  const pause = new Promise<void>((resolve) => (goOn = resolve));
  let isStill = false;
  market.setNetwork(async ({ url }, go) => {
    if (isStill || !url.includes(callOf[kind]) || (await show(id)).operation.done === 0) return go();
    isStill = true;
    arrive(questionOf(url));
    await pause;
    return go();
  });
  return { reached, goOn: () => goOn() };
}

it.each(['listings', 'orders'] as const)(
  'a first import of %s is an operation of its marketplace that keeps its numbers after later pulls',
  async (kind) => {
    fill(kind, 60);
    const id = await begin(kind);
    await market.ctx.runJobs();
    market.clock.advance(600_000);
    await market.pull(shop, kind, 'poll');
    expect((await show(id)).operation).toMatchObject({
      kind: `marketplace.import_${kind}`,
      subject_id: shop.marketplaceId,
      state: 'done',
      total: 60,
      done: 60,
      failed: 0,
    });
    expect(await countHere(kind)).toBe(60);
  },
);

it.each(['listings', 'orders'] as const)(
  'killed in the middle, an import of %s resumes at its cursor, and the killed worker repeats nothing',
  async (kind) => {
    fill(kind, 130);
    const id = await begin(kind);
    const { reached, goOn } = standStill(kind, id);
    const killed = runOperation(market.ctx, operations, id);
    const interrupted = await reached;
    const halfway = (await show(id)).operation;
    expect(halfway).toMatchObject({ state: 'running' });
    expect(halfway.done).toBeGreaterThan(0);
    expect(halfway.done).toBeLessThan(130);

    market.clock.advance(62_000);
    const asked: string[] = [];
    market.setNetwork(({ url }, go) => {
      if (url.includes(callOf[kind])) asked.push(questionOf(url));
      return go();
    });
    await market.ctx.runJobs();
    expect((await show(id)).operation).toMatchObject({ state: 'done', total: 130, done: 130 });
    expect(asked[0]).toBe(interrupted);
    goOn();
    await killed;
    expect((await show(id)).operation).toMatchObject({ state: 'done', total: 130, done: 130 });
    expect(await countHere(kind)).toBe(130);
    expect(await pullRow()).toMatchObject({ state: 'done', done: 130 });
  },
);

it('cancelled, it keeps what came, later pulls bring changes only, and it can be continued', async () => {
  fill('orders', 130);
  const id = await begin('orders');
  const { reached, goOn } = standStill('orders', id);
  const working = runOperation(market.ctx, operations, id);
  await reached;
  await act(id, 'cancel');
  goOn();
  await working;
  const { operation: cancelled } = await show(id);
  expect(cancelled).toMatchObject({ state: 'cancelled', can_continue: true });
  const came = await countHere('orders');
  expect(cancelled.done).toBe(came);
  expect(came).toBeLessThan(130);
  expect(await pullRow()).toMatchObject({ state: 'cancelled' });

  market.clock.advance(600_000);
  const { number } = market.sandbox.control.placeOrder('shopee', shop.shop, {
    lines: [{ sku: 'TEE', quantity: 1 }],
  });
  market.clock.advance(130_000);
  await market.pull(shop, 'orders', 'poll');
  expect(await countHere('orders')).toBe(came + 1);
  const kept = market.ctx.db.selectFrom('orders').select('id').where('number', '=', number);
  expect(await kept.execute()).toHaveLength(1);

  const { operation: begun } = continueOperation.reply.parse(await act(id, 'continue'));
  await market.ctx.runJobs();
  const { operation: rest } = await show(begun.id);
  expect(rest).toMatchObject({ state: 'done', continuation_of: id });
  expect(cancelled.done + rest.done).toBe(130);
  expect(rest.total).toBe(rest.done);
  expect(await countHere('orders')).toBe(131);
  expect(await pullRow()).toMatchObject({ state: 'done', done: 130 });
});

it('keeps records that could not be read as failed rows, which are tried again alone', async () => {
  fill('orders', 5);
  const broken = market.sandbox.control.orders('shopee', shop.shop)[2]?.number ?? '';
  market.setNetwork(async ({ url }, go) => {
    const response = await go();
    if (!url.includes('get_order_detail')) return response;
    const start = new RegExp(`("order_sn":"${broken}".*?)"item_list":`, 's');
    return new Response((await response.text()).replace(start, '$1"no_items":'), response);
  });
  const id = await begin('orders');
  await market.ctx.runJobs();
  const { operation, rows } = await show(id);
  expect(operation).toMatchObject({ state: 'done', total: 5, done: 4, failed: 1, can_retry: true });
  expect(rows).toMatchObject([
    { key: broken, state: 'failed', reason: { code: 'answers.order_unreadable' } },
  ]);
  expect(await countHere('orders')).toBe(4);

  market.setNetwork(null);
  const { operation: again } = retryOperation.reply.parse(await act(id, 'retry'));
  expect(again).toMatchObject({ total: 1, retry_of: id, subject_id: shop.marketplaceId });
  await market.ctx.runJobs();
  expect(await show(again.id)).toMatchObject({
    operation: { state: 'done', done: 1, failed: 0 },
    rows: [{ key: broken, state: 'done' }],
  });
  expect(await countHere('orders')).toBe(5);
});

it('waits for a marketplace that does not answer, shows that on both, and ends when waiting does not help', async () => {
  fill('listings', 3);
  market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'error_500', rate: 1 }]);
  const id = await begin('listings');
  await market.ctx.runJobs();
  expect((await show(id)).operation).toMatchObject({ state: 'waiting', error: { code: 'api.channel' } });
  const { error } = await pullRow();
  expect(error).toMatchObject([{ code: 'pulls.unavailable' }, { code: 'pulls.listings_go_on' }]);
  for (let tries = 0; tries < 15; tries += 1) {
    market.clock.advance(301_000);
    await market.ctx.runJobs();
  }
  expect((await show(id)).operation).toMatchObject({ state: 'failed', can_continue: true });
  expect(await pullRow()).toMatchObject({ state: 'failed' });
  market.sandbox.control.setFaults([]);
  market.clock.advance(600_000);
  const { operation: begun } = continueOperation.reply.parse(await act(id, 'continue'));
  await market.ctx.runJobs();
  expect((await show(begun.id)).operation).toMatchObject({ state: 'done', done: 3 });
  expect(await pullRow()).toMatchObject({ state: 'done', error: null });
});
