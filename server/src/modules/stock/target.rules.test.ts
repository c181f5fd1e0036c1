import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendOf, targetOf } from './target.rules.ts';

const facts = fc.record({
  quantity: fc.integer({ min: -50, max: 200 }),
  forced: fc.boolean(),
  cap: fc.option(fc.nat(100)),
  reserved: fc.nat(30),
});

describe('the target of a listing', () => {
  it('is the quantity without force zero, cap or campaign', () => {
    expect(targetOf({ quantity: 7, forced: false, cap: null, reserved: 0 })).toEqual({
      target: 7,
      transformed: false,
    });
    expect(targetOf({ quantity: -3, forced: false, cap: null, reserved: 0 })).toEqual({
      target: 0,
      transformed: false,
    });
  });

  it('is never below zero nor below what a campaign holds, and never above the cap unless a campaign holds more', () => {
    fc.assert(
      fc.property(facts, (f) => {
        const { target } = targetOf(f);
        expect(target).toBeGreaterThanOrEqual(Math.max(0, f.reserved));
        if (f.cap !== null) expect(target).toBeLessThanOrEqual(Math.max(f.cap, f.reserved));
      }),
    );
  });

  it('is transformed where it is forced, capped or raised by a campaign', () => {
    fc.assert(
      fc.property(facts, (f) => {
        const { target, transformed } = targetOf(f);
        if (!transformed) expect(target).toBe(Math.max(0, f.quantity));
      }),
    );
  });
});

describe('the number to send', () => {
  it('is the target where no difference is pending, whatever the shop shows', () => {
    fc.assert(
      fc.property(facts, (f) => {
        expect(sendOf(f, 0, 0)).toBe(targetOf(f).target);
      }),
    );
  });

  it('keeps a difference on its own listing and shares a shortfall', () => {
    const plain = { quantity: 10, forced: false, cap: null, reserved: 0 };
    expect(sendOf(plain, 5, 0)).toBe(15);
    expect(sendOf(plain, 0, -2)).toBe(8);
    expect(sendOf(plain, -1, -2)).toBe(7);
    expect(sendOf(plain, -20, 0)).toBe(0);
  });

  it('is, with a difference, not below what a campaign holds either, nor above the cap', () => {
    const plain = { quantity: 10, forced: false, cap: null, reserved: 0 };
    expect(sendOf({ ...plain, reserved: 4 }, -8, 0)).toBe(4);
    expect(sendOf({ ...plain, cap: 12 }, 5, 0)).toBe(12);
  });

  it('ignores differences while the target is transformed', () => {
    const forced = { quantity: 10, forced: true, cap: null, reserved: 0 };
    expect(sendOf(forced, 5, -3)).toBe(0);
  });

  it('does not change when a difference is booked: units move from pending to the ledger', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.integer({ min: -50, max: 50 }), (quantity, pending) => {
        const before = sendOf({ quantity, forced: false, cap: null, reserved: 0 }, pending, 0);
        const after = sendOf({ quantity: quantity + pending, forced: false, cap: null, reserved: 0 }, 0, 0);
        expect(after).toBe(before);
      }),
    );
  });
});
