import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { showOperation } from '@evenstock/contract/operations/operations';
import {
  applyTally,
  listTallies,
  listTallyLines,
  recordScans,
  showTally,
  type ScanResult,
  type TallyKind,
} from '@evenstock/contract/stock/tallies';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adjustQuantity } from '../changes/adjust-quantity.ts';
import { saveBarcodes } from '../../catalog/pages/save-barcodes.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { makeSet, switchSets } from '../../../testing/make-set.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

const SKUS = ['TEE', 'CUP', 'BAG', 'HAT', 'PEN', 'MUG', 'tin', 'TIN', 'KIT', 'SOCK', 'BELT', 'RING'];

let market: Market;
let server: TestServer;
let userId: number;
/** Two members of the store. */
let ann: string;
let ben: string;
let store: string;
const ids = new Map<string, number>();

beforeAll(async () => {
  market = await createMarket({
    channels: ['shopee', 'lazada'],
    skus: Object.fromEntries(SKUS.map((sku) => [sku, 10])),
  });
  const { ctx, storeId } = market;
  server = await createTestServer(ctx);
  store = `/api/stores/${String(storeId)}`;
  userId = await addUser(ctx);
  await addMember(ctx, storeId, userId, 'member');
  ann = await openSession(ctx, userId);
  const other = await addUser(ctx);
  await addMember(ctx, storeId, other, 'admin');
  ben = await openSession(ctx, other);
  for (const sku of SKUS) ids.set(sku, await market.merge(sku));
  await market.openPushes();
  await switchSets(ctx, storeId, true);
});
afterAll(async () => {
  expect(await wrongSums(market.ctx.db)).toEqual([]);
  await server.close();
  await market.close();
});

const idOf = (sku: string): number => ids.get(sku) ?? 0;
const post = (path: string, body: unknown, token = ann) =>
  server.call('POST', `${store}${path}`, { token, body });
const get = (path: string, token = ann) => server.call('GET', `${store}${path}`, { token });
const quantity = (sku: string) => quantityOf(market.ctx.db, idOf(sku));
const pass = () => {
  market.clock.advance(1_000);
};

async function start(kind: TallyKind = 'count', more: object = {}): Promise<number> {
  const answer = await post('/stock_tallies.json', { tally: { kind, key: randomUUID(), ...more } });
  expect(answer.status).toBe(200);
  pass();
  return showTally.reply.parse(answer.body).tally.id;
}

const scanOf = (code: string | null, more: object = {}) => ({
  key: randomUUID(),
  code,
  variant_id: null,
  units: 1,
  is_total: false,
  age_ms: 0,
  ...more,
});
const total = (sku: string, units: number | null) =>
  scanOf(null, { variant_id: idOf(sku), units, is_total: true });

const sendScans = (id: number, scans: readonly object[], token = ann) =>
  post(`/stock_tallies/${String(id)}/scans.json`, { scans }, token);

async function scan(id: number, scans: readonly object[], token = ann): Promise<readonly ScanResult[]> {
  const answer = await sendScans(id, scans, token);
  expect(answer).toMatchObject({ status: 200 });
  pass();
  return recordScans.reply.parse(answer.body).results;
}

const show = async (id: number) =>
  showTally.reply.parse((await get(`/stock_tallies/${String(id)}.json`)).body).tally;
async function lines(id: number, shown = 'all') {
  const { body } = await get(`/stock_tallies/${String(id)}/lines.json?q[shown_eq]=${shown}&per_page=100`);
  return listTallyLines.reply.parse(body).lines;
}
const lineOf = async (id: number, sku: string) =>
  (await lines(id)).find(({ variant }) => variant.sku === sku);

async function sendApply(id: number, zeroed: number | null = null, token = ann) {
  const { revision } = await show(id);
  return post(
    `/stock_tallies/${String(id)}/apply.json`,
    { apply: { revision, zero_uncounted: zeroed } },
    token,
  );
}

/** What became of each SKU of an operation. */
async function outcomes(operationId: number): Promise<Record<string, string>> {
  await market.ctx.runJobs();
  const { operation, rows } = showOperation.reply.parse(
    (await get(`/operations/${String(operationId)}.json?per_page=100`)).body,
  );
  expect(operation.state).toBe('done');
  return Object.fromEntries(rows.map(({ label, state, reason }) => [label, reason?.code ?? state]));
}

async function apply(id: number, zeroed: number | null = null): Promise<Record<string, string>> {
  const answer = await sendApply(id, zeroed);
  expect(answer).toMatchObject({ status: 202 });
  return outcomes(applyTally.reply.parse(answer.body).mass_action.id);
}

/** A sale of a SKU, as the marketplace reports it. */
async function sell(sku: string, units: number): Promise<void> {
  const shop = market.shop('lazada');
  market.sandbox.control.placeOrder('lazada', shop.shop, { lines: [{ sku, quantity: units }], paid: true });
  market.clock.advance(60_000);
  await market.pull(shop, 'orders');
  await market.ctx.runJobs();
}

const movementsOf = (sku: string) =>
  market.ctx.db
    .selectFrom('stock_movements')
    .select(['adjustment', 'final_quantity', 'action', 'reason', 'reason_note'])
    .where('variant_id', '=', idOf(sku))
    .orderBy('id', 'desc')
    .execute();

const adjust = (sku: string, units: number) =>
  adjustQuantity(market.ctx, { storeId: market.storeId, variantId: idOf(sku), userId, units });

describe('a count', () => {
  it('of several members adds up, each scan once, though it is sent again and at the same time', async () => {
    const id = await start();
    const own = Array.from({ length: 40 }, () => scanOf('TEE'));
    const others = Array.from({ length: 30 }, () => scanOf('TEE'));
    await Promise.all([
      sendScans(id, own, ann),
      sendScans(id, others, ben),
      sendScans(id, own, ann),
      sendScans(id, own.slice(0, 7), ben),
    ]);
    const results = await scan(id, own.slice(0, 1));
    expect(results).toMatchObject([{ outcome: 'added', units: 70, variant: { sku: 'TEE' } }]);
    expect(await show(id)).toMatchObject({ skus: 1, units: 70, different: 1, codes_count: 0 });
    const { body } = await get('/stock_tallies.json?q[state_eq]=open');
    expect(listTallies.reply.parse(body).tallies.map((row) => row.id)).toContain(id);
  });

  it('is compared with the quantity when a SKU was counted: what was sold since stays sold', async () => {
    const id = await start('count', { note: 'Aisle 3' });
    expect(await quantity('CUP')).toBe(10);
    await scan(id, [scanOf('CUP', { units: 8 })]);
    await sell('CUP', 3);
    expect(await quantity('CUP')).toBe(7);
    expect(await lineOf(id, 'CUP')).toMatchObject({
      units: 8,
      expected: 10,
      now: 7,
      then: 5,
      is_changed: false,
    });
    expect(await apply(id)).toEqual({ CUP: 'done' });
    expect(await quantity('CUP')).toBe(5);
    expect((await movementsOf('CUP'))[0]).toEqual({
      adjustment: -2,
      final_quantity: 5,
      action: movementMessages.adjustment,
      reason: 'counted',
      reason_note: 'Aisle 3',
    });
    expect(await lineOf(id, 'CUP')).toMatchObject({ units: 8, expected: 10, now: 5, then: 5 });
  });

  it('that was made without a connection counts from when it was scanned, not from when it arrived', async () => {
    const id = await start();
    market.clock.advance(60_000);
    const scanned = market.clock.now().getTime();
    await sell('BAG', 4);
    const age = market.clock.now().getTime() - scanned;
    await scan(id, [scanOf('BAG', { units: 10, age_ms: age })]);
    expect(await lineOf(id, 'BAG')).toMatchObject({ units: 10, expected: 10, now: 6, then: 6 });
    // A clock that is wrong makes no scan older than its count.
    await scan(id, [scanOf('HAT', { units: 10, age_ms: 90_000_000 })]);
    expect((await lineOf(id, 'HAT'))?.scanned_at).toBe((await show(id)).created_at);
    expect(await apply(id)).toEqual({ BAG: 'done', HAT: 'done' });
    expect(await quantity('BAG')).toBe(6);
  });

  it('takes a total that is typed for all that was scanned before, and may take a SKU out', async () => {
    const id = await start();
    await scan(id, [scanOf('HAT'), scanOf('HAT'), total('HAT', 9), scanOf('HAT'), scanOf('PEN')]);
    expect(await lineOf(id, 'HAT')).toMatchObject({ units: 10 });
    await scan(id, [total('PEN', null)]);
    expect((await lines(id)).map(({ variant }) => variant.sku)).toEqual(['HAT']);
    await scan(id, [scanOf('PEN'), total('PEN', 0)]);
    expect(await lineOf(id, 'PEN')).toMatchObject({ units: 0, expected: 10, then: 0 });
  });

  it('is applied once: at once by two members, and again after the answer was lost', async () => {
    const id = await start();
    await scan(id, [scanOf('PEN', { units: 4 })]);
    const entries = (await movementsOf('PEN')).length;
    const answers = await Promise.all([sendApply(id, null, ann), sendApply(id, null, ben), sendApply(id)]);
    const started = answers.map(({ body }) => applyTally.reply.parse(body).mass_action.id);
    expect(new Set(started).size).toBe(1);
    expect(await outcomes(started[0] ?? 0)).toEqual({ PEN: 'done' });
    const again = await sendApply(id);
    expect(applyTally.reply.parse(again.body).mass_action.id).toBe(started[0]);
    await market.ctx.runJobs();
    expect(await quantity('PEN')).toBe(4);
    expect(await movementsOf('PEN')).toHaveLength(entries + 1);
    const keys = await market.ctx.db
      .selectFrom('activities')
      .select('key')
      .where('recipient_id', '=', id)
      .where('recipient_type', '=', 'StockTally')
      .orderBy('id')
      .execute();
    expect(keys.map(({ key }) => key)).toEqual(['stock_tally.create', 'stock_tally.apply']);
    expect(await scan(id, [scanOf('PEN')])).toMatchObject([{ outcome: 'closed' }]);
    expect(await show(id)).toMatchObject({ state: 'applied', units: 4 });
  });

  it('leaves a SKU as it is that was adjusted, or counted in another count, since', async () => {
    const [id, other] = [await start(), await start()];
    await scan(id, [scanOf('MUG', { units: 7 }), scanOf('KIT', { units: 10 }), scanOf('SOCK', { units: 9 })]);
    await scan(other, [scanOf('KIT', { units: 10 }), scanOf('SOCK', { units: 9 })]);
    await adjust('MUG', -1);
    expect(await apply(other)).toEqual({ KIT: 'done', SOCK: 'done' });
    expect(await show(id)).toMatchObject({ changed: 3 });
    expect((await lines(id, 'changed')).map(({ variant }) => variant.sku).toSorted()).toEqual([
      'KIT',
      'MUG',
      'SOCK',
    ]);
    expect(await apply(id)).toEqual({
      MUG: 'tallies.changed_since',
      KIT: 'tallies.counted_elsewhere',
      SOCK: 'tallies.counted_elsewhere',
    });
    expect([await quantity('MUG'), await quantity('SOCK')]).toEqual([9, 9]);
    // Counted again after the change, it is taken.
    const later = await start();
    await scan(later, [scanOf('MUG', { units: 7 })]);
    expect(await apply(later)).toEqual({ MUG: 'done' });
    expect(await quantity('MUG')).toBe(7);
  });

  it('leaves chosen SKUs that were not counted, and sets them to 0 only for those who know how many', async () => {
    const chosen = [idOf('BELT'), idOf('RING')];
    const one = await start('count', { variant_ids: chosen });
    await scan(one, [scanOf('RING', { units: 9 })]);
    expect(await show(one)).toMatchObject({ skus: 1, uncounted: 1, different: 1 });
    expect((await lines(one, 'uncounted')).map(({ variant }) => variant.sku)).toEqual(['BELT']);
    expect(await apply(one)).toEqual({ RING: 'done' });
    expect([await quantity('BELT'), await quantity('RING')]).toEqual([10, 9]);

    const two = await start('count', { variant_ids: chosen });
    await scan(two, [scanOf('RING', { units: 9 })]);
    expect(await sendApply(two, 2)).toMatchObject({
      status: 409,
      body: { code: 'tallies.uncounted_changed' },
    });
    expect(await apply(two, 1)).toEqual({ BELT: 'done', RING: 'done' });
    expect([await quantity('BELT'), await quantity('RING')]).toEqual([0, 9]);
  });

  it('that was scanned since it was reviewed, or has nothing, is not applied', async () => {
    const id = await start();
    expect(await sendApply(id)).toMatchObject({ status: 422 });
    const { revision } = await show(id);
    await scan(id, [scanOf('TEE')]);
    const body = { apply: { revision, zero_uncounted: null } };
    expect(await post(`/stock_tallies/${String(id)}/apply.json`, body)).toMatchObject({
      status: 409,
      body: { code: 'tallies.scanned_meanwhile' },
    });
  });

  it('that is discarded changes nothing, whoever applies it', async () => {
    const id = await start();
    await scan(id, [scanOf('TEE', { units: 2 })]);
    const before = await quantity('TEE');
    for (const token of [ann, ben])
      expect(await post(`/stock_tallies/${String(id)}/discard.json`, undefined, token)).toMatchObject({
        status: 200,
        body: { tally: { state: 'discarded' } },
      });
    expect(await sendApply(id)).toMatchObject({ status: 409, body: { code: 'tallies.is_discarded' } });
    expect(await quantity('TEE')).toBe(before);
  });
});

describe('a code', () => {
  it('is a SKU, whatever its case, or a barcode in any form of its number', async () => {
    const { ctx, storeId } = market;
    const change = { add: ['012345678905'], remove: [] };
    await saveBarcodes(ctx, { storeId, variantId: idOf('TEE'), userId, operationId: 1, ...change });
    const id = await start();
    const results = await scan(id, [
      scanOf('tee'),
      scanOf('0012345678905'),
      scanOf('0 12345-67890 5'),
      scanOf('TIN'),
    ]);
    expect(results.map(({ outcome, variant }) => [outcome, variant?.sku])).toEqual([
      ['added', 'TEE'],
      ['added', 'TEE'],
      ['added', 'TEE'],
      ['added', 'TIN'],
    ]);
  });

  it('that no SKU has, or several, waits until a member chooses or dismisses it', async () => {
    const { ctx, storeId } = market;
    for (const sku of ['HAT', 'PEN']) {
      const change = { add: ['4006381333931'], remove: [] };
      await saveBarcodes(ctx, { storeId, variantId: idOf(sku), userId, operationId: 1, ...change });
    }
    const id = await start();
    const results = await scan(id, [
      scanOf('4006381333931', { units: 3 }),
      scanOf('UNHEARD-OF'),
      scanOf('Tin'),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['shared', 'no_sku', 'shared']);
    const { codes, units } = await show(id);
    expect(units).toBe(0);
    expect(
      codes.map(({ code, units: waiting, candidates }) => [code, waiting, candidates.map(({ sku }) => sku)]),
    ).toEqual([
      ['Tin', 1, expect.arrayContaining(['tin', 'TIN'])],
      ['UNHEARD-OF', 1, []],
      ['4006381333931', 3, ['HAT', 'PEN']],
    ]);
    expect(await sendApply(id)).toMatchObject({
      status: 422,
      body: { codes: { apply: [{ code: 'tallies.codes_wait' }] } },
    });
    const choose = (code: string, variantId: number | null) =>
      post(`/stock_tallies/${String(id)}/codes.json`, { code: { code, variant_id: variantId } });
    expect(await choose('4006381333931', idOf('HAT'))).toMatchObject({ status: 200 });
    expect(await choose('Tin', null)).toMatchObject({ status: 200 });
    expect(await choose('Tin', null)).toMatchObject({ status: 422 });
    expect(await choose('UNHEARD-OF', 999_999)).toMatchObject({ status: 422 });
    expect(await choose('UNHEARD-OF', null)).toMatchObject({
      status: 200,
      body: { tally: { codes_count: 0 } },
    });
    expect(await lineOf(id, 'HAT')).toMatchObject({ units: 3 });
  });

  it('of a set is named and never counted', async () => {
    const { ctx, storeId } = market;
    const parts = [{ variant_id: idOf('SOCK'), units: 2 }];
    await makeSet(ctx, { storeId, userId }, { setId: idOf('KIT'), parts });
    const id = await start();
    expect(await scan(id, [scanOf('KIT'), total('KIT', 3)])).toMatchObject([
      { outcome: 'set', variant: { sku: 'KIT' } },
      { outcome: 'set', variant: { sku: 'KIT' } },
    ]);
    expect(await show(id)).toMatchObject({
      skus: 0,
      codes: [{ code: 'KIT', candidates: [{ is_set: true }] }],
    });
    expect(
      await post(`/stock_tallies/${String(id)}/codes.json`, {
        code: { code: 'KIT', variant_id: idOf('KIT') },
      }),
    ).toMatchObject({ status: 422, body: { codes: { variant_id: [{ code: 'tallies.sets_chosen' }] } } });
    const chosen = { kind: 'count', key: randomUUID(), variant_ids: [idOf('KIT')] };
    expect(await post('/stock_tallies.json', { tally: chosen })).toMatchObject({
      status: 422,
      body: { codes: { variant_ids: [{ code: 'tallies.sets_chosen', values: { names: 'KIT' } }] } },
    });
  });
});

describe('a receipt', () => {
  it('adds what came, once, with its reference in the ledger', async () => {
    const id = await start('receipt', { reference: 'DN-17', note: 'Two boxes' });
    await scan(id, [scanOf('TEE', { units: 12 }), scanOf('TEE')]);
    const before = await quantity('TEE');
    expect(await lineOf(id, 'TEE')).toMatchObject({ units: 13, now: before, then: before + 13 });
    await adjust('TEE', 2);
    expect(await apply(id)).toEqual({ TEE: 'done' });
    await sendApply(id);
    await market.ctx.runJobs();
    expect(await quantity('TEE')).toBe(before + 15);
    expect((await movementsOf('TEE'))[0]).toMatchObject({
      adjustment: 13,
      reason: 'received',
      reason_note: 'DN-17',
    });
  });
});

describe('a press of the button', () => {
  it('starts one count, though it is sent again', async () => {
    const body = { tally: { kind: 'count', key: randomUUID() } };
    const [one, two] = await Promise.all([
      post('/stock_tallies.json', body),
      post('/stock_tallies.json', body, ben),
    ]);
    expect(showTally.reply.parse(one.body).tally.id).toBe(showTally.reply.parse(two.body).tally.id);
  });
});

describe('another store', () => {
  it('sees, scans, applies and discards nothing of it, and its SKUs are unknown here', async () => {
    const { ctx } = market;
    const id = await start();
    const at = ctx.clock.now();
    const { id: foreign } = await ctx.db
      .insertInto('stores')
      .values({
        slug: 'foreign',
        name: 'Foreign',
        country: 'sg',
        can_sync_quantity: true,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const stranger = await addUser(ctx);
    await addMember(ctx, foreign, stranger, 'owner');
    const token = await openSession(ctx, stranger);
    const there = `/api/stores/${String(foreign)}/stock_tallies`;
    for (const [method, path, body] of [
      ['GET', `/${String(id)}.json`, undefined],
      ['GET', `/${String(id)}/lines.json`, undefined],
      ['POST', `/${String(id)}/scans.json`, { scans: [scanOf('TEE')] }],
      ['POST', `/${String(id)}/codes.json`, { code: { code: 'TEE', variant_id: null } }],
      ['POST', `/${String(id)}/apply.json`, { apply: { revision: 0, zero_uncounted: null } }],
      ['POST', `/${String(id)}/discard.json`, undefined],
    ] as const)
      expect(await server.call(method, `${there}${path}`, { token, body })).toMatchObject({ status: 404 });
    expect(await server.call('GET', `${there}.json`, { token })).toMatchObject({ body: { tallies: [] } });
    const started = await server.call('POST', `${there}.json`, {
      token,
      body: { tally: { kind: 'count', key: randomUUID(), variant_ids: [idOf('TEE')] } },
    });
    const own = showTally.reply.parse(started.body).tally;
    expect(own.uncounted).toBe(0);
    const scans = await server.call('POST', `${there}/${String(own.id)}/scans.json`, {
      token,
      body: { scans: [scanOf('TEE'), scanOf('012345678905')] },
    });
    expect(recordScans.reply.parse(scans.body).results.map(({ outcome }) => outcome)).toEqual([
      'no_sku',
      'no_sku',
    ]);
    const chosen = { scans: [total('TEE', 3)] };
    expect(
      await server.call('POST', `${there}/${String(own.id)}/scans.json`, { token, body: chosen }),
    ).toMatchObject({ status: 422 });
    expect(await show(id)).toMatchObject({ state: 'open', units: 0 });
  });
});
