import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { applyTally, listTallies, showTally } from '@evenstock/contract/stock/tallies';
import { mergeVariants } from '../../catalog/merges/merge-variants.ts';
import { quantityOf, wrongSums } from '../../../testing/ledger.ts';
import { openStockroom, scanOf, type Stockroom } from '../../../testing/tallies/open-stockroom.ts';

let room: Stockroom;
beforeAll(async () => {
  room = await openStockroom(['TEE', 'CUP', 'BAG', 'HAT', 'PEN', 'MUG', 'KIT', 'SOCK', 'BELT', 'RING']);
});
afterAll(async () => {
  expect(await wrongSums(room.market.ctx.db)).toEqual([]);
  await room.close();
});

describe('a count', () => {
  it('of several members adds up, each scan once, though it is sent again and at the same time', async () => {
    const id = await room.start();
    const own = Array.from({ length: 40 }, () => scanOf('TEE'));
    const others = Array.from({ length: 30 }, () => scanOf('TEE'));
    await Promise.all([
      room.sendScans(id, own, room.ann),
      room.sendScans(id, others, room.ben),
      room.sendScans(id, own, room.ann),
      room.sendScans(id, own.slice(0, 7), room.ben),
    ]);
    const results = await room.scan(id, own.slice(0, 1));
    expect(results).toMatchObject([{ outcome: 'added', units: 70, variant: { sku: 'TEE' } }]);
    expect(await room.show(id)).toMatchObject({ skus: 1, units: 70, different: 1, codes_count: 0 });
    const { body } = await room.get('/stock_tallies.json?q[state_eq]=open');
    expect(listTallies.reply.parse(body).tallies.map((row) => row.id)).toContain(id);
  });

  it('is compared with the quantity when a SKU was counted: what was sold since stays sold', async () => {
    const id = await room.start('count', { note: 'Aisle 3' });
    expect(await room.quantity('CUP')).toBe(10);
    await room.scan(id, [scanOf('CUP', { units: 8 })]);
    await room.sell('CUP', 3);
    expect(await room.quantity('CUP')).toBe(7);
    expect(await room.lineOf(id, 'CUP')).toMatchObject({
      units: 8,
      expected: 10,
      now: 7,
      then: 5,
      is_changed: false,
    });
    expect(await room.apply(id)).toEqual({ CUP: 'done' });
    expect(await room.quantity('CUP')).toBe(5);
    expect((await room.movementsOf('CUP'))[0]).toEqual({
      adjustment: -2,
      final_quantity: 5,
      action: movementMessages.adjustment,
      reason: 'counted',
      reason_note: 'Aisle 3',
    });
    expect(await room.lineOf(id, 'CUP')).toMatchObject({ units: 8, expected: 10, now: 5, then: 5 });
  });

  it('that was made without a connection counts from when it was scanned, not from when it arrived', async () => {
    const id = await room.start();
    room.market.clock.advance(60_000);
    const scanned = room.market.clock.now().getTime();
    await room.sell('BAG', 4);
    const age = room.market.clock.now().getTime() - scanned;
    await room.scan(id, [scanOf('BAG', { units: 10, age_ms: age })]);
    expect(await room.lineOf(id, 'BAG')).toMatchObject({ units: 10, expected: 10, now: 6, then: 6 });
    // A clock that is wrong makes no scan older than its count.
    await room.scan(id, [scanOf('HAT', { units: 10, age_ms: 90_000_000 })]);
    expect((await room.lineOf(id, 'HAT'))?.scanned_at).toBe((await room.show(id)).created_at);
    expect(await room.apply(id)).toEqual({ BAG: 'done', HAT: 'done' });
    expect(await room.quantity('BAG')).toBe(6);
  });

  it('takes a total that is typed for all that was scanned before, and may take a SKU out', async () => {
    const id = await room.start();
    await room.scan(id, [scanOf('HAT'), scanOf('HAT'), room.total('HAT', 9), scanOf('HAT'), scanOf('PEN')]);
    expect(await room.lineOf(id, 'HAT')).toMatchObject({ units: 10 });
    await room.scan(id, [room.total('PEN', null)]);
    expect((await room.lines(id)).map(({ variant }) => variant.sku)).toEqual(['HAT']);
    await room.scan(id, [scanOf('PEN'), room.total('PEN', 0)]);
    expect(await room.lineOf(id, 'PEN')).toMatchObject({ units: 0, expected: 10, then: 0 });
  });

  it('is applied once: at once by two members, and again after the answer was lost', async () => {
    const id = await room.start();
    await room.scan(id, [scanOf('PEN', { units: 4 })]);
    const entries = (await room.movementsOf('PEN')).length;
    const answers = await Promise.all([
      room.sendApply(id, null, room.ann),
      room.sendApply(id, null, room.ben),
      room.sendApply(id),
    ]);
    const started = answers.map(({ body }) => applyTally.reply.parse(body).mass_action.id);
    expect(new Set(started).size).toBe(1);
    expect(await room.outcomes(started[0] ?? 0)).toEqual({ PEN: 'done' });
    const again = await room.sendApply(id);
    expect(applyTally.reply.parse(again.body).mass_action.id).toBe(started[0]);
    await room.market.ctx.runJobs();
    expect(await room.quantity('PEN')).toBe(4);
    expect(await room.movementsOf('PEN')).toHaveLength(entries + 1);
    const keys = await room.market.ctx.db
      .selectFrom('activities')
      .select('key')
      .where('recipient_id', '=', id)
      .where('recipient_type', '=', 'StockTally')
      .orderBy('id')
      .execute();
    expect(keys.map(({ key }) => key)).toEqual(['stock_tally.create', 'stock_tally.apply']);
    expect(await room.scan(id, [scanOf('PEN')])).toMatchObject([{ outcome: 'closed' }]);
    expect(await room.show(id)).toMatchObject({ state: 'applied', units: 4 });
  });

  it('leaves a SKU as it is that was adjusted, or counted in another count, since', async () => {
    const [id, other] = [await room.start(), await room.start()];
    await room.scan(id, [
      scanOf('MUG', { units: 7 }),
      scanOf('KIT', { units: 10 }),
      scanOf('SOCK', { units: 9 }),
    ]);
    await room.scan(other, [scanOf('KIT', { units: 10 }), scanOf('SOCK', { units: 9 })]);
    await room.adjust('MUG', -1);
    expect(await room.apply(other)).toEqual({ KIT: 'done', SOCK: 'done' });
    expect(await room.show(id)).toMatchObject({ changed: 3 });
    expect((await room.lines(id, 'changed')).map(({ variant }) => variant.sku).toSorted()).toEqual([
      'KIT',
      'MUG',
      'SOCK',
    ]);
    expect(await room.apply(id)).toEqual({
      MUG: 'tallies.changed_since',
      KIT: 'tallies.counted_elsewhere',
      SOCK: 'tallies.counted_elsewhere',
    });
    expect([await room.quantity('MUG'), await room.quantity('SOCK')]).toEqual([9, 9]);
    // Counted again after the change, it is taken.
    const later = await room.start();
    await room.scan(later, [scanOf('MUG', { units: 7 })]);
    expect(await room.apply(later)).toEqual({ MUG: 'done' });
    expect(await room.quantity('MUG')).toBe(7);
  });

  it('leaves chosen SKUs that were not counted, and sets them to 0 only for those who know how many', async () => {
    const chosen = [room.idOf('BELT'), room.idOf('RING')];
    const one = await room.start('count', { variant_ids: chosen });
    await room.scan(one, [scanOf('RING', { units: 9 })]);
    expect(await room.show(one)).toMatchObject({ skus: 1, uncounted: 1, different: 1 });
    expect((await room.lines(one, 'uncounted')).map(({ variant }) => variant.sku)).toEqual(['BELT']);
    expect(await room.apply(one)).toEqual({ RING: 'done' });
    expect([await room.quantity('BELT'), await room.quantity('RING')]).toEqual([10, 9]);

    const two = await room.start('count', { variant_ids: chosen });
    await room.scan(two, [scanOf('RING', { units: 9 })]);
    expect(await room.sendApply(two, 2)).toMatchObject({
      status: 409,
      body: { code: 'tallies.uncounted_changed' },
    });
    expect(await room.apply(two, 1)).toEqual({ BELT: 'done', RING: 'done' });
    expect([await room.quantity('BELT'), await room.quantity('RING')]).toEqual([0, 9]);
  });

  it('that was scanned since it was reviewed, or has nothing, is not applied', async () => {
    const id = await room.start();
    expect(await room.sendApply(id)).toMatchObject({ status: 422 });
    const { revision } = await room.show(id);
    await room.scan(id, [scanOf('TEE')]);
    const body = { apply: { revision, zero_uncounted: null } };
    expect(await room.post(`/stock_tallies/${String(id)}/apply.json`, body)).toMatchObject({
      status: 409,
      body: { code: 'tallies.scanned_meanwhile' },
    });
  });

  it('that is discarded changes nothing, and cannot be applied any more', async () => {
    const id = await room.start();
    await room.scan(id, [scanOf('TEE', { units: 2 })]);
    const before = await room.quantity('TEE');
    for (const token of [room.ann, room.ben])
      expect(await room.post(`/stock_tallies/${String(id)}/discard.json`, undefined, token)).toMatchObject({
        status: 200,
        body: { tally: { state: 'discarded' } },
      });
    expect(await room.sendApply(id)).toMatchObject({ status: 409, body: { code: 'tallies.is_discarded' } });
    expect(await room.quantity('TEE')).toBe(before);
  });
});

describe('a receipt', () => {
  it('adds what came, once, with its reference in the ledger', async () => {
    const id = await room.start('receipt', { reference: 'DN-17', note: 'Two boxes' });
    await room.scan(id, [scanOf('TEE', { units: 12 }), scanOf('TEE')]);
    const before = await room.quantity('TEE');
    expect(await room.lineOf(id, 'TEE')).toMatchObject({ units: 13, now: before, then: before + 13 });
    await room.adjust('TEE', 2);
    expect(await room.apply(id)).toEqual({ TEE: 'done' });
    await room.sendApply(id);
    await room.market.ctx.runJobs();
    expect(await room.quantity('TEE')).toBe(before + 15);
    expect((await room.movementsOf('TEE'))[0]).toMatchObject({
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
      room.post('/stock_tallies.json', body),
      room.post('/stock_tallies.json', body, room.ben),
    ]);
    expect(showTally.reply.parse(one.body).tally.id).toBe(showTally.reply.parse(two.body).tally.id);
  });
});

describe('a SKU that was merged since it was counted', () => {
  it('is left as it is; scans of the one that it was count for the one that it became', async () => {
    const { ctx, storeId } = room.market;
    const id = await room.start();
    await room.scan(id, [scanOf('BELT', { units: 3 })]);
    const variantIds = [room.idOf('BELT'), room.idOf('RING')];
    const merged = await mergeVariants(ctx, { storeId, variantIds, quantity: 'highest', userId: null });
    const before = await quantityOf(ctx.db, merged ?? 0);
    room.market.clock.advance(1_000);
    expect(await room.lines(id)).toMatchObject([{ variant: { id: merged }, units: 3, is_changed: true }]);
    expect(Object.values(await room.apply(id))).toEqual(['tallies.changed_since']);
    expect(await quantityOf(ctx.db, merged ?? 0)).toBe(before);

    const again = await room.start();
    await room.scan(again, [scanOf('BELT', { units: 2 }), scanOf('RING')]);
    expect(Object.values(await room.apply(again))).toEqual(['done']);
    expect(await quantityOf(ctx.db, merged ?? 0)).toBe(3);
  });
});
