import { describe, expect, it } from 'vitest';
import { readAt } from '../../../testing/reported-order.ts';
import { adjustments, at, counted, decideAll, unknownState, yes } from './order-lines.fixture.ts';
import { decideLine, untouched } from './order-lines.rules.ts';

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
