import { describe, expect, it } from 'vitest';
import {
  packingStage,
  partProgress,
  progress,
  scan,
  ticked,
  tickOne,
  tickPart,
  type Ticks,
} from './packing.rules.ts';

const item = (id: number, codes: readonly string[], quantity: number) => ({
  id,
  codes: [...codes],
  sku: codes[0] ?? null,
  name: `Item ${String(id)}`,
  variant_name: null,
  quantity,
  parts: [],
});
const items = [item(1, ['TEE'], 2), item(2, ['CUP-SG', 'CUP'], 1), item(3, ['TEE'], 1)];

describe('a scanned code', () => {
  it('ticks a unit of the item that has it, in any case and with spaces around it', () => {
    const scanned = scan(items, {}, ' cup ');
    expect(scanned).toMatchObject({ outcome: 'ticked', item: { id: 2 }, ticks: { 2: 1 } });
  });

  it('is one code in every form in which scanners and labels have it', () => {
    const cafe = [item(1, ['CAFE\u0301-1'], 9)];
    for (const code of ['CAFÉ-1', 'cafe\u0301-1', '\u200BCAFÉ-1\u200E', 'ＣＡＦÉ－１'])
      expect(scan(cafe, {}, code), code).toMatchObject({ outcome: 'ticked' });
  });

  it('is a barcode in any form of its number', () => {
    const cup = [item(1, ['CUP', '012345678905'], 9)];
    for (const code of ['0012345678905', '012345678905', '00012345678905', '0 12345 67890 5'])
      expect(scan(cup, {}, code), code).toMatchObject({ outcome: 'ticked' });
    expect(scan(cup, {}, '012345678912')).toEqual({ outcome: 'foreign' });
  });

  it('ticks the next item of the code once the first one is full', () => {
    expect(scan(items, { 1: 1 }, 'TEE')).toMatchObject({ item: { id: 1 }, ticks: { 1: 2 } });
    expect(scan(items, { 1: 2 }, 'TEE')).toMatchObject({ item: { id: 3 }, ticks: { 1: 2, 3: 1 } });
    expect(scan(items, { 1: 2, 3: 1 }, 'TEE')).toMatchObject({ outcome: 'full', item: { id: 1 } });
  });

  it('of no item is foreign, also where it begins like one', () => {
    expect(scan(items, {}, 'TE')).toEqual({ outcome: 'foreign' });
    expect(scan(items, {}, '')).toEqual({ outcome: 'foreign' });
  });
});

describe('a set', () => {
  const part = (id: number, sku: string, units: number) => ({ id, codes: [sku], sku, name: sku, units });
  const [cup, tee] = [part(70, 'CUP', 1), part(71, 'TEE', 2)];
  const box = { ...item(9, ['BOX'], 2), parts: [cup, tee] };
  const scanAll = (codes: readonly string[], from: Ticks = {}, of: Parameters<typeof scan>[0] = [box]) =>
    codes.reduce((ticks, code) => {
      const scanned = scan(of, ticks, code);
      return scanned.outcome === 'ticked' ? scanned.ticks : ticks;
    }, from);

  it('has a unit in the parcel once the units of all its parts are', () => {
    expect(scan([box], {}, ' tee ')).toMatchObject({ outcome: 'ticked', item: { id: 9 }, part: { id: 71 } });
    const three = scanAll(['TEE', 'TEE', 'TEE']);
    expect(ticked(three, box)).toBe(0);
    expect(partProgress(three, box, tee)).toEqual({ done: 3, total: 4 });
    expect(partProgress(three, box, cup)).toEqual({ done: 0, total: 2 });
    expect(ticked(scanAll(['CUP'], three), box)).toBe(1);
    const all = scanAll(['CUP', 'TEE', 'CUP'], three);
    expect(ticked(all, box)).toBe(2);
    expect(scan([box], all, 'TEE')).toMatchObject({ outcome: 'full', item: { id: 9 } });
    expect(progress([box], all)).toEqual({ done: 2, total: 2 });
  });

  it('is ticked by its own code as well, with its parts', () => {
    const one = scanAll(['BOX']);
    expect(ticked(one, box)).toBe(1);
    expect(partProgress(one, box, tee)).toEqual({ done: 2, total: 4 });
    expect(ticked(scanAll(['TEE', 'CUP', 'TEE'], one), box)).toBe(2);
    expect(scan([box], scanAll(['BOX', 'BOX']), 'CUP')).toMatchObject({ outcome: 'full' });
  });

  it('that was begun by its parts is completed by its own code, and takes no unit more', () => {
    const ticks = scanAll(['BOX', 'TEE', 'BOX']);
    expect(ticked(ticks, box)).toBe(2);
    expect(partProgress(ticks, box, tee)).toEqual({ done: 4, total: 4 });
    expect(scan([box], ticks, 'TEE')).toMatchObject({ outcome: 'full' });
  });

  it('shares the code of a part with the item that is sold alone, which is ticked first', () => {
    const order = [box, item(10, ['CUP'], 1)];
    const one = scanAll(['CUP'], {}, order);
    expect(one).toEqual({ 10: 1 });
    expect(partProgress(scanAll(['CUP'], one, order), box, cup)).toEqual({ done: 1, total: 2 });
  });

  it('has units and parts added by hand', () => {
    const { ticks } = tickPart(tickOne({}, box).ticks, box, cup);
    expect(partProgress(ticks, box, cup)).toEqual({ done: 2, total: 2 });
    expect(ticked(ticks, box)).toBe(1);
  });
});

it('counts no more units than the order still has', () => {
  expect(ticked({ 1: 5 }, { id: 1, quantity: 2, parts: [] })).toBe(2);
  expect(progress(items, { 1: 5, 2: 1 })).toEqual({ done: 3, total: 4 });
});

describe('an order that could not be packed', () => {
  const packing = { ticks: { 1: 2, 2: 1, 3: 1 }, isAgain: false, isPacked: false };
  const order = { refusal: null, packed_at: null, order_items: items };

  it('is still complete, and may be packed', () => {
    expect(packingStage(order, packing)).toBe('complete');
    expect(packingStage(order, { ...packing, isPacked: true })).toBe('packed');
  });

  it('is put aside if another member packed it meanwhile, unless it is packed again', () => {
    const packedMeanwhile = { ...order, packed_at: '2026-11-02T08:00:00Z' };
    expect(packingStage(packedMeanwhile, packing)).toBe('packed_before');
    expect(packingStage(packedMeanwhile, { ...packing, isAgain: true })).toBe('complete');
  });

  it('is scanned again if it has units that are not in the parcel', () => {
    const changed = { ...order, order_items: [...items, item(4, ['HAT'], 1)] };
    expect(packingStage(changed, packing)).toBe('scanning');
  });

  it('is refused if it was cancelled meanwhile, also once it is packed', () => {
    const cancelled = {
      ...order,
      refusal: { reason: 'cancelled', reason_message: { code: 'packing.cancelled', values: {} } },
    };
    expect(packingStage(cancelled, packing)).toBe('refused');
    expect(packingStage(cancelled, { ...packing, isPacked: true })).toBe('refused');
  });
});
