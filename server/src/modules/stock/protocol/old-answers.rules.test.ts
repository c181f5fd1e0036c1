import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.rules.ts';
import type { EpochRead, ListingEvent, Snapshot } from './epoch.rules.ts';
import { formerNumbers, type FormerNumber } from './old-answers.rules.ts';

const LAG = 60;
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 1) + Math.round(seconds * 1000));
const stood = (seconds: number, measure: number): Snapshot => ({
  from: at(seconds),
  until: at(seconds),
  measure,
});
const answer = (seconds: number, measure: number): EpochRead => ({
  ...stood(seconds, measure),
  since: at(seconds - LAG),
});
const sale = (seconds: number, delta: number): ListingEvent => ({
  from: at(seconds),
  until: at(seconds),
  delta,
});
const times = { settlesWithin: 0, lateWriteBound: 60 };
const written = stood(0, 10);
/** 20 until the write of 10. */
const former = (events: readonly ListingEvent[] = []): FormerNumber[] =>
  formerNumbers(written, [{ value: stood(-600, 20), unexplained: 0, sure: 0 }], [], events, times);

const found = (
  reads: readonly EpochRead[],
  events: readonly ListingEvent[],
  keeps = true,
): { unexplained: number; sure: number; isIgnored: boolean } => {
  const { unexplained, sure, isIgnored } = differencesOf(written, reads, events, keeps, former(events));
  return { unexplained, sure, isIgnored };
};

describe('a number that the shop had while the answer may have been taken', () => {
  it('means nothing where it is higher: before the last sale, and before our own write', () => {
    const nothing = { unexplained: 0, sure: 0, isIgnored: true };
    expect(found([answer(40, 10)], [sale(20, -3)])).toEqual(nothing);
    expect(found([answer(40, 20)], [])).toEqual(nothing);
    expect(found([answer(40, 17)], [sale(-20, -3)])).toEqual(nothing);
  });

  it('is a shortfall, and not sure, where it is lower; where differences are put back it means nothing', () => {
    expect(found([answer(40, 10)], [sale(20, 3)])).toEqual({ unexplained: -3, sure: 0, isIgnored: false });
    expect(found([answer(40, 10)], [sale(20, 3)], false)).toMatchObject({ unexplained: 0, isIgnored: true });
  });

  it('is that of any part of an event that is known only within a span, as cancellations that are read together', () => {
    const shortfall = { unexplained: -2, sure: 0, isIgnored: false };
    const restored: ListingEvent = { from: at(10), until: at(57), delta: 3 };
    expect(found([answer(60, 11)], [restored])).toEqual(shortfall);
    expect(found([answer(60, 9)], [restored])).toMatchObject({ sure: -4 });
    expect(found([answer(60, 11)], [{ ...restored, until: at(10) }])).toMatchObject({ sure: -2 });
    const huge = { ...restored, delta: 2_000_000_000 };
    expect(found([answer(60, 1_000_000_000)], [huge, { ...huge, delta: -5 }])).toMatchObject({ sure: 0 });
  });

  it('is a difference once the answer cannot be as old', () => {
    expect(found([answer(40, 20), answer(62, 20)], [])).toMatchObject({ unexplained: 10, sure: 10 });
    const sold = [sale(20, -3)];
    expect(found([answer(40, 10), answer(82, 10)], sold)).toMatchObject({ unexplained: 3, sure: 3 });
    expect(found([answer(40, 10), answer(101.5, 10)], [sale(20, 3)])).toMatchObject({ sure: -3 });
  });

  it('is that of a difference too, until a read that cannot be as old shows that it is gone', () => {
    const edited = [answer(100, 15), answer(200, 10)];
    expect(found(edited, [])).toMatchObject({ unexplained: 0, sure: 0 });
    expect(found([...edited, answer(240, 15)], [])).toMatchObject({ sure: 0, isIgnored: true });
    expect(found([...edited, answer(261.5, 15)], [])).toMatchObject({ unexplained: 5, sure: 5 });
  });

  it('is that of a shortfall in doubt, too, until the read that ended it', () => {
    const sold = [sale(20, 3)];
    const ended = [answer(40, 10), answer(101.5, 13)];
    expect(found([...ended, answer(120, 10)], sold)).toMatchObject({ unexplained: -3, sure: 0 });
    expect(found([...ended, answer(163, 10)], sold)).toMatchObject({ unexplained: -3, sure: -3 });
  });

  it('is that of the epoch before, with and without its difference', () => {
    const epoch = { value: stood(-600, 20), unexplained: -4, sure: 2 };
    const before = formerNumbers(written, [epoch], [], [], times);
    const isIgnored = (measure: number): boolean =>
      differencesOf(written, [answer(40, measure)], [], true, before).isIgnored;
    expect([20, 16, 22, 18].map(isIgnored)).toEqual([true, true, true, false]);
  });

  it('is that of a write without an answer, until the next one after it can no longer land', () => {
    const lost = { quantity: 14, sentAt: at(-130), answeredAt: null };
    const again = { quantity: 20, sentAt: at(-120), answeredAt: at(-119) };
    const before = formerNumbers(written, [], [lost, again], [], times);
    const isIgnored = (measure: number): boolean =>
      differencesOf(written, [answer(40, measure)], [], true, before).isIgnored;
    expect([14, 20, 15].map(isIgnored)).toEqual([true, true, false]);
    const later = { quantity: 20, sentAt: at(-65), answeredAt: at(-64) };
    const clean = formerNumbers(written, [], [lost, again, later], [], times);
    expect(differencesOf(written, [answer(40, 14)], [], true, clean).sure).toBe(4);
  });
});

it('no answer of the last minute makes units out of nothing, whatever was sold and written', () => {
  const tenths = (min: number, max: number) => fc.integer({ min: min * 10, max: max * 10 });
  const moments = fc.array(fc.tuple(tenths(-400, 400), fc.integer({ min: -3, max: 3 })), { maxLength: 20 });
  const answers = fc.array(fc.tuple(tenths(2, 400), tenths(0, LAG)), { maxLength: 8 });
  fc.assert(
    fc.property(moments, answers, (sold, asked) => {
      const events = sold.map(([tenth, delta]) => sale(tenth / 10, delta));
      const shown = (seconds: number): number => {
        const [start, number] = seconds < 0 ? [-600, 20] : [0, 10];
        const since = events.filter((event) => event.from >= at(start) && event.from <= at(seconds));
        return number + since.reduce((sum, { delta }) => sum + delta, 0);
      };
      const reads = [...asked]
        .sort(([one], [other]) => one - other)
        .map(([tenth, age]) => answer(tenth / 10, shown((tenth - age) / 10)));
      const { sure, unexplained } = found(reads, events);
      expect(sure).toBe(0);
      expect(unexplained).toBeLessThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

describe('an event so near to the start that it may lie on either side', () => {
  /** Known no better than within a minute, as where a channel does not date cancellations. */
  const restored: ListingEvent = { from: at(-60), until: at(-1), delta: 2 };

  it('does not hide what is typed after a read that told which it was', () => {
    expect(found([answer(70, 10), answer(200, 12)], [restored])).toMatchObject({ sure: 2 });
    expect(found([answer(70, 10), answer(200, 11)], [restored])).toMatchObject({ sure: 1 });
    expect(found([answer(70, 12), answer(200, 13)], [restored])).toMatchObject({ sure: 1 });
    expect(found([answer(70, 10), answer(200, 9)], [restored, sale(100, -3)])).toMatchObject({ sure: 2 });
  });

  it('does not hide it either when an order of later may lie on either side of that read', () => {
    const cancelled: ListingEvent = { from: at(30), until: at(290), delta: 2 };
    const reads = [answer(92, 8), answer(200, 10), answer(400, 12)];
    expect(found(reads, [restored, sale(20, -2), cancelled])).toMatchObject({ sure: 2 });
  });

  it('may still explain the next read where the answer before may be from before it', () => {
    expect(found([answer(30, 10), answer(200, 12)], [restored])).toMatchObject({ unexplained: 0, sure: 0 });
  });

  it('may still explain the next read where the answer before may show a part of what was sold and restored later', () => {
    const parts: ListingEvent = { from: at(3), until: at(39), delta: 3 };
    const reads = [answer(62, 13), answer(63, 14)];
    expect(found(reads, [sale(0.1, 1), parts])).toMatchObject({ unexplained: 0, sure: 0 });
  });

  it('explains whatever an order does to it, as long as nothing is typed', () => {
    const near = fc.record({
      second: fc.integer({ min: -14, max: 14 }).map((tenth) => tenth / 10),
      delta: fc.integer({ min: -3, max: 3 }),
    });
    const later = fc.record({
      second: fc.integer({ min: 3, max: 300 }),
      delta: fc.integer({ min: -3, max: 3 }),
      /** How long before and after it its marketplace may say that it was. */
      early: fc.nat(200),
      late: fc.nat(200),
      /** It happens in two parts, which its marketplace reports together. */
      first: fc.nat(3),
      gap: fc.nat(100),
    });
    const ages = fc.array(fc.tuple(fc.integer({ min: 3, max: 400 }), fc.nat(LAG)), { maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(near, { maxLength: 3 }),
        fc.array(later, { maxLength: 4 }),
        ages,
        (one, other, read) => {
          const moves = [...one.map((move) => ({ ...move, early: 0, late: 0, first: 0, gap: 0 })), ...other];
          const parts = moves.flatMap(({ second, delta, first, gap }) => {
            const part = Math.sign(delta) * Math.min(first, Math.abs(delta));
            return [
              { second, delta: part },
              { second: second + gap, delta: delta - part },
            ];
          });
          const numberAt = (second: number): number =>
            10 + parts.filter((m) => m.second > 0 && m.second <= second).reduce((sum, m) => sum + m.delta, 0);
          const reads = [...read]
            .sort(([first], [second]) => first - second)
            .map(([second, age]) => answer(second, numberAt(Math.max(0.001, second - age))));
          const events = moves.map(({ second, delta, early, late, gap }) => ({
            from: at(second - early),
            until: at(second + gap + late),
            delta,
          }));
          expect(differencesOf(written, reads, events, true, [])).toMatchObject({ sure: 0 });
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
