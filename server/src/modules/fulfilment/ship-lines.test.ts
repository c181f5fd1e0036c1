import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAnswers } from '../../testing/first-answers.ts';
import { openOrderHarness, type OrderHarness } from '../../testing/order-harness.ts';

const channels = ['lazada', 'shopify'] as const;

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(channels);
});
afterAll(() => harness.close());

describe.each(channels)('an order of two lines at %s', (channel) => {
  /** The units of each SKU that the marketplace has as shipped. */
  const shippedThere = (number: string): Record<string, boolean> => {
    const { shop } = harness.market.shop(channel);
    const { lines, events } = harness.market.sandbox.control.storedOrder(channel, shop, number);
    const moved = events.filter(({ name, by }) => (name === 'pack' || name === 'ship') && by === 'seller');
    return Object.fromEntries(
      lines.map((line) => [
        line.sku,
        moved.some(({ units }) => units === undefined || (units[line.id] ?? 0) > 0),
      ]),
    );
  };

  it('is shipped one line first, and then the other', async () => {
    const number = await harness.buy(channel, {
      lines: [
        { sku: 'TEE', quantity: 1 },
        { sku: 'CUP', quantity: 1 },
      ],
    });
    const ship = async (sku: string) => {
      const { shipment_form: form } = showShipmentForm.reply.parse(
        (await harness.get(number, '/shipment_form')).body,
      );
      expect(form.chooses_items).toBe(true);
      const item = (await harness.orderOf(number)).order_items.find((each) => each.sku === sku);
      const answer = await harness.post(number, '/ship', {
        ship: { ...firstAnswers(form), order_item_ids: [item?.id] },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      await harness.later(130);
      await harness.market.pull(harness.market.shop(channel), 'orders');
    };
    await ship('CUP');
    expect(await fulfilled(number)).toEqual({ TEE: false, CUP: true });
    expect((await harness.orderOf(number)).actions).toContain('ship');
    await ship('TEE');
    expect(await fulfilled(number)).toEqual({ TEE: true, CUP: true });
    expect(shippedThere(number)).toEqual({ TEE: true, CUP: true });
    expect((await harness.actionsOf(number)).map(({ kind, state }) => [kind, state])).toEqual([
      ['order.ship', 'done'],
      ['order.ship', 'done'],
    ]);
  });
});

async function fulfilled(number: string): Promise<Record<string, boolean>> {
  const rows = await harness.market.ctx.db
    .selectFrom('order_items')
    .select(['sku', 'fulfilled'])
    .where('order_id', '=', (await harness.orderOf(number)).id)
    .execute();
  return Object.fromEntries(rows.map(({ sku, fulfilled: is }) => [sku ?? '', is]));
}
