import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordScans, showTally } from '@evenstock/contract/stock/tallies';
import { saveBarcodes } from '../../catalog/pages/save-barcodes.ts';
import { makeSet } from '../../../testing/make-set.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';
import { wrongSums } from '../../../testing/ledger.ts';
import { openStockroom, scanOf, type Stockroom } from '../../../testing/tallies/open-stockroom.ts';

let room: Stockroom;
beforeAll(async () => {
  room = await openStockroom(['TEE', 'HAT', 'PEN', 'tin', 'TIN', 'KIT', 'SOCK']);
});
afterAll(async () => {
  expect(await wrongSums(room.market.ctx.db)).toEqual([]);
  await room.close();
});

describe('a code', () => {
  it('is a SKU, whatever its case, or a barcode in any form of its number', async () => {
    const { ctx, storeId } = room.market;
    const change = { add: ['012345678905'], remove: [] };
    await saveBarcodes(ctx, {
      storeId,
      variantId: room.idOf('TEE'),
      userId: room.userId,
      operationId: 1,
      ...change,
    });
    const id = await room.start();
    const results = await room.scan(id, [
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
    const { ctx, storeId } = room.market;
    for (const sku of ['HAT', 'PEN']) {
      const change = { add: ['4006381333931'], remove: [] };
      await saveBarcodes(ctx, {
        storeId,
        variantId: room.idOf(sku),
        userId: room.userId,
        operationId: 1,
        ...change,
      });
    }
    const id = await room.start();
    const results = await room.scan(id, [
      scanOf('4006381333931', { units: 3 }),
      scanOf('UNHEARD-OF'),
      scanOf('Tin'),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['shared', 'no_sku', 'shared']);
    const { codes, units } = await room.show(id);
    expect(units).toBe(0);
    expect(
      codes.map(({ code, units: waiting, candidates }) => [code, waiting, candidates.map(({ sku }) => sku)]),
    ).toEqual([
      ['Tin', 1, expect.arrayContaining(['tin', 'TIN'])],
      ['UNHEARD-OF', 1, []],
      ['4006381333931', 3, ['HAT', 'PEN']],
    ]);
    expect(await room.sendApply(id)).toMatchObject({
      status: 422,
      body: { codes: { apply: [{ code: 'tallies.codes_wait' }] } },
    });
    const choose = (code: string, variantId: number | null) =>
      room.post(`/stock_tallies/${String(id)}/codes.json`, { code: { code, variant_id: variantId } });
    expect(await choose('4006381333931', room.idOf('HAT'))).toMatchObject({ status: 200 });
    expect(await choose('Tin', null)).toMatchObject({ status: 200 });
    expect(await choose('Tin', null)).toMatchObject({ status: 422 });
    expect(await choose('UNHEARD-OF', 999_999)).toMatchObject({ status: 422 });
    expect(await choose('UNHEARD-OF', null)).toMatchObject({
      status: 200,
      body: { tally: { codes_count: 0 } },
    });
    expect(await room.lineOf(id, 'HAT')).toMatchObject({ units: 3 });
  });

  it('of a set is named and never counted', async () => {
    const { ctx, storeId } = room.market;
    const parts = [{ variant_id: room.idOf('SOCK'), units: 2 }];
    await makeSet(ctx, { storeId, userId: room.userId }, { setId: room.idOf('KIT'), parts });
    const id = await room.start();
    expect(await room.scan(id, [scanOf('KIT'), room.total('KIT', 3)])).toMatchObject([
      { outcome: 'set', variant: { sku: 'KIT' } },
      { outcome: 'set', variant: { sku: 'KIT' } },
    ]);
    expect(await room.show(id)).toMatchObject({
      skus: 0,
      codes: [{ code: 'KIT', candidates: [{ is_set: true }] }],
    });
    expect(
      await room.post(`/stock_tallies/${String(id)}/codes.json`, {
        code: { code: 'KIT', variant_id: room.idOf('KIT') },
      }),
    ).toMatchObject({ status: 422, body: { codes: { variant_id: [{ code: 'tallies.sets_chosen' }] } } });
    const chosen = { kind: 'count', key: randomUUID(), variant_ids: [room.idOf('KIT')] };
    expect(await room.post('/stock_tallies.json', { tally: chosen })).toMatchObject({
      status: 422,
      body: { codes: { variant_ids: [{ code: 'tallies.sets_chosen', values: { names: 'KIT' } }] } },
    });
  });
});

describe('another store', () => {
  it('sees, scans, applies and discards nothing of it, and its SKUs are unknown here', async () => {
    const { ctx } = room.market;
    const id = await room.start();
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
      expect(await room.server.call(method, `${there}${path}`, { token, body })).toMatchObject({
        status: 404,
      });
    expect(await room.server.call('GET', `${there}.json`, { token })).toMatchObject({
      body: { tallies: [] },
    });
    const started = await room.server.call('POST', `${there}.json`, {
      token,
      body: { tally: { kind: 'count', key: randomUUID(), variant_ids: [room.idOf('TEE')] } },
    });
    const own = showTally.reply.parse(started.body).tally;
    expect(own.uncounted).toBe(0);
    const scans = await room.server.call('POST', `${there}/${String(own.id)}/scans.json`, {
      token,
      body: { scans: [scanOf('TEE'), scanOf('012345678905')] },
    });
    expect(recordScans.reply.parse(scans.body).results.map(({ outcome }) => outcome)).toEqual([
      'no_sku',
      'no_sku',
    ]);
    const chosen = { scans: [room.total('TEE', 3)] };
    expect(
      await room.server.call('POST', `${there}/${String(own.id)}/scans.json`, { token, body: chosen }),
    ).toMatchObject({ status: 422 });
    expect(await room.show(id)).toMatchObject({ state: 'open', units: 0 });
  });
});
