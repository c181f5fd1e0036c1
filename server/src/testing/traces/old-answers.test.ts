import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { readLagOf, recordOldAnswer } from '../../modules/marketplaces/sync/old-answers.ts';
import { plain, tell, type Trace } from './trace.ts';

const A = 'shopee';
const B = 'shopify';

/** The age in seconds of the numbers that a shop's reads answer; null: the present ones. */
function answersOld(trace: Trace, channel: ChannelKind, seconds: number | null): void {
  trace.sandbox.control.setFaults(seconds === null ? [] : [{ channel, kind: 'stale_read', after: seconds }]);
}

async function readsOld(trace: Trace, channel: ChannelKind, seconds: number): Promise<void> {
  answersOld(trace, channel, seconds);
  await trace.reads(channel);
  answersOld(trace, channel, null);
}

const seen = async (trace: Trace): Promise<number[]> => [
  trace.shows(A),
  trace.shows(B),
  await trace.quantity(),
];

async function isReadAgain(trace: Trace, channel: ChannelKind): Promise<boolean> {
  const row = await trace.ctx.db
    .selectFrom('listing_stocks')
    .select('verify_at')
    .where('marketplace_id', '=', trace.shop(channel).marketplaceId)
    .executeTakeFirstOrThrow();
  return row.verify_at !== null;
}

/** Everything is read and polled, long after. */
async function settles(trace: Trace): Promise<void> {
  await trace.waits(150);
  for (const channel of [A, B] as const) await trace.polls(channel);
  await trace.waits(150);
  for (const channel of [A, B] as const) {
    await trace.reads(channel);
    await trace.polls(channel);
  }
}

describe('16 old answer: a read that answers a number from before the last sale is no edit', () => {
  async function sale(trace: Trace): Promise<void> {
    await trace.adjusts(1);
    trace.clock.advance(5_000);
    trace.sells(A, 3);
    await trace.polls(A);
    expect(await seen(trace)).toEqual([8, 8, 8]);
  }

  it(
    'and is read again',
    tell(async (trace) => {
      await sale(trace);
      const writes = [trace.writes(A), trace.writes(B)];
      await readsOld(trace, A, 10);
      expect(await isReadAgain(trace, A)).toBe(true);
      trace.clock.advance(62_000);
      await trace.polls(A);
      expect(await seen(trace)).toEqual([8, 8, 8]);
      await settles(trace);
      expect([await seen(trace), await trace.bookings()]).toEqual([[8, 8, 8], []]);
      expect([trace.writes(A), trace.writes(B)]).toEqual(writes);
      expect(await isReadAgain(trace, A)).toBe(false);
    }),
  );

  it(
    'and stays none where the next write closes the time in which it could be looked at again',
    tell(
      async (trace) => {
        await sale(trace);
        await readsOld(trace, A, 10);
        await trace.adjusts(-1);
        expect(await seen(trace)).toEqual([7, 7, 7]);
        await settles(trace);
        expect([await seen(trace), await trace.bookings()]).toEqual([[7, 7, 7], []]);
      },
      { facts: { [A]: plain } },
    ),
  );
});

describe('17 old answer after our own write', () => {
  it(
    'changes nothing, and the shop is not written again',
    tell(async (trace) => {
      trace.sells(B, 4);
      await trace.polls(B);
      expect(await seen(trace)).toEqual([6, 6, 6]);
      const written = trace.writes(A);
      for (const seconds of [3, 15, 15]) {
        trace.clock.advance(seconds * 1000);
        await readsOld(trace, A, 50);
        expect([await trace.flag(A), trace.writes(A)]).toEqual([null, written]);
      }
      await settles(trace);
      expect([await seen(trace), await trace.bookings()]).toEqual([[6, 6, 6], []]);
      expect(trace.writes(A)).toBe(written);
    }),
  );
});

describe('an old answer from before the last writes, the first one after them', () => {
  it(
    'is no edit: each number of that time counts, not only the one before the last write',
    tell(
      async (trace) => {
        trace.clock.advance(120_000);
        await trace.adjusts(-1);
        await trace.adjusts(-1);
        await readsOld(trace, A, 30);
        await trace.polls(A);
        await trace.adjusts(-1);
        await settles(trace);
        expect([await seen(trace), await trace.bookings()]).toEqual([[7, 7, 7], []]);
      },
      { facts: { [A]: plain } },
    ),
  );
});

/** A buyer buys 3 units, and no poll lists the order for a quarter of an hour. */
function sellsHidden(trace: Trace): void {
  trace.clock.advance(120_000);
  trace.sandbox.control.setFaults([{ channel: A, kind: 'hidden_order', after: 900, count: 1 }]);
  trace.sells(A, 3);
}

/** An old answer was booked as an edit of two units until the order is listed. */
async function isTakenBack(trace: Trace): Promise<void> {
  const booked = async () => (await trace.bookings()).map(({ adjustment }) => adjustment);
  trace.clock.advance(62_000);
  await trace.polls(A);
  expect(await booked()).toEqual([-2]);
  await trace.waits(900);
  await trace.pull(trace.shop(A), 'orders', 'reconcile');
  await settles(trace);
  expect(await booked()).toEqual([-2, 2]);
  expect(await seen(trace)).toEqual([6, 6, 6]);
}

describe('an old answer from before a late order, where answers may be older than was known at the first read', () => {
  it(
    'is taken back when the order is listed',
    tell(
      async (trace) => {
        sellsHidden(trace);
        const soldAt = trace.clock.now().getTime();
        trace.clock.advance(10_000);
        await trace.adjusts(-1);
        trace.clock.advance(70_000);
        await trace.reads(A);
        await recordOldAnswer(trace.ctx.db, trace.shop(A).marketplaceId, 90_000, trace.clock.now());
        const sinceSold = Math.round((trace.clock.now().getTime() - soldAt) / 1000);
        await readsOld(trace, A, sinceSold - 3);
        await isTakenBack(trace);
      },
      { facts: { [A]: plain } },
    ),
  );
});

describe('an old answer whose number an order of long before it explains', () => {
  it(
    'is taken back when the order is listed, though a write lies between them',
    tell(
      async (trace) => {
        sellsHidden(trace);
        trace.clock.advance(360_000);
        await trace.adjusts(-1);
        await readsOld(trace, A, 30);
        await isTakenBack(trace);
      },
      { facts: { [A]: plain } },
    ),
  );
});

describe('an old answer after our own write tells its age', () => {
  it(
    'and raises how old answers of that shop may be, for itself and not for the other shops',
    tell(async (trace) => {
      const lag = async (channel: ChannelKind): Promise<number> => {
        const { old_answers: known } = await trace.ctx.db
          .selectFrom('marketplaces')
          .select('old_answers')
          .where('id', '=', trace.shop(channel).marketplaceId)
          .executeTakeFirstOrThrow();
        return readLagOf(60, known, trace.clock.now());
      };
      trace.sells(B, 4);
      await trace.polls(B);
      trace.clock.advance(40_000);
      await readsOld(trace, A, 50);
      const raised = await lag(A);
      expect(raised).toBeGreaterThan(2 * 40);
      expect(raised).toBeLessThan(2 * 58);
      expect(await lag(B)).toBe(60);
      // Beyond a minute, and within what answers may be as old as now.
      trace.clock.advance(25_000);
      await readsOld(trace, A, 75);
      await settles(trace);
      expect([await seen(trace), await trace.bookings()]).toEqual([[6, 6, 6], []]);
      trace.clock.advance(48 * 3_600_000);
      expect(await lag(A)).toBe(60);
    }),
  );
});

describe('an old answer from between two cancellations that one poll lists together', () => {
  it(
    'is no edit, though the shop had this number for a moment only',
    tell(
      async (trace) => {
        const order = trace.sells(B, 3);
        await trace.polls(B);
        await trace.waits(300);
        trace.cancels(B, order, 1);
        trace.clock.advance(30_000);
        trace.cancels(B, order, 2);
        trace.clock.advance(10_000);
        await trace.polls(B);
        await readsOld(trace, B, 25);
        await trace.adjusts(-1);
        await settles(trace);
        expect([await seen(trace), await trace.bookings()]).toEqual([[9, 9, 9], []]);
      },
      { facts: { [A]: plain } },
    ),
  );
});

describe('an old answer from before a cancellation that its marketplace does not date', () => {
  /** More was sold than there is; then a buyer cancels, and the shop shows the 2 units again. */
  async function isCancelled(trace: Trace): Promise<void> {
    const order = trace.sells(A, 2);
    await trace.polls(A);
    await trace.waits(300);
    await trace.adjusts(-20);
    await trace.waits(120);
    expect(await seen(trace)).toEqual([0, 0, -12]);
    trace.cancels(A, order);
    expect(trace.shows(A)).toBe(2);
    trace.clock.advance(5_000);
  }

  it(
    'does not keep the shop from being written, where the push reads it first',
    tell(async (trace) => {
      await isCancelled(trace);
      answersOld(trace, A, 50);
      await trace.polls(A);
      await trace.waits(30);
      expect(await seen(trace)).toEqual([0, 0, -10]);
    }),
  );

  it(
    'does not keep it from being written either where the order is imported after it',
    tell(
      async (trace) => {
        await isCancelled(trace);
        await readsOld(trace, A, 20);
        await trace.polls(A);
        await trace.waits(30);
        expect(await seen(trace)).toEqual([0, 0, -10]);
      },
      { facts: { [A]: plain } },
    ),
  );

  it(
    'is followed by one write: a read of long after it agrees, and nothing more is written',
    tell(async (trace) => {
      await isCancelled(trace);
      await trace.polls(A);
      await trace.waits(30);
      const written = trace.writes(A);
      await trace.waits(120);
      await trace.reads(A);
      expect([trace.writes(A), await seen(trace)]).toEqual([written, [0, 0, -10]]);
    }),
  );
});

describe('18 edit that repeats an old number', () => {
  async function edit(trace: Trace): Promise<void> {
    trace.sells(A, 2);
    await trace.polls(A);
    trace.clock.advance(20_000);
    trace.types(A, 10);
    await trace.reads(A);
    expect([trace.shows(B), await trace.quantity()]).toEqual([8, 8]);
  }

  it(
    'counts once a read shows it that cannot be old',
    tell(async (trace) => {
      await edit(trace);
      trace.clock.advance(62_000);
      await trace.polls(A);
      expect(await trace.bookings()).toEqual([]);
      await trace.waits(30);
      await trace.waits(62);
      await trace.polls(A);
      expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([2]);
      expect(await seen(trace)).toEqual([10, 10, 10]);
    }),
  );

  it(
    'is put back where a write comes between',
    tell(
      async (trace) => {
        await edit(trace);
        await trace.adjusts(-1);
        await trace.adjusts(1);
        await settles(trace);
        expect([await seen(trace), await trace.bookings()]).toEqual([[8, 8, 8], []]);
      },
      { facts: { [A]: plain } },
    ),
  );
});

describe('19 shortfall in doubt: the other shops are lowered at once', () => {
  it(
    'and raised again when it was only an old answer',
    tell(async (trace) => {
      await trace.adjusts(5);
      trace.clock.advance(10_000);
      await readsOld(trace, A, 20);
      expect([trace.shows(A), trace.shows(B), await trace.quantity(), await trace.flag(A)]).toEqual([
        15,
        10,
        15,
        'out_of_sync',
      ]);
      trace.clock.advance(62_000);
      await trace.polls(A);
      expect(await trace.quantity()).toBe(15);
      await trace.waits(30);
      expect(await seen(trace)).toEqual([15, 15, 15]);
      await settles(trace);
      expect([await seen(trace), await trace.bookings()]).toEqual([[15, 15, 15], []]);
    }),
  );

  it(
    'and stay there when it was a sale that is listed later',
    tell(async (trace) => {
      await trace.adjusts(5);
      trace.clock.advance(10_000);
      trace.sandbox.control.setFaults([{ channel: A, kind: 'hidden_order', after: 50, count: 1 }]);
      trace.sells(A, 5);
      await trace.reads(A);
      expect([trace.shows(A), trace.shows(B), await trace.quantity()]).toEqual([10, 10, 15]);
      await trace.waits(50);
      await trace.polls(A);
      expect(await seen(trace)).toEqual([10, 10, 10]);
      await settles(trace);
      expect([await seen(trace), await trace.bookings()]).toEqual([[10, 10, 10], []]);
    }),
  );
});
