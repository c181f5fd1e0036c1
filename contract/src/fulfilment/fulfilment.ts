import { z } from 'zod';
import { askedField } from '../api/asked-fields.ts';
import type { ShippingCalls } from '../channels/channel-orders.ts';
import { channelKinds, channels, type ChannelKind } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { none, recordId } from '../api/fields.ts';
import { marketplacePath } from '../marketplaces/marketplaces.ts';
import { fault, messageOnWire } from '../messages/message.ts';
import { orderPath, orderReply } from '../orders/orders.ts';

/** The form for shipping an order, as its marketplace defines it now. */
export const shipmentForm = z.object({
  methods: z.array(
    z.object({
      /** `pickup`, `dropoff`, `non_integrated`; `default` where there is no choice. */
      key: z.string(),
      label: z.string(),
      label_message: messageOnWire.optional(),
      fields: z.array(askedField),
    }),
  ),
  /** The method that the caller chose last in this shop, if it is offered; null: the first one is proposed. */
  initial_method: z.string().nullable(),
  /** Some items may be shipped without the others. */
  chooses_items: z.boolean(),
  /** It is recorded in Evenstock only: the marketplace is not called, and asks for nothing. */
  is_recorded_here: z.boolean(),
});
export type ShipmentForm = z.infer<typeof shipmentForm>;

export const showShipmentForm = endpoint({
  name: 'showShipmentForm',
  summary: 'What must be known to ship an order, as its marketplace tells it now',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/shipment_form.json',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({ shipment_form: shipmentForm }),
  permission: 'order.work',
  audit: null,
});

/** Marketplaces count some of their ids, and name others. */
const text = z.union([z.string().max(255), z.number().int().transform(String)]).nullish();

/** The answers that any marketplace may ask for; which of them an order needs, its shipment form says. */
export const shipmentAnswers = z.object({
  location_id: text,
  shipping_provider: text,
  address_id: text,
  pickup_time_id: text,
  branch_id: text,
  tracking_company: text,
  tracking_numbers: z.union([z.string().max(255), z.array(z.string().max(255)).max(100)]).nullish(),
  shipping_company: text,
  tracking_no: text,
  sender_real_name: text,
});
export type ShipmentAnswers = z.infer<typeof shipmentAnswers>;

/** The answers to a shipment form. */
export const shipment = shipmentAnswers.extend({
  /** May be left out where the form has one method. */
  method: z.string().max(64).nullish(),
});

export const shipOrder = endpoint({
  name: 'shipOrder',
  summary: 'Ship an order. Where its marketplace has not confirmed in time, the order has a pending_action',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/ship.json',
  params: orderPath,
  query: none,
  body: z.object({
    ship: shipment.extend({
      /** Left out: all items that are not fulfilled. */
      order_item_ids: z.array(recordId).max(1000).nullish(),
    }),
  }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.ship',
});

export const showCollectionForm = endpoint({
  name: 'showCollectionForm',
  summary: 'What must be known to set an order ready to collect, as its marketplace tells it now',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/collection_form.json',
  params: orderPath,
  query: none,
  body: none,
  reply: z.object({ shipment_form: shipmentForm }),
  permission: 'order.work',
  audit: null,
});

export const setReadyToCollect = endpoint({
  name: 'setReadyToCollect',
  summary:
    'Set an order ready for its buyer to collect. The body may be empty where nothing is asked for. Recorded in Evenstock only where the marketplace has no call for it',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/ready_to_collect.json',
  params: orderPath,
  query: none,
  body: shipment,
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.ready_to_collect',
});

/** What a buyer shows where a channel gives out coupons (`channels[…].pickup.hasCoupon`). */
export const couponProof = z.object({
  coupon_no: z
    .string(fault('fulfilment.coupon_required'))
    .min(1, fault('fulfilment.coupon_required'))
    .regex(/^\d{9}$/, fault('fulfilment.coupon_digits')),
  auth_no: z
    .string(fault('fulfilment.auth_required'))
    .min(1, fault('fulfilment.auth_required'))
    .regex(/^\d{4}$/, fault('fulfilment.auth_digits')),
});
export type CouponProof = z.infer<typeof couponProof>;

/** The proof as any channel takes it; those without coupons ask for none. */
export const pickupProof = z.object({ coupon_no: text, auth_no: text });
export type PickupProof = z.infer<typeof pickupProof>;

export const confirmPickup = endpoint({
  name: 'confirmPickup',
  summary: 'Confirm, or authorise, that the buyer has collected an order',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/pickup.json',
  params: orderPath,
  query: none,
  body: z.object({ pickup: pickupProof.optional() }),
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.confirm_pickup',
});

const providers = z.object({
  shipment_providers: z.array(z.object({ shipping_provider: z.string(), label: z.string() })),
});

export const listShipmentProviders = endpoint({
  name: 'listShipmentProviders',
  summary: 'The shipment providers that an order can be shipped with; empty where the marketplace chooses',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber/shipment_providers.json',
  params: orderPath,
  query: none,
  body: none,
  reply: providers,
  permission: 'order.work',
  audit: null,
});

export const listMarketplaceShipmentProviders = endpoint({
  name: 'listMarketplaceShipmentProviders',
  summary:
    'The shipment providers that a marketplace offers for the newest order that waits to be shipped; empty where none waits',
  method: 'GET',
  path: '/api/stores/:storeId/marketplaces/:marketplaceId/shipment_providers.json',
  params: marketplacePath,
  query: none,
  body: none,
  reply: providers,
  permission: 'order.work',
  audit: null,
});

/** The channel in the name of an endpoint: its marketplace type without that word. */
const wordOf = (channel: ChannelKind): string => channels[channel].marketplaceType.replace('Marketplace', '');

const callsOf = (channel: ChannelKind, calls: ShippingCalls) => {
  const common = {
    method: 'GET',
    params: orderPath,
    body: none,
    permission: 'order.work',
    audit: null,
  } as const;
  const path = (last: string) => `/api/stores/:storeId/orders/:referenceNumber/${last}.json` as const;
  const { label } = channels[channel];
  return {
    params: endpoint({
      ...common,
      name: `show${wordOf(channel)}ShipmentParams`,
      summary: `The ways in which ${label} lets an order be shipped, each with the fields that it needs`,
      path: path(calls.params),
      query: none,
      reply: z.object({
        reference_number: z.string(),
        shipment_params: z.array(z.object({ key: z.string(), value: z.array(z.string()) })),
      }),
    }),
    addresses: endpoint({
      ...common,
      name: `list${wordOf(channel)}Addresses`,
      summary: `The addresses at which ${label} picks an order up`,
      path: path(calls.addresses),
      query: none,
      reply: z.object({ address_list: z.array(z.object({ address_id: z.string(), label: z.string() })) }),
    }),
    pickupTimes: endpoint({
      ...common,
      name: `list${wordOf(channel)}PickupTimes`,
      summary: `The times at which ${label} picks an order up at an address`,
      path: path(calls.pickupTimes),
      query: z.object({ address_id: z.string().max(255).optional() }),
      reply: z.object({ pickup_time: z.array(z.object({ pickup_time_id: z.string(), label: z.string() })) }),
    }),
    branches: endpoint({
      ...common,
      name: `list${wordOf(channel)}Branches`,
      summary: `The branches of ${label} where an order can be dropped off`,
      path: path(calls.branches),
      query: none,
      reply: z.object({ branches: z.array(z.object({ branch_id: z.string(), label: z.string() })) }),
    }),
  };
};

/** Channels whose shipment forms have calls of their own in the specification. */
export const shippingCalls = channelKinds.flatMap((channel) => {
  const calls = channels[channel].shipping.calls;
  return calls === null ? [] : [{ channel, ...callsOf(channel, calls) }];
});

export const channelEndpoints = shippingCalls.flatMap(({ params, addresses, pickupTimes, branches }) => [
  params,
  addresses,
  pickupTimes,
  branches,
]);
