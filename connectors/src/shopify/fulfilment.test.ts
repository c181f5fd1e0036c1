import { describe, expect, it } from 'vitest';
import { fulfilment } from './fulfilment.ts';
import { location, now, ok, order, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const elsewhere = 'gid://shopify/Location/72';
const partLine = (no: number, left: number) => ({
  id: `gid://shopify/FulfillmentOrderLineItem/${no}`,
  remainingQuantity: left,
  lineItem: { id: `gid://shopify/LineItem/${no}` },
});
const part = (no: number, place = location, more: object = {}) => ({
  id: `gid://shopify/FulfillmentOrder/${no}`,
  status: 'OPEN',
  assignedLocation: { name: place === location ? 'Shop' : 'Store', location: { id: place } },
  supportedActions: [{ action: 'CREATE_FULFILLMENT' }, { action: 'MOVE' }],
  lineItems: { nodes: [partLine(1, 2)] },
  ...more,
});
const closed = {
  status: 'CLOSED',
  supportedActions: [],
  lineItems: { nodes: [partLine(1, 0)] },
};
const orderWith =
  (parts: readonly object[], more: object = {}): Answer =>
  () => ({
    order: {
      id: order.channelId,
      name: '#1001',
      cancelledAt: null,
      fulfillments: [],
      fulfillmentOrders: { nodes: parts, pageInfo: { hasNextPage: false } },
      ...more,
    },
  });
const sent = { fulfillments: [{ id: 'gid://shopify/Fulfillment/1', status: 'SUCCESS' }] };
const answers = { location_id: location, tracking_company: 'NinjaVan', tracking_numbers: ['NVSG123', ' '] };
const shipment = { order, attemptKey: 'a', method: 'default', answers, lines: null, shippedAt: now };
const created = ok('fulfillmentCreate');

describe('what Shopify needs to know to ship an order (shopify.md 5)', () => {
  it('is the carrier, of those that it knows, the numbers and the place', async () => {
    const shop = recordedShop({ FulfillmentOrders: orderWith([part(1), part(2, elsewhere), part(3)]) });
    const { methods } = await fulfilment.form(shop.access, order);
    expect(methods).toHaveLength(1);
    const [company, numbers, place] = methods[0]?.fields ?? [];
    expect(company).toMatchObject({ key: 'tracking_company', kind: 'choice', required: false });
    expect(company?.choices.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['FedEx', 'DHL Express', 'UPS', 'USPS', 'Royal Mail', 'Singapore Post']),
    );
    expect(numbers).toMatchObject({ key: 'tracking_numbers', kind: 'texts' });
    expect(place).toMatchObject({
      key: 'location_id',
      required: true,
      choices: [
        { value: location, label: 'Shop' },
        { value: elsewhere, label: 'Store' },
      ],
    });
  });

  it.each([
    ['held back', [part(1, location, { status: 'ON_HOLD', supportedActions: [] })], {}, /Release/],
    ['shipped', [part(1, location, closed)], sent, /shipped or cancelled/],
    ['cancelled', [], { cancelledAt: '2026-11-20T03:00:00Z' }, /cancelled/],
    ['sent by another service', [part(1, location, { supportedActions: [] })], {}, /service/],
  ])('is not asked when the order is %s', async (_what, parts, more, words) => {
    const shop = recordedShop({ FulfillmentOrders: orderWith(parts, more) });
    await expect(fulfilment.form(shop.access, order)).rejects.toThrow(words);
  });
});

describe('shipping an order at Shopify (shopify.md 5)', () => {
  it('is not refused as a whole where what is at one place was sent before another place is refused', async () => {
    const shop = recordedShop({
      FulfillmentOrders: orderWith([part(1), part(2, elsewhere)]),
      Ship: (variables, count) =>
        count === 0
          ? created(variables, count)
          : refusal('fulfillmentCreate', 'Fulfillment order 2 has an unfulfillable status= ON_HOLD')(
              variables,
              count,
            ),
    });
    const everywhere = { ...shipment, answers: {} };
    expect(await fulfilment.ship.perform(shop.access, everywhere)).toMatchObject({ outcome: 'unknown' });
    expect(shop.asked('Ship')).toHaveLength(2);
  });

  it('sends all that is left at the place, with its tracking', async () => {
    const shop = recordedShop({
      FulfillmentOrders: orderWith([part(1), part(2, elsewhere), part(3)]),
      Ship: created,
    });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(shop.asked('Ship')).toEqual([
      {
        fulfillment: {
          lineItemsByFulfillmentOrder: [
            { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1' },
            { fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/3' },
          ],
          trackingInfo: { company: 'NinjaVan', numbers: ['NVSG123'] },
        },
      },
    ]);
  });

  it('ships from each location separately where none is named, and without tracking where none is known', async () => {
    const shop = recordedShop({ FulfillmentOrders: orderWith([part(1), part(2, elsewhere)]), Ship: created });
    expect(await fulfilment.ship.perform(shop.access, { ...shipment, answers: {} })).toEqual({
      outcome: 'done',
    });
    expect(shop.asked('Ship')).toHaveLength(2);
    expect(shop.asked('Ship')[0]).not.toHaveProperty('fulfillment.trackingInfo');
  });

  it('sends the chosen lines alone, each with all that is left of it, and not again', async () => {
    const lines = [{ lineId: '2', unitIds: [], units: 3 }];
    const both = part(1, location, { lineItems: { nodes: [partLine(1, 2), partLine(2, 3)] } });
    const shop = recordedShop({ FulfillmentOrders: orderWith([both]), Ship: created });
    expect(await fulfilment.ship.perform(shop.access, { ...shipment, lines })).toEqual({ outcome: 'done' });
    expect(shop.asked('Ship')).toMatchObject([
      {
        fulfillment: {
          lineItemsByFulfillmentOrder: [
            {
              fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/1',
              fulfillmentOrderLineItems: [{ id: 'gid://shopify/FulfillmentOrderLineItem/2', quantity: 3 }],
            },
          ],
        },
      },
    ]);

    const after = part(1, location, { lineItems: { nodes: [partLine(1, 2), partLine(2, 0)] } });
    const later = recordedShop({ FulfillmentOrders: orderWith([after], sent) });
    expect(await fulfilment.ship.check(later.access, { ...shipment, lines }, null)).toEqual({
      effect: 'done',
    });
    expect(await fulfilment.ship.perform(later.access, { ...shipment, lines })).toEqual({ outcome: 'done' });
    expect(later.asked('Ship')).toEqual([]);
  });

  it('does not ship twice', async () => {
    const shop = recordedShop({ FulfillmentOrders: orderWith([part(1, location, closed)], sent) });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toEqual({ effect: 'done' });
    expect(shop.asked('Ship')).toEqual([]);
  });

  it('takes no carrier from outside the list', async () => {
    const shop = recordedShop({ FulfillmentOrders: orderWith([part(1)]) });
    const result = await fulfilment.ship.perform(shop.access, {
      ...shipment,
      answers: { ...answers, tracking_company: 'Lalamove' },
    });
    expect(result).toMatchObject({ outcome: 'rejected', code: 'unknown_company' });
  });

  it('says what a refusal means', async () => {
    const shop = recordedShop({
      FulfillmentOrders: orderWith([part(1)]),
      Ship: refusal('fulfillmentCreate', 'Fulfillment order 1 has an unfulfillable status= closed.'),
    });
    const result = await fulfilment.ship.perform(shop.access, shipment);
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe('refusals.order_changed');
  });

  it.each([
    ['left', [part(1)], {}, { effect: 'not_done' }],
    ['cancelled', [], { cancelledAt: '2026-11-20T03:00:00Z' }, { effect: 'refused' }],
    ['sent from elsewhere only', [part(1), part(2, elsewhere, closed)], sent, { effect: 'not_done' }],
    [
      'sent in part',
      [part(1), part(2, undefined, closed)],
      {},
      { partly: { code: 'refusals.done_in_part' } },
    ],
  ])('checks an order that is %s', async (_what, parts, more, effect) => {
    const shop = recordedShop({ FulfillmentOrders: orderWith(parts, more) });
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toMatchObject(effect);
  });

  it('refuses an unknown order', async () => {
    const shop = recordedShop({ FulfillmentOrders: () => ({ order: null }) });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toMatchObject({ code: 'order_not_found' });
  });
});
