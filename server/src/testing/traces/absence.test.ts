import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { tell, type Trace } from './trace.ts';

const A = 'shopify';
const B = 'shopee';
/** Two sweeps of a shop that lack a listing, and the question about it in between and after. */
const ASKED_AGAIN = 310;

const numbers = async (trace: Trace) => [await trace.quantity(), trace.shows(A), trace.shows(B)];

/** Live listings of a shop here. */
async function liveAt({ ctx, ...trace }: Trace, channel: typeof A | typeof B): Promise<number> {
  const { marketplaceId } = trace.shop(channel);
  const { rows } = await sql<{ live: number }>`
    select count(*)::integer as live from variant_listings
    where marketplace_id = ${marketplaceId} and state <> 'deleted'`.execute(ctx.db);
  return rows[0]?.live ?? 0;
}

/** Notifications of short lists, those that are over included. */
async function shortLists({ ctx }: Trace): Promise<number> {
  const rows = await ctx.db
    .selectFrom('store_notifications')
    .select('id')
    .where('kind', '=', 'list_short')
    .execute();
  return rows.length;
}

/** The notifications of listings that were made anew. */
async function madeAnew({ ctx }: Trace): Promise<readonly { readonly isOpen: boolean }[]> {
  const rows = await ctx.db
    .selectFrom('store_notifications')
    .select('resolved_at')
    .where('kind', '=', 'made_anew')
    .execute();
  return rows.map((row) => ({ isOpen: row.resolved_at === null }));
}

const setStatus = (trace: Trace, status: 'normal' | 'deleted') => {
  const { shop } = trace.shop(A);
  const tee = trace.sandbox.control.listings(A, shop).find(({ sku }) => sku === 'TEE');
  trace.sandbox.control.editListing(A, shop, tee?.variant_id ?? '', { status });
};

describe('lists that lack something', () => {
  it(
    '26 a short list: nothing leaves its SKU, its shop is written all the while, and members are notified once',
    tell(
      async (trace) => {
        trace.sandbox.control.addListings(A, trace.shop(A).shop, { count: 39 });
        await trace.reads(A);
        await trace.waits(60);
        expect(await liveAt(trace, A)).toBe(41);
        trace.sandbox.control.setFaults([{ channel: A, kind: 'short_list' }]);
        await trace.reads(A);
        trace.sells(B, 3);
        await trace.polls(B);
        await trace.waits(ASKED_AGAIN);
        await trace.reads(A);
        expect([await liveAt(trace, A), await shortLists(trace)]).toEqual([41, 1]);
        expect(await numbers(trace)).toEqual([7, 7, 7]);
        trace.sandbox.control.setFaults([]);
        await trace.reads(A);
        await trace.waits(ASKED_AGAIN);
        expect([await liveAt(trace, A), await shortLists(trace)]).toEqual([41, 1]);
        expect(await trace.bookings()).toEqual([]);
      },
      // The list's first row, which it keeps, is another.
      { skus: { CAP: 5, TEE: 10 } },
    ),
  );

  it(
    '27 really gone: it leaves once it was answered twice to be missing; the others keep their number, its order counts',
    tell(async (trace) => {
      const number = trace.sells(A, 2);
      setStatus(trace, 'deleted');
      await trace.reads(A);
      await trace.polls(A);
      expect([await liveAt(trace, A), await trace.quantity()]).toEqual([1, 8]);
      await trace.waits(ASKED_AGAIN);
      expect([await liveAt(trace, A), await trace.quantity(), trace.shows(B)]).toEqual([0, 8, 8]);
      trace.cancels(A, number, 1);
      await trace.polls(A);
      await trace.waits(60);
      expect([await trace.quantity(), trace.shows(B), await trace.bookings()]).toEqual([9, 9, []]);
    }),
  );

  it(
    '27 really gone: an order that comes in after that waits for a member to link its item',
    tell(async (trace) => {
      trace.sells(A, 2);
      setStatus(trace, 'deleted');
      await trace.reads(A);
      await trace.waits(ASKED_AGAIN);
      await trace.polls(A);
      const orders = await trace.ctx.db.selectFrom('orders').select('lacks_listing').execute();
      expect(orders).toEqual([{ lacks_listing: true }]);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([10, 10]);
    }),
  );

  it(
    '34 many really gone: all leave within the hour, with one notification',
    tell(async (trace) => {
      const { control } = trace.sandbox;
      const { shop } = trace.shop(A);
      control.addListings(A, shop, { count: 23 });
      await trace.reads(A);
      await trace.waits(60);
      const began = trace.clock.now().getTime();
      for (const { variant_id: id } of control.listings(A, shop).slice(-8))
        control.editListing(A, shop, id, { status: 'deleted' });
      await trace.reads(A);
      expect(await liveAt(trace, A)).toBe(24);
      await trace.waits(ASKED_AGAIN);
      await trace.reads(A);
      await trace.waits(60);
      expect([await liveAt(trace, A), await shortLists(trace)]).toEqual([16, 1]);
      expect(trace.clock.now().getTime() - began).toBeLessThan(3_600_000);
      expect(await numbers(trace)).toEqual([10, 10, 10]);
    }),
  );

  it(
    '35 “not there”, once: the listing stays, and what it sells counts',
    tell(async (trace) => {
      setStatus(trace, 'deleted');
      await trace.reads(A);
      setStatus(trace, 'normal');
      trace.sells(A, 2);
      await trace.waits(ASKED_AGAIN);
      await trace.polls(A);
      await trace.waits(ASKED_AGAIN);
      expect(await liveAt(trace, A)).toBe(1);
      expect(await numbers(trace)).toEqual([8, 8, 8]);
    }),
  );
});

describe('a read before a write that lacks the listing', () => {
  const read = 'lazada';

  it(
    'or is refused with a code of no document: it is written all the same, at once',
    tell(
      async (trace) => {
        const call = 'product/get_item_base_info';
        trace.sandbox.control.setFaults([{ channel: B, kind: 'unknown_error', call }]);
        trace.sells(read, 3);
        await trace.polls(read);
        await trace.waits(30);
        expect([await trace.quantity(), trace.shows(read), trace.shows(B)]).toEqual([7, 7, 7]);
      },
      { channels: [read, B] },
    ),
  );

  it(
    'is no answer about it: it is written all the same, at once',
    tell(
      async (trace) => {
        trace.sandbox.control.setFaults([
          { channel: read, kind: 'empty_list', call: 'products/get' },
          { channel: read, kind: 'unknown_error', call: 'product/item/get' },
        ]);
        trace.sells(B, 3);
        await trace.polls(B);
        await trace.waits(30);
        expect([await trace.quantity(), trace.shows(read), trace.shows(B)]).toEqual([7, 7, 7]);
      },
      { channels: [read, B] },
    ),
  );
});

describe('40 made anew, 2 sold, and merged back: the SKU’s own number, less 2', () => {
  it.each([8, 52])('whichever number is chosen, of a listing that began with %i units', async (units) => {
    for (const choice of ['highest', 'lowest'] as const) {
      await tell(async (trace) => {
        const { control } = trace.sandbox;
        const { shop } = trace.shop(A);
        setStatus(trace, 'deleted');
        await trace.reads(A);
        await trace.waits(ASKED_AGAIN);
        control.addListings(A, shop, { sku: 'TEE', quantity: units });
        await trace.reads(A);
        await trace.waits(300);
        await trace.polls(A);
        trace.sells(A, 2);
        await trace.polls(A);
        expect(await trace.quantity()).toBe(10);
        expect(await madeAnew(trace)).toEqual([{ isOpen: true }]);
        const merged = await trace.merge('TEE', choice);
        expect(await madeAnew(trace)).toEqual([{ isOpen: false }]);
        await trace.ctx.runJobs();
        await trace.waits(300);
        expect([await trace.quantity(merged), trace.shows(B)]).toEqual([8, 8]);
        const shown = control
          .listings(A, shop)
          .filter(({ sku, status }) => sku === 'TEE' && status === 'ACTIVE');
        expect(shown.map(({ quantity }) => quantity)).toEqual([8]);
      })();
    }
  });
});
