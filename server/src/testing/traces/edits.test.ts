import { describe, expect, it } from 'vitest';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';
const C = 'lazada';
const shops = [A, B, C] as const;

const booked = async (trace: Trace): Promise<number[]> =>
  (await trace.bookings()).map(({ adjustment }) => adjustment);

describe('25 typed twice', () => {
  it(
    'the same number in three shops counts once, different numbers each for itself',
    tell(
      async (trace) => {
        for (const shop of shops) {
          trace.types(shop, 15);
          trace.clock.advance(20_000);
        }
        for (const shop of shops) await trace.reads(shop);
        await trace.waits(150);
        for (const shop of shops) await trace.polls(shop);
        await trace.waits(60);
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [5],
          15,
          15,
          15,
          15,
        ]);
        await trace.waits(3_600);
        trace.types(A, 12);
        trace.types(B, 20);
        // The shortfall lowers the others at once, so the surplus is read before it is written over.
        await trace.reads(B);
        await trace.reads(A);
        await trace.waits(150);
        for (const shop of shops) await trace.polls(shop);
        await trace.waits(60);
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [5, -3, 5],
          17,
          17,
          17,
          17,
        ]);
      },
      { channels: shops, facts: { [A]: plain, [B]: plain, [C]: plain } },
    ),
  );
});

describe('a listing that nothing is written to', () => {
  it(
    'is booked each time that a number is typed, and each time only by what is new',
    tell(async (trace) => {
      for (const typed of [15, 18]) {
        trace.types(A, typed);
        await trace.reads(A);
        await trace.waits(62);
        await trace.polls(A);
        expect([await trace.quantity(), trace.shows(B)]).toEqual([typed, typed]);
      }
      await trace.waits(62);
      await trace.polls(A);
      const bookings = await trace.bookings();
      expect(bookings.map(({ adjustment }) => adjustment)).toEqual([5, 3]);
      // Of one epoch: the second booking knows of the first.
      expect(new Set(bookings.map(({ cause }) => cause.split(':')[1])).size).toBe(1);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([18, 18, 18]);
    }),
  );
});
