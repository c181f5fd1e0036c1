import { describe, expect, it } from 'vitest';
import { eventTotalsAfter, unexplainedAt } from '../protocol/epoch.rules.ts';
import { putBackEvents, risesSince, shownAgain } from './put-back.rules.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
const moment = (minute: number) => ({ from: at(minute), until: at(minute) });
const read = (minute: number, measure: number) => ({ measure, ...moment(minute), since: at(minute) });
const epoch = (reads: ReturnType<typeof read>[]) => ({
  id: 1,
  listingId: 1,
  value: { measure: 9, ...moment(0) },
  bookable: true,
  isClosed: false,
  unexplained: 0,
  sure: 0,
  booked: 0,
  bookedNo: 0,
  joined: 0,
  joinedTo: null,
  bookAfter: null,
  reads,
  events: [],
  before: [],
});

describe('an event that may not have happened', () => {
  const events = [{ delta: 2, from: at(10), until: at(70), isPossible: true }];
  it.each([
    [9, 0, 0],
    [10, 0, 1],
    [11, 0, 2],
    [14, 3, 5],
    [7, -2, -2],
  ])('explains a rise and nothing else: the shop shows %i', (measure, low, high) => {
    expect(unexplainedAt({ measure: 9, ...moment(0) }, read(90, measure), events)).toEqual({ low, high });
    expect(unexplainedAt({ measure: 9, ...moment(0) }, read(30, measure), events)).toEqual({ low, high });
  });

  it('is never certain', () => {
    expect(eventTotalsAfter(moment(0), events)).toEqual({ certain: 0, maybeDown: 0, maybeUp: 2 });
  });
});

describe('what a shop shows more since units came back', () => {
  it('is what its reads rose by since then, less what fell again', () => {
    const reads = [read(5, 12), read(20, 13), read(30, 16), read(40, 15)];
    expect(risesSince([epoch(reads)], at(10))).toEqual({
      rises: [
        { units: 1, at: at(20) },
        { units: 2, at: at(30) },
      ],
      unbooked: 0,
      lastReadAt: at(40),
    });
    expect(risesSince([{ ...epoch(reads), bookable: false }], at(10)).rises).toEqual([]);
  });

  const shop = risesSince([epoch([read(20, 10), read(30, 12), read(40, 12)])], at(10));
  const times = { from: at(10), until: at(50) };

  it('is explained by the units that are restocked; the rest may still come within an hour', () => {
    expect([shownAgain(shop, 2), shownAgain(shop, 9)]).toEqual([
      { units: 2, booked: 2 },
      { units: 3, booked: 3 },
    ]);
    const pending = risesSince(
      [{ ...epoch([read(20, 10), read(30, 12)]), unexplained: 3, booked: 1 }],
      at(10),
    );
    expect(shownAgain(pending, 2)).toEqual({ units: 2, booked: 1 });
    expect(putBackEvents(shop, 2, false, times)).toEqual([
      { delta: 1, ...moment(20), isPossible: true },
      { delta: 1, ...moment(30), isPossible: true },
    ]);
    expect(putBackEvents(shop, 4, false, times).at(-1)).toEqual({
      delta: 1,
      from: at(40),
      until: at(110),
      isPossible: true,
    });
  });

  it('is of other units where a member answers that', () => {
    expect(putBackEvents(shop, 2, true, times)).toEqual([
      { delta: 2, from: at(50), until: at(110), isPossible: true },
    ]);
  });
});
