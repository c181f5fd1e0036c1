import { describe, expect, it } from 'vitest';
import { comesBack, numbers, recover, type RecoveryTrace } from './recovery.ts';

/** Ten are sold at Shopee; the order is listed after its shortfall was booked as an edit. */
function sellsUnlisted(trace: RecoveryTrace): void {
  trace.sandbox.control.setFaults([{ channel: 'shopee', kind: 'hidden_order', after: 900, count: 1 }]);
  trace.sells('shopee', 10);
}

async function isBooked(trace: RecoveryTrace): Promise<void> {
  await trace.reads('shopee');
  await trace.waits(90);
  await trace.polls('shopee');
  await trace.waits(60);
  expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
  expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([-10]);
}

const bookedUnits = async (trace: RecoveryTrace): Promise<number[]> =>
  (await trace.bookings()).map(({ adjustment }) => adjustment);

describe('22 backup put back, after a sale that was listed late was booked as an edit', () => {
  it(
    'the order reverses the booking, though the backup does not know what was read',
    recover(async (trace) => {
      const backup = await trace.backUp();
      sellsUnlisted(trace);
      await isBooked(trace);
      await trace.waits(900);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
      expect(await bookedUnits(trace)).toEqual([-10, 10]);
    }),
  );

  it(
    'the order reverses the booking, where the backup knows the read without its booking',
    recover(async (trace) => {
      sellsUnlisted(trace);
      await trace.reads('shopee');
      const backup = await trace.backUp();
      await isBooked(trace);
      await trace.waits(900);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
      expect(await bookedUnits(trace)).toEqual([-10, 10]);
    }),
  );

  it(
    'the order that has reversed the booking already does not do it twice',
    recover(async (trace) => {
      const backup = await trace.backUp();
      sellsUnlisted(trace);
      await isBooked(trace);
      await trace.waits(900);
      await trace.pull(trace.shop('shopee'), 'orders', 'reconcile');
      expect(await bookedUnits(trace)).toEqual([-10, 10]);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
      expect(await bookedUnits(trace)).toEqual([-10, 10]);
    }),
  );

  it(
    'the order reverses a booking that only the ledger had when the process was killed',
    recover(async (trace) => {
      const { ctx } = trace;
      const backup = await trace.backUp();
      sellsUnlisted(trace);
      Object.assign(ctx, { recoveryLog: { ...ctx.recoveryLog, append: () => Promise.resolve() } });
      await isBooked(trace);
      await ctx.restart();
      await ctx.generation.agree(ctx);
      await trace.waits(900);
      await comesBack(trace, backup);
      expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
      expect(await bookedUnits(trace)).toEqual([-10, 10]);
    }),
  );
});

describe('22 backup put back, after one number was typed into three shops', () => {
  it(
    'an order that reverses its booking leaves the other shops one edit',
    recover(
      async (trace) => {
        const backup = await trace.backUp();
        sellsUnlisted(trace);
        trace.types('lazada', 85);
        trace.types('shopify', 85);
        for (const { channel } of trace.shops) await trace.reads(channel);
        await trace.waits(150);
        for (const { channel } of trace.shops) await trace.polls(channel);
        await trace.waits(60);
        expect(await numbers(trace)).toEqual([85, 85, 85, 85]);
        expect(await bookedUnits(trace)).toEqual([-10]);
        await trace.waits(900);
        await comesBack(trace, backup);
        expect(await numbers(trace)).toEqual([75, 75, 75, 75]);
        expect(await bookedUnits(trace)).toEqual([-10, 10, -10]);
      },
      { facts: { lazada: { readBeforeWrite: true } } },
    ),
  );
});
