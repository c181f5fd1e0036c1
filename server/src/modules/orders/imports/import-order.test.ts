import type { ChannelOrder } from '@evenstock/connectors/kit/connector';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarket, type Market } from '../../../testing/market.ts';
import { readAt, reportedOrder } from '../../../testing/reported-order.ts';
import type { Tables } from '../../../tables.ts';
import { importOrder } from './import-order.ts';

let market: Market;
beforeAll(async () => {
  market = await createMarket({ channels: ['shopee', 'shopify'] });
});
afterAll(() => market.close());

function take(channel: ChannelKind, number: string): Promise<void> {
  const order = reportedOrder(number, market.clock.now(), 0, []);
  const { marketplaceId } = market.shop(channel);
  return importOrder(market.ctx, { storeId: market.storeId, marketplaceId }, order, readAt(order.updatedAt));
}

const recorded = (numbers: readonly string[]) =>
  market.ctx.db
    .selectFrom('orders')
    .select(['number', 'reference_number as reference'])
    .where('number', 'in', numbers)
    .execute();

const numbers = (prefix: string): string[] =>
  Array.from({ length: 12 }, (_none, place) => `${prefix}-${String(place)}`);

it('an order that arrives twice at once is one', async () => {
  const twice = numbers('TWICE');
  await Promise.all([...twice, ...twice].map((number) => take('shopee', number)));
  expect(await recorded(twice)).toHaveLength(12);
});

it('orders of one number from two shops at once get a reference each', async () => {
  const shared = numbers('SHARED');
  await Promise.all(shared.flatMap((number) => [take('shopee', number), take('shopify', number)]));
  const orders = await recorded(shared);
  expect(orders).toHaveLength(24);
  const plain = orders.filter(({ number, reference }) => reference === number);
  expect(plain.map(({ number }) => number).toSorted()).toEqual(shared.toSorted());
});

describe('an order that is read again', () => {
  const scope = () => ({ storeId: market.storeId, marketplaceId: market.shop('shopee').marketplaceId });
  const later = (order: ChannelOrder, seconds: number) =>
    new Date(order.updatedAt.getTime() + seconds * 1000);
  const orderOf = (number: string) =>
    market.ctx.db
      .selectFrom('orders')
      .select(['id', 'ship_by'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow();

  it('keeps a buyer’s request and the deadline where a list lacks them', async () => {
    const now = market.clock.now();
    const order = {
      ...reportedOrder('BRIEF', now, 0, []),
      state: 'READY_TO_SHIP' as const,
      paidAt: now,
      shipBy: now,
    };
    const brief = { ...order, cancellationRequested: null, shipBy: null, paidAt: null };
    const columns = ['state', 'state_reason', 'ship_by', 'paid_at', 'updated_at'] as const;
    const shown = () =>
      market.ctx.db
        .selectFrom('orders')
        .select(columns)
        .where('number', '=', 'BRIEF')
        .executeTakeFirstOrThrow();
    await importOrder(
      market.ctx,
      scope(),
      { ...order, cancellationRequested: true },
      readAt(order.updatedAt),
    );
    const asked = await shown();
    expect(asked).toMatchObject({ state: 'outstanding_issues', ship_by: now, paid_at: now });
    market.clock.advance(1000);
    const again = later(order, 60);
    await importOrder(market.ctx, scope(), { ...brief, updatedAt: again }, readAt(again));
    expect(await shown()).toEqual(asked);
    const whole = later(order, 120);
    await importOrder(market.ctx, scope(), { ...order, updatedAt: whole }, readAt(whole));
    expect(await shown()).toMatchObject({ state: 'staff_to_process', state_reason: null });
  });

  it('takes a deadline that was not reported before', async () => {
    const order = reportedOrder('DUE', market.clock.now(), 0, []);
    await importOrder(market.ctx, scope(), order, readAt(order.updatedAt));
    expect((await orderOf('DUE')).ship_by).toBeNull();
    const shipBy = later(order, 86_400);
    await importOrder(market.ctx, scope(), { ...order, shipBy }, readAt(later(order, 60)));
    expect((await orderOf('DUE')).ship_by).toEqual(shipBy);
  });

  it.each<{ what: string; otherwise: Updateable<Tables['orders']> }>([
    { what: 'its state', otherwise: { state: 'shipped' } },
    { what: 'the reason of its state', otherwise: { state_reason: 'Lost on the way' } },
    // The row of an older version.
    { what: 'its fingerprint', otherwise: { content_key: null } },
  ])(
    'is written again where $what is recorded otherwise than it is reported',
    async ({ what, otherwise }) => {
      const order = reportedOrder(`OTHERWISE ${what}`, market.clock.now(), 0, []);
      await importOrder(market.ctx, scope(), order, readAt(order.updatedAt));
      const { id } = await orderOf(order.number);
      const { db } = market.ctx;
      const row = () =>
        db
          .selectFrom('orders')
          .select(['state', 'state_reason', 'content_key'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      const reported = await row();
      await db.updateTable('orders').set(otherwise).where('id', '=', id).execute();
      expect(await row()).not.toEqual(reported);
      await importOrder(market.ctx, scope(), order, readAt(later(order, 10)));
      expect(await row()).toEqual(reported);
    },
  );

  it('keeps each change of its state once, with when the marketplace made it', async () => {
    const order = reportedOrder('HISTORY', market.clock.now(), 0, []);
    const shipped: ChannelOrder = {
      ...order,
      state: 'SHIPPED',
      rawState: 'IN_TRANSIT',
      stateRank: 5,
      updatedAt: later(order, 60),
    };
    await importOrder(market.ctx, scope(), order, readAt(order.updatedAt));
    await importOrder(market.ctx, scope(), order, readAt(later(order, 10)));
    await importOrder(market.ctx, scope(), shipped, readAt(later(order, 70)));
    await importOrder(market.ctx, scope(), shipped, readAt(later(order, 80)));
    // An older answer changes nothing, and is not recorded as a change.
    await importOrder(market.ctx, scope(), order, readAt(later(order, 90)));
    const changes = await market.ctx.db
      .selectFrom('order_changes')
      .selectAll()
      .where('order_id', '=', (await orderOf('HISTORY')).id)
      .execute();
    expect(changes).toMatchObject([
      {
        at: shipped.updatedAt,
        state_before: 'staff_to_process',
        state: 'shipped',
        marketplace_state_before: 'READY_TO_SHIP',
        marketplace_state: 'SHIPPED',
        raw_state_before: 'READY_TO_SHIP',
        raw_state: 'IN_TRANSIT',
      },
    ]);
  });
});
