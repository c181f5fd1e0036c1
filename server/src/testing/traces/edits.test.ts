import { describe, expect, it } from 'vitest';
import { stockCalls } from '../stock-calls.ts';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';
const C = 'lazada';
const shops = [A, B, C] as const;
const onPlainShops = { channels: shops, facts: { [A]: plain, [B]: plain, [C]: plain } };

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

describe('typed twice, while the second shop takes no quantity', () => {
  it(
    'the same number counts once, though a sale meanwhile makes another one of the quantity',
    tell(async (trace) => {
      trace.types(A, 15);
      trace.types(B, 15);
      await trace.reads(A);
      await trace.reads(B);
      trace.setNetwork(({ url, body }, go) => {
        if (!`${url} ${body}`.includes(stockCalls[B])) return go();
        return Promise.resolve(new Response('{}', { status: 429, headers: { 'retry-after': '2' } }));
      });
      trace.sells(C, 1);
      await trace.polls(C);
      await trace.waits(150);
      await trace.polls(A);
      expect([await booked(trace), await trace.quantity(), trace.shows(B)]).toEqual([[5], 14, 15]);
      await trace.polls(B);
      trace.setNetwork(null);
      await settles(trace);
      expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
        [5],
        14,
        14,
        14,
        14,
      ]);
    }, onPlainShops),
  );
});

describe('typed again before the shop is written', () => {
  it(
    'each edit is booked separately, and the second keeps the first',
    tell(async (trace) => {
      for (const number of [15, 18, 16]) {
        trace.types(A, number);
        await trace.reads(A);
        await trace.waits(150);
        await trace.polls(A);
        await trace.waits(60);
      }
      await trace.reads(A);
      await trace.waits(150);
      await trace.polls(A);
      expect([await booked(trace), await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([
        [5, 3, -2],
        16,
        16,
        16,
      ]);
      const epochs = (await trace.bookings()).map(({ cause }) => cause.split(':')[1]);
      expect(new Set(epochs).size).toBe(1);
    }),
  );
});

/** The same number is typed into three shops, and booked once. */
async function typesEverywhere(trace: Trace, quantity: number): Promise<void> {
  for (const shop of shops) trace.types(shop, quantity);
  for (const shop of shops) await trace.reads(shop);
  await trace.waits(150);
  for (const shop of shops) await trace.polls(shop);
  await trace.waits(60);
}

/** Every shop is read and polled, until nothing is pending any more. */
async function settles(trace: Trace): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await trace.waits(150);
    for (const shop of shops) await trace.polls(shop);
    for (const shop of shops) await trace.reads(shop);
  }
}

describe('typed twice, and booked at a shop where orders follow', () => {
  it(
    'keeps the booking while the orders of a later read come in one by one',
    tell(
      async (trace) => {
        await typesEverywhere(trace, 25);
        expect(await booked(trace)).toEqual([5]);
        trace.sells(A, 4);
        trace.sells(A, 3);
        await trace.reads(A);
        for (const shop of shops) await trace.polls(shop);
        await settles(trace);
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [5],
          18,
          18,
          18,
          18,
        ]);
      },
      { ...onPlainShops, start: 20 },
    ),
  );

  it(
    'counts once where an order explains it for a while, and another shop is booked meanwhile',
    tell(
      async (trace) => {
        const explaining = trace.sells(A, 5);
        await trace.polls(A);
        await trace.waits(60);
        await typesEverywhere(trace, 20);
        expect(await booked(trace)).toEqual([5]);
        trace.cancels(A, explaining);
        trace.sandbox.control.setFaults([{ kind: 'hidden_order', channel: A, after: 110 }]);
        trace.sells(A, 6);
        trace.sandbox.control.setFaults([]);
        // Beyond the age that an answer may have.
        trace.clock.advance(70_000);
        await trace.reads(A);
        await trace.polls(A);
        await trace.polls(B);
        expect(await booked(trace)).toEqual([5, -5, 5]);
        await settles(trace);
        // The sale that was not listed yet is booked, too, and taken back.
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [5, -5, 5, -1, 1],
          19,
          19,
          19,
          19,
        ]);
      },
      { ...onPlainShops, start: 20 },
    ),
  );
});

/** A write follows a cancellation so soon that it may have come before. */
async function adjustsAfterCancelling(trace: Trace): Promise<void> {
  const cancelled = trace.sells(C, 2);
  await trace.polls(C);
  await trace.waits(60);
  // When this channel's orders are cancelled is known no better than when they are read.
  trace.cancels(C, cancelled);
  await trace.pull(trace.shop(C), 'orders');
  await trace.adjusts(1);
  expect([await trace.quantity(), trace.shows(C)]).toEqual([11, 11]);
}

describe('a write so near to a cancellation that it may have come before or after', () => {
  it(
    'does not hide what is typed later, once a read has told which it was',
    tell(
      async (trace) => {
        await adjustsAfterCancelling(trace);
        trace.clock.advance(70_000);
        await trace.reads(C);
        trace.types(C, 13);
        await trace.reads(C);
        await trace.waits(150);
        for (const shop of shops) await trace.polls(shop);
        await settles(trace);
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [2],
          13,
          13,
          13,
          13,
        ]);
      },
      { channels: shops, facts: { [A]: plain, [B]: plain } },
    ),
  );

  it(
    'does not hide it when another order of the shop is cancelled after that',
    tell(
      async (trace) => {
        await adjustsAfterCancelling(trace);
        // This answer may be older than the write, so it decides nothing.
        await trace.reads(C);
        const sold = trace.sells(C, 2);
        await trace.polls(C);
        // A later poll no longer lists the order, so nobody knows that it is still as it was.
        trace.clock.advance(600_000);
        await trace.polls(C);
        await trace.reads(C);
        trace.types(C, 13);
        await trace.reads(C);
        await trace.waits(150);
        for (const shop of shops) await trace.polls(shop);
        expect([await booked(trace), await trace.quantity()]).toEqual([[4], 13]);
        trace.cancels(C, sold);
        await trace.reads(C);
        await settles(trace);
        expect([await booked(trace), await trace.quantity(), ...shops.map(trace.shows)]).toEqual([
          [4],
          15,
          15,
          15,
          15,
        ]);
      },
      { channels: shops, facts: { [A]: plain, [B]: plain } },
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

describe('a number typed while a write may still come into force', () => {
  it(
    'is booked, though the marketplace lists the changed product only once',
    tell(
      async (trace) => {
        await trace.adjusts(1);
        await trace.waits(300);
        trace.types('amazon-sg', 15);
        await trace.reads('amazon-sg');
        await trace.waits(1_200);
        await trace.polls('amazon-sg');
        await trace.waits(60);
        expect([await booked(trace), await trace.quantity(), trace.shows(A)]).toEqual([[4], 15, 15]);
      },
      { channels: ['amazon-sg', A] },
    ),
  );
});
