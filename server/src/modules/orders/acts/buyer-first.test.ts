import { listMassShipForms } from '@evenstock/contract/fulfilment/mass-forms';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOrderHarness, refusal, type OrderHarness } from '../../../testing/order-harness.ts';

/* What the buyer did, or asks for, comes before what a member presses. */

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['lazada', 'shopee', 'qoo10']);
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.market.setNetwork(null);
  harness.market.setNotices(true);
});

/** The buyer cancels, and no notice tells it. */
function cancelsUnheard(channel: ChannelKind, number: string): void {
  harness.market.setNotices(false);
  const { control } = harness.market.sandbox;
  control.orderEvent(channel, harness.market.shop(channel).shop, number, 'cancel', {});
}

describe('a buyer who asks to cancel', () => {
  it('is to be answered before the order is shipped, which a shipment of many leaves out', async () => {
    const number = await harness.buy('lazada');
    await harness.happens('lazada', number, 'request_cancellation');
    const { actions, id } = await harness.orderOf(number);
    expect(actions.slice(0, 3)).toEqual(['accept_cancellation', 'reject_cancellation', 'ship']);
    const { body } = await harness.ask(
      `/api/stores/${String(harness.market.storeId)}/orders/mass_ship_forms.json?q[id_in][]=${String(id)}`,
    );
    expect(listMassShipForms.reply.parse(body).forms).toMatchObject([
      { form: null, skipped: { reason_message: { code: 'fulfilment.answer_first' } } },
    ]);
  });

  it('is answered at Qoo10 once its claim is in progress', async () => {
    const number = await harness.buy('qoo10');
    expect((await harness.post(number, '/cancel', { cancel: { reason_id: 'NC' } })).status).toBe(200);
    await harness.settle();
    const order = await harness.orderOf(number);
    expect(order).toMatchObject({
      state: 'outstanding_issues',
      reason: 'Being cancelled at the marketplace',
    });
    expect(order.actions).not.toContain('accept_cancellation');
  });
});

describe('a buyer who cancelled unheard', () => {
  it.each(['lazada', 'qoo10'] as const)('keeps an order of %s from being set ready here', async (channel) => {
    const number = await harness.buy(channel, { self_collect: true });
    cancelsUnheard(channel, number);
    expect(refusal(await harness.post(number, '/ready_to_collect'))).toHaveProperty('order');
    expect((await harness.orderOf(number)).state).toBe('failed_orders');
  });

  it('is known here at once after the form of a shipment was refused', async () => {
    const number = await harness.buy('shopee');
    cancelsUnheard('shopee', number);
    expect((await harness.get(number, '/shipment_form')).status).toBe(422);
    await harness.settle();
    expect((await harness.orderOf(number)).state).toBe('failed_orders');
  });
});
