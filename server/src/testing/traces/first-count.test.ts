import { describe, expect, it } from 'vitest';
import { switchSync } from '../../modules/stores/store/switch-sync.ts';
import { tell, type Trace } from './trace.ts';

const A = 'shopee';

async function setSync(trace: Trace, isOn: boolean): Promise<void> {
  const actor = {
    userId: await trace.member(),
    sessionId: 0,
    email: 'member@market.test',
    role: 'member',
  } as const;
  await switchSync(trace.ctx, actor, trace.storeId, isOn);
  await trace.ctx.runJobs();
}

/** What the ledger and the shop say of the new SKU. */
async function numbersOf(trace: Trace, sku: string): Promise<(number | undefined)[]> {
  const { quantity } = await trace.ctx.db
    .selectFrom('variants')
    .select('quantity')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  const shown = trace.sandbox.control
    .listings(A, trace.shop(A).shop)
    .find((listing) => listing.sku === sku)?.quantity;
  return [quantity, shown];
}

describe('an order placed just before the first count of its listing', () => {
  it.each([
    { sync: 'on', answer: 'old' },
    { sync: 'on', answer: 'present' },
    { sync: 'off', answer: 'old' },
    { sync: 'off', answer: 'present' },
    { sync: 'switched on at once', answer: 'old' },
    { sync: 'on, unpaid orders hidden', answer: 'old' },
  ])('counts once, with sync $sync, where the first read gives an $answer answer', ({ sync, answer }) =>
    tell(
      async (trace) => {
        const { sandbox, clock } = trace;
        const { shop } = trace.shop(A);
        if (!sync.startsWith('on')) await setSync(trace, false);
        sandbox.control.addListings(A, shop, { sku: 'CUP', quantity: 10, name: 'The CUP' });
        clock.advance(90_000);
        sandbox.control.placeOrder(A, shop, { lines: [{ sku: 'CUP', quantity: 2 }] });
        clock.advance(3_000);
        if (answer === 'old') sandbox.control.setFaults([{ channel: A, kind: 'stale_read', after: 10 }]);
        await trace.reads(A);
        sandbox.control.setFaults([]);
        expect(await numbersOf(trace, 'CUP')).toEqual([answer === 'old' ? 10 : 8, 8]);
        await trace.polls(A);
        if (sync === 'switched on at once') await setSync(trace, true);
        await trace.waits(150);
        await trace.polls(A);
        await trace.waits(150);
        await trace.polls(A);
        expect((await numbersOf(trace, 'CUP'))[0]).toBe(8);
        if (sync === 'off') await setSync(trace, true);
        await trace.waits(300);
        await trace.polls(A);
        await trace.waits(60);
        expect(await numbersOf(trace, 'CUP')).toEqual([8, 8]);
      },
      { facts: { [A]: { hidesHolds: sync.includes('hidden') } } },
    )(),
  );
});
