import { describe, expect, it } from 'vitest';
import type { Actor } from '../../api/routing.ts';
import { updateMarketplace } from '../../modules/marketplaces/update-marketplace.ts';
import { tell, type Trace } from './trace.ts';

const A = 'lazada';
const B = 'shopify';
const options = { channels: [A, B] } as const;

async function switches(trace: Trace, isOn: boolean): Promise<void> {
  const userId = await trace.member();
  const by: Actor = { userId, sessionId: 0, email: 'member@market.test', role: 'member' };
  const { marketplaceId: id } = trace.shop(B);
  await updateMarketplace(trace.ctx, by, { id, storeId: trace.storeId }, { can_sync_to_marketplace: isOn });
  await trace.ctx.runJobs();
  trace.clock.advance(30_000);
}

/** Both shops are read, and polled past that read. */
async function looksAtBoth(trace: Trace): Promise<void> {
  for (const channel of [A, B] as const) await trace.reads(channel);
  await trace.waits(150);
  for (const channel of [A, B] as const) await trace.polls(channel);
  await trace.waits(60);
  for (const channel of [A, B] as const) await trace.polls(channel);
}

describe('one shop whose sync is switched off', () => {
  it(
    'is not written, and what another program types into it does not count; its orders do',
    tell(async (trace) => {
      await switches(trace, false);
      const writes = trace.writes(B);
      trace.sells(A, 2);
      trace.types(B, 7);
      await looksAtBoth(trace);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([8, 8, 7]);
      trace.sells(B, 1);
      trace.types(B, 3);
      await looksAtBoth(trace);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([7, 7, 3]);
      expect(trace.writes(B)).toBe(writes);
      expect(await trace.bookings()).toEqual([]);
    }, options),
  );

  it(
    'shows the quantity once it is switched on, and edits of the other shops count all the while',
    tell(async (trace) => {
      await switches(trace, false);
      trace.types(B, 4);
      trace.types(A, 9);
      await looksAtBoth(trace);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([9, 9, 4]);
      await switches(trace, true);
      await looksAtBoth(trace);
      await looksAtBoth(trace);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([9, 9, 9]);
      trace.types(B, 6);
      await looksAtBoth(trace);
      await looksAtBoth(trace);
      expect([await trace.quantity(), trace.shows(A), trace.shows(B)]).toEqual([6, 6, 6]);
    }, options),
  );
});
