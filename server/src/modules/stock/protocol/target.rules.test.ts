import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendOf, targetOf, type TargetFacts } from './target.rules.ts';

const facts = fc.record({
  quantity: fc.integer({ min: -50, max: 200 }),
  safety: fc.nat(20),
  keptForAnother: fc.nat(10),
  forced: fc.boolean(),
  cap: fc.option(fc.nat(100)),
  reserved: fc.nat(30),
  isSet: fc.boolean(),
});

const plain: TargetFacts = {
  quantity: 10,
  safety: 0,
  keptForAnother: 0,
  forced: false,
  cap: null,
  reserved: 0,
  isSet: false,
};

describe('the target of a listing', () => {
  it('is the quantity without force zero, cap or campaign', () => {
    expect(targetOf({ ...plain, quantity: 7 })).toEqual({ target: 7, transformed: false });
    expect(targetOf({ ...plain, quantity: -3 })).toEqual({ target: 0, transformed: false });
  });

  it('is less by what is kept back, before cap and campaign', () => {
    expect(targetOf({ ...plain, safety: 3 })).toEqual({ target: 7, transformed: false });
    expect(targetOf({ ...plain, safety: 12 })).toEqual({ target: 0, transformed: false });
    expect(targetOf({ ...plain, safety: 3, cap: 7 })).toEqual({ target: 7, transformed: false });
    expect(targetOf({ ...plain, safety: 3, cap: 6 })).toEqual({ target: 6, transformed: true });
    expect(targetOf({ ...plain, safety: 3, reserved: 8 })).toEqual({ target: 8, transformed: true });
    expect(targetOf({ ...plain, safety: 3, forced: true })).toEqual({ target: 0, transformed: true });
  });

  it('is less by what is kept for another marketplace, beyond the safety stock', () => {
    expect(targetOf({ ...plain, keptForAnother: 3 })).toEqual({ target: 7, transformed: false });
    expect(targetOf({ ...plain, safety: 2, keptForAnother: 3 })).toEqual({ target: 5, transformed: false });
    expect(targetOf({ ...plain, keptForAnother: 12 })).toEqual({ target: 0, transformed: false });
    expect(targetOf({ ...plain, keptForAnother: 3, cap: 6 })).toEqual({ target: 6, transformed: true });
    expect(targetOf({ ...plain, keptForAnother: 3, forced: true })).toEqual({ target: 0, transformed: true });
  });

  it('of a set is always transformed', () => {
    expect(targetOf({ ...plain, isSet: true })).toEqual({ target: 10, transformed: true });
    expect(sendOf({ ...plain, isSet: true }, 3, -2)).toEqual({ send: 10, transformed: true });
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
        if (!transformed) expect(target).toBe(Math.max(0, f.quantity - f.safety - f.keptForAnother));
      }),
    );
  });
});

describe('the number to send', () => {
  it('is the target where no difference is pending, whatever the shop shows', () => {
    fc.assert(
      fc.property(facts, (f) => {
        expect(sendOf(f, 0, 0).send).toBe(targetOf(f).target);
      }),
    );
  });

  const send = (facts: Partial<TargetFacts>, pending: number, short: number) =>
    sendOf({ ...plain, ...facts }, pending, short).send;

  it('keeps a difference on its own listing and shares a shortfall', () => {
    expect(send({}, 5, 0)).toBe(15);
    expect(send({}, 0, -2)).toBe(8);
    expect(send({}, -1, -2)).toBe(7);
    expect(send({}, -20, 0)).toBe(0);
    expect(send({ safety: 3 }, 5, -2)).toBe(10);
  });

  it('is, with a difference, not below what a campaign holds either, nor above the cap', () => {
    expect(send({ reserved: 4 }, -8, 0)).toBe(4);
    expect(send({ cap: 12 }, 5, 0)).toBe(12);
    expect(send({ safety: 3, cap: 11 }, 5, 0)).toBe(11);
  });

  it('ignores differences while the target is transformed', () => {
    expect(send({ forced: true }, 5, -3)).toBe(0);
  });

  it('stands for the quantity unless what is kept back is cut off at 0', () => {
    const isTransformed = (quantity: number, pending: number, short: number) =>
      sendOf({ ...plain, safety: 3, quantity }, pending, short).transformed;
    expect([4, 3, 2, -1].map((quantity) => isTransformed(quantity, 0, 0))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(sendOf({ ...plain, quantity: 2, safety: 1, keptForAnother: 2 }, 0, 0).transformed).toBe(true);
    expect([isTransformed(2, 1, 0), isTransformed(4, 0, -2)]).toEqual([false, true]);
    expect(sendOf({ ...plain, quantity: -1 }, 0, 0)).toEqual({ send: 0, transformed: false });
  });

  it('is never more than it is where nothing is kept back', () => {
    fc.assert(
      fc.property(
        facts,
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 0 }),
        (f, own, short) => {
          const { send: most } = sendOf({ ...f, safety: 0, keptForAnother: 0 }, own, short);
          // What a cap leaves unsaid of a difference is the one case where the plain number says less.
          const isLimited = targetOf({ ...f, safety: 0, keptForAnother: 0 }).transformed;
          if (!isLimited) expect(sendOf(f, own, short).send).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('does not change when a difference is booked: units move from pending to the ledger', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(20), fc.integer({ min: -50, max: 50 }), (quantity, safety, pending) => {
        const before = sendOf({ ...plain, quantity, safety }, pending, 0);
        const after = sendOf({ ...plain, quantity: quantity + pending, safety }, 0, 0);
        expect(after).toEqual(before);
      }),
    );
  });
});
