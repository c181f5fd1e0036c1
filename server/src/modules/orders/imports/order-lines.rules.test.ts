import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAt } from '../../../testing/reported-order.ts';
import { adjustments, at, counted, decideAll, unknownState, yes } from './order-lines.fixture.ts';
import { decideLine, effectOf, isOlder, untouched, type LineDecision } from './order-lines.rules.ts';

describe('units that a channel puts back on its own listing', () => {
  const cancelling = (restoresOnCancel: 'yes' | 'undocumented' | 'reported', restored: number | null) => {
    const known = decideAll([{ ordered: 3 }], counted(0))[0]?.line ?? untouched;
    const reported = { ...unknownState, ordered: 3, cancelled: 2, restored, restoredAt: at(12) };
    const times = { createdAt: at(10), updatedAt: at(12), knownAt: at(11), read: readAt(at(12)) };
    const { events, restorableUntil } = decideLine(known, reported, times, counted(0), { restoresOnCancel });
    const mayBe = restorableUntil === null ? [] : [['may be', restorableUntil]];
    return [...events.map(({ kind, delta }) => [kind, delta]), ...mayBe];
  };

  it('are those cancelled, those that it reports, or undocumented: by the channel', () => {
    expect(cancelling('yes', null)).toEqual([['restored', 2]]);
    expect(cancelling('undocumented', null)).toEqual([['may be', readAt(at(12)).ended]]);
    expect(cancelling('undocumented', 2)).toEqual([['may be', readAt(at(12)).ended]]);
    expect(cancelling('reported', 1)).toEqual([['restored', 1]]);
    expect(cancelling('reported', null)).toEqual([]);
  });
});

describe('the effect of an order line', () => {
  it('is taken once, and given back when units are cancelled', () => {
    const decisions = decideAll(
      [{ ordered: 3 }, { ordered: 3 }, { ordered: 3, cancelled: 1 }, { ordered: 3, cancelled: 3 }],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-3, 0, 1, 2]);
    expect(decisions.flatMap(({ events }) => events.map(({ delta }) => delta))).toEqual([-3, 1, 2]);
  });

  it('counts its entries, not its states: the second −2 of −2, −1, −2 is another entry', () => {
    const decisions = decideAll(
      [{ ordered: 2 }, { ordered: 2, cancelled: 1 }, { ordered: 2, cancelled: 0 }],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-2, 1, -1]);
    expect(decisions.map(({ line }) => line.effectNo)).toEqual([1, 2, 3]);
  });

  it('is nothing for what had left the house', () => {
    expect(adjustments(decideAll([{ ordered: 2 }, { ordered: 2, returned: 2 }], counted(0)))).toEqual([
      -2, 0,
    ]);
  });

  it('does not give back while that is switched off, and a decision is kept', () => {
    const frozen = { ...counted(0), restockFrozenSince: at(5) };
    expect(adjustments(decideAll([{ ordered: 2 }, { ordered: 2, cancelled: 1 }], frozen))).toEqual([-2, 0]);
    const later = { ...counted(0), restockFrozenSince: at(11) };
    expect(
      adjustments(
        decideAll(
          [
            { ordered: 2, cancelled: 1 },
            { ordered: 2, cancelled: 2 },
          ],
          later,
        ),
      ),
    ).toEqual([-1, 0]);
  });

  it('is not restocked where the switch falls into a read whose begin is the only date', () => {
    const known = decideAll([{ ordered: 2 }], counted(0))[0]?.line ?? untouched;
    const reported = { ...unknownState, ordered: 2, cancelled: 1 };
    const restocked = (updated: number, frozenSince: number) =>
      decideLine(
        known,
        reported,
        {
          createdAt: at(10),
          updatedAt: at(updated),
          knownAt: at(10),
          read: { began: at(12), ended: at(14) },
        },
        { ...counted(0), restockFrozenSince: at(frozenSince) },
        yes,
      ).adjustment;
    expect([restocked(12, 13), restocked(12, 15)]).toEqual([0, 1]);
    // A channel that dates its changes says that this one was before the switch.
    expect(restocked(11, 13)).toBe(1);
  });

  it('ends the same whatever states were read on the way', () => {
    const states = fc.array(
      fc.record({ ordered: fc.constant(5), cancelled: fc.nat(5), returned: fc.constant(0) }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(states, (reported) => {
        const decisions = decideAll(reported, counted(0));
        const last = decisions.at(-1);
        const total = adjustments(decisions).reduce((sum, units) => sum + units, 0);
        expect(total).toBe(last?.line.effect);
        expect(total).toBe((reported.at(-1)?.cancelled ?? 0) - 5);
        expect(last?.line.effect).toBe(effectOf(last?.line ?? untouched));
      }),
    );
  });
});

describe('whose units a line has', () => {
  const deltas = (decisions: readonly LineDecision[]) =>
    decisions.flatMap(({ events }) => events.map(({ delta, from }) => [delta, from.getTime()]));

  it('has no effect and no event where the marketplace sends them', () => {
    const decisions = decideAll(
      [
        { ordered: 2, keptBy: 'marketplace' },
        { ordered: 2, keptBy: 'marketplace', cancelled: 2 },
      ],
      counted(0),
    );
    expect([adjustments(decisions), deltas(decisions)]).toEqual([[0, 0], []]);
  });

  it('follows an assignment and back, each dated when it was made', () => {
    const decisions = decideAll(
      [
        { ordered: 2 },
        { ordered: 2, keptBy: 'elsewhere', assignedAt: at(11) },
        { ordered: 2, keptBy: 'seller', assignedAt: null },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-2, 2, -2]);
    expect(deltas(decisions)).toEqual([
      [-2, at(10).getTime()],
      [2, at(11).getTime()],
      [-2, at(11).getTime()],
    ]);
  });

  it('counts from the start where the marketplace reports it late', () => {
    const decisions = decideAll(
      [
        { ordered: 2, keptBy: null },
        { ordered: 2, keptBy: 'marketplace' },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-2, 2]);
    expect(deltas(decisions)).toEqual([
      [-2, at(10).getTime()],
      [2, at(10).getTime()],
    ]);
    const inBaseline = decideAll(
      [
        { ordered: 2, keptBy: null },
        { ordered: 2, keptBy: 'marketplace' },
      ],
      counted(20),
      10,
      25,
    );
    expect(adjustments(inBaseline)).toEqual([0, 0]);
  });

  it('keeps what an earlier state reported where a newer one does not', () => {
    const decisions = decideAll(
      [
        { ordered: 2, keptBy: 'marketplace' },
        { ordered: 2, keptBy: null },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([0, 0]);
  });

  it('takes units that are assigned elsewhere out of the baseline that had them', () => {
    const decisions = decideAll(
      [{ ordered: 2 }, { ordered: 2, keptBy: 'elsewhere', assignedAt: at(25) }],
      counted(20),
      10,
      25,
    );
    expect(adjustments(decisions)).toEqual([0, 2]);
  });

  it('has no effect in a trial order, though the shop shows its units less', () => {
    const decisions = decideAll([{ ordered: 2, isTest: true }], counted(0));
    expect([adjustments(decisions), deltas(decisions)]).toEqual([[0], [[-2, at(10).getTime()]]]);
  });
});

describe('returned units that the marketplace puts back', () => {
  it('may have been so since they came back, where it gives no date', () => {
    const decisions = decideAll(
      [
        { ordered: 2 },
        { ordered: 2, returned: 1 },
        { ordered: 2, returned: 1 },
        { ordered: 2, returned: 1, restored: 1 },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-2, 0, 0, 0]);
    const restored = decisions.flatMap(({ events }) => events).find(({ kind }) => kind === 'restored');
    expect(restored).toMatchObject({ delta: 1, from: at(10), until: at(13) });
  });
});

describe('the first count', () => {
  it('includes orders that were placed before it: only later changes count', () => {
    expect(adjustments(decideAll([{ ordered: 2 }], counted(20)))).toEqual([0]);
    expect(
      adjustments(decideAll([{ ordered: 2 }, { ordered: 2, cancelled: 2 }], counted(20), 10, 25)),
    ).toEqual([0, 2]);
  });

  it('includes a cancellation before it too', () => {
    const [only] = decideAll([{ ordered: 2, cancelled: 2 }], counted(20));
    expect([only?.adjustment, only?.events]).toEqual([0, []]);
  });

  it('gives back what was cancelled after it, though the order was first reported as cancelled', () => {
    const [only] = decideAll([{ ordered: 2, cancelled: 2 }], counted(20), 10, 30);
    expect([only?.adjustment, only?.events.map(({ delta }) => delta)]).toEqual([2, [2]]);
  });

  it('assumes an ambiguous order included, and has the listing read again', () => {
    const held = { ...counted(10), isHeld: true };
    const [only] = decideAll([{ ordered: 2 }], held);
    expect([only?.adjustment, only?.events, only?.isDoubtful]).toEqual([0, [], true]);
  });

  it('leaves a line alone whose listing has no baseline', () => {
    const decisions = decideAll([{ ordered: 2 }], { counted: null, isHeld: true, restockFrozenSince: null });
    expect([adjustments(decisions), decisions[0]?.line.isCounted]).toEqual([[0], false]);
  });
});

describe('which of two states is newer', () => {
  const stamp = (updated: number, read: number, rank: number) => ({
    updatedAt: at(updated),
    readBegan: at(read),
    rank,
  });

  it('is decided by the channel, then by when we read, then by rank', () => {
    expect(isOlder(stamp(1, 9, 9), stamp(2, 1, 1))).toBe(true);
    expect(isOlder(stamp(2, 1, 9), stamp(2, 2, 1))).toBe(true);
    expect(isOlder(stamp(2, 2, 1), stamp(2, 2, 2))).toBe(true);
    expect(isOlder(stamp(2, 2, 2), stamp(2, 2, 2))).toBe(false);
  });

  it('is never both', () => {
    const stamps = fc.record({ updatedAt: fc.nat(3).map(at), readBegan: fc.nat(3).map(at), rank: fc.nat(3) });
    fc.assert(
      fc.property(stamps, stamps, (one, other) => {
        expect(isOlder(one, other) && isOlder(other, one)).toBe(false);
      }),
    );
  });
});
