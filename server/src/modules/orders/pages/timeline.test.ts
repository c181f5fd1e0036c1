import { listOrderTimeline, type TimelineEvent } from '@evenstock/contract/orders/order-page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['shopify', 'shopee']);
});
afterAll(() => harness.close());

async function timeline(number: string): Promise<readonly TimelineEvent[]> {
  const answer = await harness.get(number, '/timeline');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return listOrderTimeline.reply.parse(answer.body).events;
}

describe('the timeline of an order', () => {
  it('shows all events, newest first, each once', async () => {
    const number = await harness.buy('shopify');
    for (const notes of ['Gift wrap', 'No ribbon']) {
      await harness.later(5);
      await harness.post(number, '/add_notes', { order: { notes } });
    }
    await harness.later(5);
    const { status } = await harness.post(number, '/cancel', { cancel: { reason_id: 'customer' } });
    expect(status).toBe(202);
    await harness.later(30);
    const events = await timeline(number);
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    const told = (kind: string) => events.filter((event) => event.kind === kind);
    expect(told('noted')).toMatchObject([{ notes: 'No ribbon' }, { notes: 'Gift wrap' }]);
    expect(told('action')).toMatchObject([{ action: 'order.cancel', state: 'done', outcome: null }]);
    expect(told('changed').at(0)).toMatchObject({
      before: { state: 'staff_to_process' },
      after: { state: 'failed_orders', marketplace_state: 'CANCELLED' },
    });
    for (const kind of ['placed', 'paid', 'imported']) expect(told(kind)).toHaveLength(1);
    // An activity that represents an action, or a version of the notes, is not shown twice.
    expect(told('activity').filter((event) => JSON.stringify(event).includes('order_cancel'))).toEqual([]);
    expect(told('activity').filter((event) => JSON.stringify(event).includes('order_add_notes'))).toEqual([]);
  });

  it('shows a return, how it changed at its marketplace, and its restock, each once', async () => {
    const number = await harness.buy('shopee');
    for (const event of ['ship', 'deliver', 'request_return'] as const)
      await harness.happens('shopee', number, event);
    const returns = () => harness.market.pull(harness.market.shop('shopee'), 'returns');
    await returns();
    await returns();
    const told = async (kind: string) => (await timeline(number)).filter((event) => event.kind === kind);
    expect(await told('return_requested')).toHaveLength(1);
    expect(await told('return_requested')).toMatchObject([{ state: 'pending', raw_state: 'REQUESTED' }]);
    expect(await told('return_changed')).toEqual([]);
    await harness.happens('shopee', number, 'return');
    await returns();
    await returns();
    const changed = await told('return_changed');
    expect(changed).toMatchObject([{ before: { state: 'pending', raw_state: 'REQUESTED' } }]);
    // The request keeps the state that it had then.
    expect(await told('return_requested')).toMatchObject([{ state: 'pending', raw_state: 'REQUESTED' }]);
    expect(changed[0]).not.toMatchObject({ after: { raw_state: 'REQUESTED' } });
    const { order_items: items } = await harness.orderOf(number);
    const wish = { order_items: items.map(({ id }) => ({ id, quantity: 1 })) };
    expect((await harness.post(number, '/restock', wish)).status).toBe(200);
    expect(JSON.stringify(await told('activity'))).toContain('order_restock');
  });

  it('does not show who read the buyer, and shows what else was done', async () => {
    const number = await harness.buy('shopify');
    const { id } = await harness.orderOf(number);
    const { db } = harness.market.ctx;
    const at = harness.market.clock.now();
    for (const key of ['order.read_buyer', 'order.print']) {
      await db
        .insertInto('activities')
        .values({
          store_id: harness.market.storeId,
          key,
          actor_type: 'System',
          actor_id: null,
          recipient_type: 'Order',
          recipient_id: id,
          created_at: at,
        })
        .execute();
    }
    const activities = (await timeline(number)).filter(({ kind }) => kind === 'activity');
    expect(activities).toMatchObject([{ label: { code: 'activities.order_print' }, by: null }]);
  });

  it('names the access token that an action was asked for, and notes were written, with', async () => {
    const number = await harness.buy('shopify');
    const robot = await harness.accessToken('Night robot');
    expect((await harness.post(number, '/add_notes', { order: { notes: 'Gift' } }, robot)).status).toBe(200);
    const cancelled = await harness.post(number, '/cancel', { cancel: { reason_id: 'customer' } }, robot);
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(202);
    await harness.later(30);
    expect((await harness.post(number, '/add_notes', { order: { notes: 'No gift' } })).status).toBe(200);
    const events = await timeline(number);
    const tokens = events.flatMap((event) =>
      'access_token' in event ? [[event.kind, event.access_token?.name ?? null]] : [],
    );
    expect(tokens).toEqual([
      ['noted', null],
      ['action', 'Night robot'],
      ['noted', 'Night robot'],
    ]);
    const [action] = await harness.actionsOf(number);
    expect(action).toMatchObject({ kind: 'order.cancel', access_token: { name: 'Night robot' } });
  });

  it('is paged, and is not there for an order that is not', async () => {
    const number = await harness.buy('shopify');
    const [newest] = await timeline(number);
    const first = listOrderTimeline.reply.parse((await harness.get(number, '/timeline')).body);
    expect(first.total_count).toBe(first.events.length);
    expect(newest?.kind).toBe('imported');
    expect((await harness.get('nobody', '/timeline')).status).toBe(404);
  });
});
