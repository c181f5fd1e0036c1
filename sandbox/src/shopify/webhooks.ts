import { buyerOf } from '../core/buyers.ts';
import { createRandom } from '../core/random.ts';
import type { Order, OrderEvent } from '../core/records.ts';
import type { Shop, ShopEvent } from '../core/shop.ts';
import type { Core, Notice, NoticeRules, PrivacyTopic } from '../core/simulator.ts';
import type { CallContext } from './call-context.ts';
import { locationNumber } from './gids.ts';
import { webhookHmac } from './signature.ts';
import { pinnedVersion } from './versions.ts';
import {
  fulfillmentBody,
  levelBody,
  orderBody,
  productBody,
  refundBody,
  returnBody,
  shopBody,
} from './webhook-bodies.ts';

/** Any 2xx within 5 seconds; 8 retries over about 4 hours with growing gaps (shopify.md 7). */
export const webhookRules: NoticeRules = {
  accepted: (status) => status >= 200 && status < 300,
  timeoutSeconds: 5,
  retries: [10, 60, 300, 600, 1_200, 2_400, 3_600, 6_000],
};

/** One webhook to send: its topic and its body. */
export interface Delivery {
  /** `ORDERS_UPDATED`. */
  readonly topic: string;
  readonly body: object;
}

/** The deliveries that an event in a shop causes. */
export function deliveriesOf(context: CallContext, shopEvent: ShopEvent): Delivery[] {
  switch (shopEvent.kind) {
    case 'order':
      return orderDeliveries(context, shopEvent.order, shopEvent.event);
    case 'stock':
      return [{ topic: 'INVENTORY_LEVELS_UPDATE', body: levelBody(context, shopEvent, shopEvent.place) }];
    case 'price':
      return [{ topic: 'PRODUCTS_UPDATE', body: productBody(context, shopEvent.item) }];
    case 'item':
      if (shopEvent.change === 'deleted')
        return [{ topic: 'PRODUCTS_DELETE', body: { id: Number(shopEvent.item.id) } }];
      return [
        {
          topic: shopEvent.change === 'made' ? 'PRODUCTS_CREATE' : 'PRODUCTS_UPDATE',
          body: productBody(context, shopEvent.item),
        },
      ];
    case 'revoked':
      return [{ topic: 'APP_UNINSTALLED', body: shopBody(context.shop) }];
    case 'granted':
      return [];
  }
}

function orderDeliveries(context: CallContext, order: Order, event: OrderEvent): Delivery[] {
  const notes = context.notesStore.of(context.shop, order);
  const body = orderBody(context, order);
  const fulfillments = notes.fulfillments.map((one) => fulfillmentBody(order, one));
  const refund = notes.refunds.at(-1);
  const also: Partial<Record<OrderEvent['name'], Delivery[]>> = {
    place: [
      { topic: 'ORDERS_CREATE', body },
      ...(order.paidAt === null ? [] : [{ topic: 'ORDERS_PAID', body }]),
    ],
    pay: [{ topic: 'ORDERS_PAID', body }],
    cancel: [
      ...(notes.cancelledAt === null ? [] : [{ topic: 'ORDERS_CANCELLED', body }]),
      ...(refund === undefined
        ? []
        : [{ topic: 'REFUNDS_CREATE', body: refundBody(context, order, refund) }]),
    ],
    return: [
      ...(refund === undefined
        ? []
        : [{ topic: 'REFUNDS_CREATE', body: refundBody(context, order, refund) }]),
      ...(notes.returns.length === 0 ? [] : [{ topic: 'RETURNS_CLOSE', body: returnBody(order, notes) }]),
    ],
    withdraw_return: [
      {
        topic: notes.returns.at(-1)?.status === 'CLOSED' ? 'RETURNS_CLOSE' : 'RETURNS_CANCEL',
        body: returnBody(order, notes),
      },
    ],
    reject_return: [{ topic: 'RETURNS_DECLINE', body: returnBody(order, notes) }],
    request_return:
      notes.returnStatus === 'RETURN_REQUESTED'
        ? [{ topic: 'RETURNS_REQUEST', body: returnBody(order, notes) }]
        : [],
    ship: [
      ...fulfillments.slice(-1).map((one) => ({ topic: 'FULFILLMENTS_CREATE', body: one })),
      { topic: 'ORDERS_FULFILLED', body },
    ],
    deliver: fulfillments.map((one) => ({ topic: 'FULFILLMENTS_UPDATE', body: one })),
  };
  return [
    ...(also[event.name] ?? []),
    ...(event.name === 'place' ? [] : [{ topic: 'ORDERS_UPDATED', body }]),
  ];
}

/**
 * The compulsory privacy topics, sent to the address of the app's configuration alone (shopify.md 7).
 * @param orders those that the buyer asks about, or whose buyer's data are to be deleted; none: all of the shop
 */
export function privacyDelivery(shop: Shop, topic: PrivacyTopic, orders: readonly Order[]): Delivery {
  const shopFields = { shop_id: locationNumber(shop), shop_domain: `${shop.id}.myshopify.com` };
  const [first] = orders;
  if (topic === 'SHOP_REDACT' || first === undefined) return { topic, body: shopFields };
  const { id, email, phone } = buyerOf(first.buyer);
  const ids = orders.map((order) => Number(order.id));
  const customer = { id, email, phone };
  return topic === 'CUSTOMERS_REDACT'
    ? { topic, body: { ...shopFields, customer, orders_to_redact: ids } }
    : {
        topic,
        body: {
          ...shopFields,
          orders_requested: ids,
          customer,
          data_request: { id: shop.nextNumber('data request') },
        },
      };
}

/** `orders/updated` of `ORDERS_UPDATED`: what the header says. */
export function topicHeader(topic: string): string {
  if (topic === 'CUSTOMERS_DATA_REQUEST') return 'customers/data_request';
  const [, subject = '', verb = ''] = /^(.*)_([A-Z]+)$/.exec(topic) ?? [];
  return `${subject.toLowerCase()}/${verb.toLowerCase()}`;
}

/** The delivery as it is sent. One event has one id over all its deliveries, each delivery one of its own. */
export function webhookNotice(
  core: Core,
  secret: string,
  shop: Shop,
  delivery: Delivery,
  to: { readonly name: string | null; readonly eventId: string },
): Notice {
  const body = JSON.stringify(delivery.body);
  const topic = topicHeader(delivery.topic);
  const triggeredAt = new Date(core.clock.now()).toISOString();
  const deliveryId = newId(core, shop);
  return {
    topic,
    body,
    headers: (_to, sent) => ({
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': webhookHmac(secret, sent),
      'x-shopify-shop-domain': `${shop.id}.myshopify.com`,
      'x-shopify-api-version': pinnedVersion,
      'x-shopify-webhook-id': deliveryId,
      'x-shopify-event-id': to.eventId,
      'x-shopify-triggered-at': triggeredAt,
      ...(to.name === null ? {} : { 'x-shopify-name': to.name }),
    }),
  };
}

/** A UUID, repeatable with the seed. */
export function newId(core: Core, shop: Shop): string {
  const digits = createRandom(core.random('shopify-events').hex(8), shop.id, shop.nextNumber('event')).hex(
    32,
  );
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
