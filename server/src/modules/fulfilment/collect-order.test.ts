import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { openOrderHarness, refusal, type OrderHarness } from '../../testing/order-harness.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'amazon-sg', 'lazada', 'qoo10']);
});
afterAll(() => harness.close());
beforeEach(() => harness.market.setNetwork(null));

const collected = { self_collect: true };

/** Collects the addresses that are called from now on. */
function listen(): readonly string[] {
  const calls: string[] = [];
  harness.market.setNetwork(({ url }, go) => {
    calls.push(url);
    return go();
  });
  return calls;
}

/** The entries of the journal about an order. */
async function recorded(orderId: number): Promise<readonly string[]> {
  const { db } = harness.market.ctx;
  const rows = await db
    .selectFrom('activities')
    .select('key')
    .where('recipient_type', '=', 'Order')
    .where('recipient_id', '=', orderId)
    .where('key', '!=', 'order.read_buyer')
    .execute();
  return rows.map(({ key }) => key);
}

const readyAt = (orderId: number) =>
  harness.market.ctx.db
    .selectFrom('orders')
    .select('ready_to_collect_at')
    .where('id', '=', orderId)
    .execute();

describe('an order that its buyer collects', () => {
  it.each([
    ['shopee', 'authorise_pickup'],
    ['amazon-sg', 'confirm_pickup'],
  ] as const)('at %s: is set ready, then %s, and waits for the buyer to confirm', async (channel, pickup) => {
    const number = await harness.buy(channel, collected);
    const before = await harness.orderOf(number);
    expect(before.state).toBe('staff_to_process');
    expect(before.actions).toContain('ready_to_collect');
    expect(before.actions).not.toContain('ship');
    expect(before.is_self_collect).toBe(true);
    expect(before.unavailable_actions.find(({ action }) => action === 'ship')).toMatchObject({
      reason: 'The buyer collects this order. Use Set Ready to Collect.',
    });
    expect((await harness.get(number, '/collection_form')).body).toMatchObject({
      shipment_form: { methods: [{ key: 'default', fields: [] }] },
    });
    expect((await harness.post(number, '/ready_to_collect')).status).toBe(200);
    await harness.later(120);
    const ready = await harness.orderOf(number);
    expect(ready.state).toBe('buyer_self_collect');
    expect(ready.actions).toContain(pickup);
    expect(ready.actions).not.toContain('ready_to_collect');

    expect((await harness.post(number, '/pickup', {})).status).toBe(200);
    await harness.later(5);
    const fetched = await harness.orderOf(number);
    expect(fetched.pickup_confirmed_at).not.toBeNull();
    expect(fetched.order_items.map((item) => item.evenstock_state)).toEqual(['Collected']);
    // Amazon then treats the order as shipped, which ends it there.
    expect(fetched).toMatchObject({
      state: 'outstanding_issues',
      reason: 'Buyer has collected the order. Awaiting buyer to confirm.',
    });
    expect((await harness.actionsOf(number)).every(({ state }) => state === 'done')).toBe(true);
  });

  it('is set ready once it is to process, and not before or after', async () => {
    const delivered = await harness.buy('shopee');
    expect(refusal(await harness.post(delivered, '/ready_to_collect', {}))).toEqual({
      order: [
        'Only an order that its buyer collects, and that is still to process, can be set ready to collect.',
      ],
    });
    expect(refusal(await harness.post(delivered, '/pickup', {}))).toEqual({
      order: ['Only an order that waits for its buyer to collect it can be confirmed as picked up.'],
    });
  });

  it.each(['lazada', 'qoo10'] as const)(
    'at %s: is set ready here alone, and the marketplace is only read',
    async (channel) => {
      const number = await harness.buy(channel, collected);
      const before = await harness.orderOf(number);
      expect(before.actions).not.toContain('ship');
      expect(before.recorded_here).toContain('ready_to_collect');
      const calls = listen();
      expect((await harness.get(number, '/collection_form')).body).toEqual({
        shipment_form: {
          methods: [
            {
              key: 'default',
              label: 'Ready to collect',
              label_message: { code: 'asked.ready_to_collect', values: {} },
              fields: [],
            },
          ],
          chooses_items: false,
          initial_method: null,
          is_recorded_here: true,
        },
      });
      const answers = await Promise.all([
        harness.post(number, '/ready_to_collect'),
        harness.post(number, '/ready_to_collect'),
      ]);
      expect(answers.map(({ status }) => status)).toContain(200);
      // The order is read first, as its buyer may have cancelled it.
      expect(calls.filter((url) => !/\/get\?|\.Get/.test(url))).toEqual([]);
      const ready = await harness.orderOf(number);
      expect(ready.state).toBe('buyer_self_collect');
      expect(ready.actions).toContain('confirm_pickup');
      expect(ready.recorded_here).toContain('confirm_pickup');
      expect(await harness.actionsOf(number)).toEqual([]);
      expect(await recorded(ready.id)).toEqual(['order.ready_to_collect']);
      // A later read of the order keeps that.
      await harness.market.pull(harness.market.shop(channel), 'orders', 'reconcile');
      expect((await harness.orderOf(number)).state).toBe('buyer_self_collect');
    },
  );

  it.each([
    [
      'ready to collect',
      '/ready_to_collect',
      'Only an order that its buyer collects, and that is still to process, can be set ready to collect.',
    ],
    [
      'collected',
      '/pickup',
      'Only an order that waits for its buyer to collect it can be confirmed as picked up.',
    ],
  ] as const)(
    'is not recorded as %s where the buyer has cancelled just before',
    async (_fact, call, reason) => {
      const number = await harness.buy('lazada', collected);
      if (call === '/pickup') expect((await harness.post(number, '/ready_to_collect')).status).toBe(200);
      const before = await harness.orderOf(number);
      const entries = await recorded(before.id);
      const ready = await readyAt(before.id);
      // The import of the cancellation waits for the lock first, so it commits before the call gets it.
      const { cancelled, answer } = await inTransaction(harness.market.ctx.db, async (tx) => {
        await sql`select from orders where id = ${before.id} for update`.execute(tx);
        const importing = harness.happens('lazada', number, 'cancel');
        while ((await waitingForLocks()) < 1) await wait(5);
        const calling = harness.post(number, call, {});
        while ((await waitingForLocks()) < 2) await wait(5);
        return { cancelled: importing, answer: calling };
      });
      await cancelled;
      expect(refusal(await answer)).toEqual({ order: [reason] });
      const after = await harness.orderOf(number);
      expect(after.state).toBe('failed_orders');
      expect(after.pickup_confirmed_at).toBeNull();
      expect(await readyAt(before.id)).toEqual(ready);
      expect(await recorded(before.id)).toEqual(entries);
    },
  );

  it('at Qoo10: the coupon that the buyer shows is recorded here', async () => {
    const number = await harness.buy('qoo10', collected);
    expect((await harness.post(number, '/ready_to_collect')).status).toBe(200);
    expect(refusal(await harness.post(number, '/pickup', { pickup: {} }))).toEqual({
      coupon_no: ['Coupon number required'],
      auth_no: ['Auth number required'],
    });
    expect(
      refusal(await harness.post(number, '/pickup', { pickup: { coupon_no: '12345678', auth_no: '12a4' } })),
    ).toEqual({
      coupon_no: ['Coupon number must be exactly 9 digits'],
      auth_no: ['Auth number must be exactly 4 digits'],
    });
    const proof = { coupon_no: '123456789', auth_no: '0042' };
    expect((await harness.post(number, '/pickup', { pickup: proof })).status).toBe(200);
    const kept = harness.market.ctx.db
      .selectFrom('orders')
      .select('pickup_proof')
      .where('number', '=', number);
    expect(await kept.execute()).toEqual([{ pickup_proof: proof }]);
    expect(await harness.orderOf(number)).toMatchObject({
      state: 'outstanding_issues',
      reason: 'Buyer has collected the order. Awaiting buyer to confirm.',
    });
    expect(await harness.actionsOf(number)).toEqual([]);
  });
});

/** Transactions that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(harness.market.ctx.db);
  return rows[0]?.count ?? 0;
}
