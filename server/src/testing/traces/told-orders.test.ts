import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { tell, type Trace } from './trace.ts';

const B = 'shopify';
const C = 'tiktok';

interface Recorded {
  readonly total: number;
  readonly tax: number | null;
  readonly fee: number | null;
  readonly tip: number | null;
  readonly is_test: boolean;
  readonly units: number;
}

/** The orders here, oldest first: amounts in minor units, and the units still ordered. */
async function recorded({ ctx }: Trace): Promise<readonly Recorded[]> {
  const { rows } = await sql<Recorded>`
    select o.total_amount::integer as total, o.tax::integer, (coalesce(o.service_fee, 0) + coalesce(o.insurance, 0)
      + coalesce(o.gift_wrap, 0))::integer as fee, o.tip::integer, o.is_test,
      (select coalesce(sum(i.ordered - i.cancelled), 0)::integer from order_items i where i.order_id = o.id) as units
    from orders o order by o.id`.execute(ctx.db);
  return rows;
}

type Wish = Parameters<Trace['sandbox']['control']['placeOrder']>[2];

function buys(trace: Trace, channel: typeof B | typeof C | 'tokopedia' | 'amazon-sg', wish: Wish): string {
  trace.clock.advance(2_000);
  const { number } = trace.sandbox.control.placeOrder(channel, trace.shop(channel).shop, wish);
  trace.clock.advance(130_000);
  return number;
}

const tee = (quantity: number) => [{ sku: 'TEE', quantity }];

describe('what marketplaces report of orders', () => {
  it.each([
    { channel: B, tax: 1.5, fee: 0, tip: 2 },
    { channel: C, tax: 1.5, fee: 0.5, tip: 0 },
    { channel: 'amazon-sg', tax: 1.5, fee: 3, tip: 2 },
    { channel: 'tokopedia', tax: 0, fee: 5000, tip: 0 },
  ] as const)(
    '$channel: taxes, fees and tips are recorded, and are in the total',
    ({ channel, ...charges }) =>
      tell(
        async (trace) => {
          const number = buys(trace, channel, { lines: tee(2), ...charges });
          await trace.polls(channel);
          const { total } = trace.sandbox.control.order(channel, trace.shop(channel).shop, number);
          expect(await recorded(trace)).toMatchObject([
            {
              total: Math.round(total * 100),
              tax: charges.tax === 0 ? null : Math.round(charges.tax * 100),
              fee: Math.round(charges.fee * 100),
              tip: charges.tip === 0 ? null : Math.round(charges.tip * 100),
            },
          ]);
        },
        { channels: [channel] },
      )(),
  );

  it(
    'an order that tries the shop out takes nothing, though its shop lowers its number',
    tell(async (trace) => {
      buys(trace, B, { lines: tee(2), test: true });
      expect(trace.shows(B)).toBe(8);
      await trace.polls(B);
      await trace.reads(B);
      await trace.waits(300);
      expect(await recorded(trace)).toMatchObject([{ is_test: true }]);
      expect((await trace.entries()).filter(({ source_type: source }) => source === 'Order')).toEqual([]);
    }),
  );

  it(
    'orders that have the same name are two orders',
    tell(async (trace) => {
      for (let placed = 0; placed < 2; placed += 1) buys(trace, B, { lines: tee(1), name: 'Pop-up stall' });
      await trace.polls(B);
      await trace.waits(60);
      const { rows } = await sql<{ number: string }>`select number from orders order by id`.execute(
        trace.ctx.db,
      );
      expect(rows.map(({ number }) => number)).toEqual(['Pop-up stall', 'Pop-up stall']);
      expect(await trace.quantity()).toBe(8);
    }),
  );

  it(
    'a line that the seller typed in takes nothing, and nobody has to link it',
    tell(async (trace) => {
      buys(trace, B, { lines: tee(1), custom: [{ name: 'Gift box', price: 4, quantity: 2 }] });
      await trace.polls(B);
      await trace.waits(60);
      const { rows } = await sql<{ lacks: boolean; lines: number }>`
        select o.lacks_listing as lacks, count(i.id)::integer as lines from orders o join order_items i on i.order_id = o.id
        group by o.id`.execute(trace.ctx.db);
      expect(rows).toEqual([{ lacks: false, lines: 2 }]);
      expect(await trace.quantity()).toBe(9);
    }),
  );

  it(
    'an order that is edited at its shop: more units, and then fewer, each once',
    tell(async (trace) => {
      const { shop } = trace.shop(B);
      const number = buys(trace, B, { lines: tee(2) });
      await trace.polls(B);
      for (const [quantity, left] of [
        [5, 5],
        [1, 9],
      ] as const) {
        trace.clock.advance(60_000);
        trace.sandbox.control.editOrder(B, shop, number, { lines: [{ sku: 'TEE', quantity }] });
        trace.clock.advance(60_000);
        await trace.polls(B);
        await trace.reads(B);
        await trace.waits(300);
        expect([await trace.quantity(), trace.shows(B), await trace.bookings()]).toEqual([left, left, []]);
        expect((await recorded(trace)).map(({ units }) => units)).toEqual([quantity]);
      }
    }),
  );

  it(
    'units that an edit takes out without restocking them are not on sale again: the shop’s number shows it',
    tell(async (trace) => {
      const { shop } = trace.shop(B);
      const number = buys(trace, B, { lines: tee(3) });
      await trace.polls(B);
      trace.clock.advance(60_000);
      const edit = { sku: 'TEE', quantity: 1, restock: false };
      trace.sandbox.control.editOrder(B, shop, number, { lines: [edit] });
      trace.clock.advance(60_000);
      await trace.polls(B);
      await trace.reads(B);
      await trace.waits(120);
      await trace.polls(B);
      await trace.waits(120);
      expect([await trace.quantity(), trace.shows(B)]).toEqual([7, 7]);
      expect((await trace.bookings()).map(({ adjustment }) => adjustment)).toEqual([-2]);
    }),
  );

  it(
    'an order of a hundred lines is read to its end',
    tell(
      async (trace) => {
        const { shop } = trace.shop(B);
        trace.sandbox.control.addListings(B, shop, { count: 99 });
        await trace.reads(B);
        const skus = trace.sandbox.control.listings(B, shop).map(({ sku }) => sku);
        buys(trace, B, { lines: skus.map((sku) => ({ sku, quantity: 1 })) });
        await trace.polls(B);
        expect(skus).toHaveLength(100);
        const { rows } = await sql<{ sku: string }>`
          select i.sku from order_items i where i.effect = -1 order by i.sku`.execute(trace.ctx.db);
        expect(rows.map(({ sku }) => sku)).toEqual(skus.toSorted());
      },
      { channels: [B] },
    ),
  );

  it(
    'a bundle whose parts the order alone names takes units of its parts',
    tell(
      async (trace) => {
        const { shop } = trace.shop(C);
        trace.sandbox.control.addListings(C, shop, { sku: 'SET', quantity: 5 });
        await trace.reads(C);
        buys(trace, C, { lines: [{ sku: 'SET', quantity: 2, parts: [{ sku: 'TEE', units: 2 }] }] });
        expect(trace.shows(C)).toBe(6);
        await trace.polls(C);
        await trace.reads(C);
        await trace.waits(300);
        expect([await trace.quantity(), trace.shows(C), trace.shows(B)]).toEqual([6, 6, 6]);
        expect(await trace.bookings()).toEqual([]);
      },
      { channels: [C, B] },
    ),
  );
});
