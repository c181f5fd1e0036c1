import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAt } from '../../../testing/reported-order.ts';
import {
  decideLine,
  effectOf,
  isOlder,
  untouched,
  type LineDecision,
  type ListingContext,
  type LineStock,
  type ReportedLine,
} from './order-lines.rules.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 1, 0, minutes));
const counted = (minutes: number): ListingContext => ({
  counted: { from: at(minutes), until: at(minutes) },
  isHeld: false,
  restockFrozenSince: null,
});
const yes = { restoresOnCancel: 'yes' } as const;
const unknownState = {
  cancelled: 0,
  cancellations: [],
  returned: 0,
  restored: null,
  restoredAt: null,
  keptBy: 'seller',
  assignedAt: null,
  isTest: false,
  isRegrouped: false,
} as const;

type ReportedState = Partial<ReportedLine> & Pick<ReportedLine, 'ordered'>;

/** Decides the states of a line placed at `placed`, reported one a minute from `first` on. */
function decideAll(
  states: readonly ReportedState[],
  context: ListingContext | null,
  placed = 10,
  first = placed,
): LineDecision[] {
  let line: LineStock = untouched;
  return states.map((state, index) => {
    const decision = decideLine(
      line,
      { ...unknownState, ...state },
      {
        createdAt: at(placed),
        updatedAt: at(first + index),
        knownAt: index === 0 ? null : at(first + index - 1),
        read: readAt(at(first + index)),
      },
      context,
      yes,
    );
    line = decision.line;
    return decision;
  });
}

const adjustments = (decisions: readonly LineDecision[]): number[] => decisions.map((d) => d.adjustment);

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

describe('units that cancellations give back', () => {
  const cancellation = (id: string | null, units: number, restocked: boolean | null = null, minute = 11) => ({
    id,
    units,
    restocked,
    at: at(minute),
  });

  it('follows the choice at the marketplace, also where it reports it late', () => {
    const decisions = decideAll(
      [
        { ordered: 3 },
        { ordered: 3, cancelled: 1, cancellations: [cancellation('a', 1)] },
        { ordered: 3, cancelled: 1, cancellations: [cancellation('a', 1, false)] },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-3, 1, -1]);
  });

  it('decides each by its own date, and once', () => {
    const frozen = { ...counted(0), restockFrozenSince: at(12) };
    const decisions = decideAll(
      [
        { ordered: 3 },
        { ordered: 3 },
        { ordered: 3 },
        {
          ordered: 3,
          cancelled: 2,
          cancellations: [cancellation('a', 1, null, 11), cancellation('b', 1, null, 13)],
        },
      ],
      frozen,
    );
    expect(adjustments(decisions)).toEqual([-3, 0, 0, 1]);
  });

  it('is taken out with the cancellation that gave it', () => {
    const frozen = { ...counted(0), restockFrozenSince: at(12) };
    const both = [cancellation('a', 1, null, 11), cancellation('b', 1, null, 13)];
    const decisions = decideAll(
      [
        { ordered: 3, cancelled: 2, cancellations: both },
        { ordered: 3, cancelled: 1, cancellations: [cancellation('b', 1, null, 13)] },
        { ordered: 3, cancelled: 2, cancellations: both },
      ],
      frozen,
      10,
      14,
    );
    expect(adjustments(decisions)).toEqual([-2, -1, 1]);
  });

  it('keeps what was decided of units that get an id later', () => {
    const frozen = { ...counted(0), restockFrozenSince: at(12) };
    const decisions = decideAll(
      [
        { ordered: 3, cancelled: 1 },
        { ordered: 3, cancelled: 1 },
        { ordered: 3, cancelled: 1, cancellations: [cancellation('a', 1, null, 13)] },
      ],
      frozen,
    );
    expect(adjustments(decisions)).toEqual([-2, 0, 0]);
  });

  it('stays where a state tells the number alone', () => {
    const decisions = decideAll(
      [
        { ordered: 3, cancelled: 1, cancellations: [cancellation('a', 1, false)] },
        { ordered: 3, cancelled: 1 },
        { ordered: 3, cancelled: 2 },
      ],
      counted(0),
    );
    expect(adjustments(decisions)).toEqual([-3, 0, 1]);
  });

  it('takes back what a member restocked where the marketplace restocked it after all', () => {
    const known = decideAll(
      [{ ordered: 1, cancelled: 1, cancellations: [cancellation('a', 1, false)] }],
      counted(0),
    )[0]?.line;
    const byHand = { ...(known ?? untouched), restocked: 1, restockedByHand: 1, effect: 0, effectNo: 2 };
    const times = { createdAt: at(10), updatedAt: at(12), knownAt: at(11), read: readAt(at(12)) };
    const state = { ...unknownState, ordered: 1, cancelled: 1, cancellations: [cancellation('a', 1, true)] };
    expect(decideLine(byHand, state, times, counted(0), yes).adjustment).toBe(0);
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
