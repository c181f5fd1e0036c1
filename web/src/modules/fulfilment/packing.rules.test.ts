import { describe, expect, it } from 'vitest';
import { packingStage, progress, scan, ticked } from './packing.rules.ts';

const item = (id: number, codes: readonly string[], quantity: number) => ({
  id,
  codes: [...codes],
  sku: codes[0] ?? null,
  name: `Item ${String(id)}`,
  variant_name: null,
  quantity,
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

it('counts no more units than the order still has', () => {
  expect(ticked({ 1: 5 }, { id: 1, quantity: 2 })).toBe(2);
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
