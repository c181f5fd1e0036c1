import { listNeedsYou } from '@evenstock/contract/insights/needs-you';
import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstAnswers } from '../../../testing/first-answers.ts';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';

/* An act whose answer is missing holds its order only for as long as it must. */

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(['lazada', 'shopee']);
});
afterAll(() => harness.close());
beforeEach(() => harness.market.setNetwork(null));

async function shipment(number: string) {
  const { body } = await harness.get(number, '/shipment_form');
  return { ship: firstAnswers(showShipmentForm.reply.parse(body).shipment_form) };
}

async function needsYou(): Promise<(string | undefined)[]> {
  const { body } = await harness.ask(`/api/stores/${String(harness.market.storeId)}/needs_you.json`);
  return listNeedsYou.reply
    .parse(body)
    .items.map((item) => (item.type === 'action' ? item.action.subject.name : undefined));
}

describe('shipping at Lazada', () => {
  it('continues about a minute after "ready to ship" was answered with a fault, once', async () => {
    const number = await harness.buy('lazada');
    const body = await shipment(number);
    let sent = 0;
    harness.market.setNetwork(async ({ url }, go) => {
      if (!url.includes('/rts')) return go();
      sent += 1;
      return sent === 1 ? new Response('{}', { status: 500 }) : go();
    });
    expect((await harness.post(number, '/ship', body)).status).toBe(202);
    await harness.later(100);
    expect(await harness.orderOf(number)).toMatchObject({ state: 'shipped', pending_action: null });
    expect(sent).toBe(2);
    const { shop } = harness.market.shop('lazada');
    const { events } = harness.market.sandbox.control.storedOrder('lazada', shop, number);
    expect(events.filter(({ name }) => name === 'ship')).toHaveLength(1);
    expect(await needsYou()).not.toContain(number);
  });

  it('needs a person after two minutes without an answer, who may end it', async () => {
    const number = await harness.buy('lazada');
    const body = await shipment(number);
    // Lazada reads the order, and says nothing of "ready to ship".
    harness.market.setNetwork(({ url }, go) =>
      url.includes('/rts') ? Promise.reject(new TypeError('fetch failed')) : go(),
    );
    expect((await harness.post(number, '/ship', body)).status).toBe(202);
    await harness.later(60);
    expect(await needsYou()).not.toContain(number);
    await harness.later(90);
    expect(await needsYou()).toContain(number);
  });
});
