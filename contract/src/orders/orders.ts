import { z } from 'zod';
import { actionKind } from '../actions/actions.ts';
import { channelKind, orderType } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { empty, id, instant, listOf, money, none } from '../api/fields.ts';
import { orderListQuery } from './order-list-query.ts';
import { setPart } from '../catalog/sets.ts';
import { marketplaceBrief } from '../marketplaces/marketplaces.ts';
import { massAction } from '../operations/operations.ts';
import { marketplaceOrderState, orderScope, orderState } from './order-states.ts';
import { messageOnWire, messagesOnWire } from '../messages/message.ts';
import { returnDetail } from './return-detail.ts';
import { storePath } from '../stores/stores.ts';
import { fault } from '../messages/message.ts';

export const orderItemRow = z.object({
  id,
  sku: z.string().nullable(),
  name: z.string(),
  quantity: z.number().int(),
});

const orderRowFields = {
  id,
  reference_number: z.string(),
  number: z.string(),
  type: orderType,
  channel: channelKind,
  state: orderState,
  evenstock_state: z.string(),
  marketplace_state: marketplaceOrderState,
  marketplace_raw_state: z.string(),
  marketplace: marketplaceBrief,
  source_created_at: instant,
  /** Deadline of its marketplace for shipping it; null if it gives none, or nothing is to be shipped. */
  ship_by: instant.nullable(),
  /** Until when what its buyer asks for is to be answered; null if nothing is asked, or its marketplace gives no deadline. */
  answer_by: instant.nullable(),
  currency: z.string(),
  /** A trial of the shop's checkout: it takes no units and is in no report. */
  is_test: z.boolean(),
  /** Who sends it where none of its units are the seller's: its marketplace, or another place of the seller; null: the seller. */
  sent_by: z.enum(['marketplace', 'elsewhere']).nullable(),
  /** An item of it has no SKU, so its units are missing from the quantity until a member links it. */
  lacks_listing: z.boolean(),
  /** Its buyer collects it. While it is to process it waits to be set ready, and is not shipped. */
  is_self_collect: z.boolean(),
  /** Null while the marketplace has not reported it; so are the prices of its items then. */
  total_amount: money.nullable(),
  formatted_total_amount: z.string().nullable(),
  notes: z.string().nullable(),
  /** Why the order needs a hand, in plain words ('Awaiting payment'). */
  reason: z.string().nullable(),
  reason_messages: messagesOnWire,
  /** When it was seen to become shipped; null: it was not, or it was shipped before it came in. */
  shipped_at: instant.nullable(),
  /** When a member last packed it. */
  packed_at: instant.nullable(),
  /** The tracking number of its first item that has one. */
  tracking_number: z.string().nullable(),
  print_label_at: instant.nullable(),
  print_invoice_at: instant.nullable(),
  print_pick_list_at: instant.nullable(),
};

export const orderRow = z.object({ ...orderRowFields, order_items: z.array(orderItemRow) });

export type OrderRow = z.infer<typeof orderRow>;

/** A part of a set that was ordered, as the set is made up now. */
const partOfItem = setPart.pick({ variant: true, units: true });

export const orderItem = z.object({
  id,
  variant: z
    .object({
      id,
      slug: z.string(),
      product_name: z.string(),
      product_slug: z.string(),
      quantity: z.number().int(),
    })
    .nullable(),
  /** What a set is made of, with the units of each in one set; none for another SKU. */
  parts: z.array(partOfItem),
  variant_name: z.string().nullable(),
  name: z.string(),
  sku: z.string().nullable(),
  quantity: z.number().int(),
  cancelled_quantity: z.number().int(),
  returned_quantity: z.number().int(),
  /** Units that a member may restock: returned ones, and cancelled ones that were not put back. */
  restockable_quantity: z.number().int(),
  /** Units that a member restocked. */
  restocked_quantity: z.number().int(),
  /** Cancelled units that were not put back, by the choice made at the marketplace or the setting of the SKU. */
  not_put_back_quantity: z.number().int(),
  /** Whose units they are: the seller's, the marketplace's, or of another place of the seller. */
  kept_by: z.enum(['seller', 'marketplace', 'elsewhere']),
  /** No listing has its code: it takes no units until a member links it to a SKU. */
  lacks_listing: z.boolean(),
  status: z.string(),
  marketplace_order_item_id: z.string(),
  marketplace_variant_id: z.string().nullable(),
  evenstock_state: z.string(),
  return_status: z.string().nullable(),
  shipment_provider: z.string().nullable(),
  tracking_code: z.string().nullable(),
  unit_price: money.nullable(),
  formatted_unit_price: z.string().nullable(),
  total_price: money.nullable(),
  formatted_total_price: z.string().nullable(),
  original_price: money.nullable(),
  formatted_original_price: z.string().nullable(),
});

/** What may be done with an order, in the order in which it is offered: a buyer who asks to cancel is answered before anything else. */
export const orderAction = z.enum([
  'accept_cancellation',
  'reject_cancellation',
  'ship',
  'ready_to_collect',
  'authorise_pickup',
  'confirm_pickup',
  'cancel',
  'accept_return',
  'dispute_return',
  'restock',
  'move_to_completed',
  'sync',
  'add_notes',
]);

export type OrderAction = z.infer<typeof orderAction>;

/** What may be unavailable: actions, and the label, which is printed and no action. */
export const unavailableAction = z.enum([...orderAction.options, 'print_label']);
export type UnavailableAction = z.infer<typeof unavailableAction>;

/** A promotion of the marketplace on this order. */
export const promotion = z.object({
  activity_type: z.string(),
  name: z.string().nullable(),
  items: z.array(z.object({ variation_id: z.string(), original_price: money })),
  original_price: money,
  discounted_price: money,
});

const text = z.string().nullable();

const amount = { value: money.nullable(), formatted: z.string().nullable() };

export const order = z.object({
  ...orderRowFields,
  name: text,
  category: text,
  shipping_type: text,
  shipping_method: text,
  shipping_carrier: text,
  remarks: text,
  pickup_confirmed_at: instant.nullable(),
  source_updated_at: instant,
  imported_at: instant,
  full_address: text,
  postal_code: text,
  phone: text,
  email: text,
  /** When the buyer's data were deleted for good; null: they were not. Then nothing that shows the buyer can be printed. */
  buyer_deleted_at: instant.nullable(),
  subtotal: amount.value,
  formatted_subtotal: amount.formatted,
  shipping_fee: amount.value,
  formatted_shipping_fee: amount.formatted,
  voucher: amount.value,
  formatted_voucher: amount.formatted,
  coin: amount.value,
  formatted_coin: amount.formatted,
  credit_card_promotion: amount.value,
  formatted_credit_card_promotion: amount.formatted,
  seller_discount: amount.value,
  formatted_seller_discount: amount.formatted,
  cart_discount: amount.value,
  formatted_cart_discount: amount.formatted,
  discount: amount.value,
  formatted_discount: amount.formatted,
  tax: amount.value,
  formatted_tax: amount.formatted,
  service_fee: amount.value,
  formatted_service_fee: amount.formatted,
  insurance: amount.value,
  formatted_insurance: amount.formatted,
  gift_wrap: amount.value,
  formatted_gift_wrap: amount.formatted,
  tip: amount.value,
  formatted_tip: amount.formatted,
  /** What the amounts above do not explain of the total; null: they add up to it. */
  other: amount.value,
  formatted_other: amount.formatted,
  final_price: amount.value,
  formatted_final_price: amount.formatted,
  total_price: amount.value,
  formatted_total_price: amount.formatted,
  return_detail: returnDetail.nullable(),
  order_items: z.array(orderItem),
  activities: z.array(promotion),
  /** What this caller may do with the order now. */
  actions: z.array(orderAction),
  /** What this caller may not do with it now, and why. */
  unavailable_actions: z.array(
    z.object({ action: unavailableAction, reason: z.string(), reason_message: messageOnWire }),
  ),
  /** The actions that are only recorded here: the marketplace has no call for them. */
  recorded_here: z.array(orderAction),
  /** What is being done to it at the marketplace, until it is known what became of it. */
  pending_action: z
    .object({ id, kind: actionKind, state: z.enum(['waiting', 'sent', 'unknown']), asked_at: instant })
    .nullable(),
});

export type Order = z.infer<typeof order>;

export const orderPath = storePath.extend({ referenceNumber: z.string().min(1).max(255) });

export const orderReply = z.object({ order });

export const listOrders = endpoint({
  name: 'listOrders',
  summary: 'Orders of a store, newest first; the last month unless asked otherwise',
  method: 'GET',
  path: '/api/stores/:storeId/orders.json',
  params: storePath,
  query: z.object(orderListQuery),
  body: none,
  reply: listOf('orders', orderRow).extend({
    /** What became of a list of numbers; null: no list of numbers was searched. */
    numbers: z
      .object({
        asked: z.number().int(),
        /** Numbers that no order of the store has. */
        not_found: z.array(z.string()),
        /** Orders that have one of the numbers and are in another tab, or left out by another filter. */
        elsewhere: z.number().int(),
      })
      .nullable(),
  }),
  permission: 'order.view',
  audit: null,
});

export const countOrders = endpoint({
  name: 'countOrders',
  summary: 'How many orders of the last month each tab of the orders list has',
  method: 'GET',
  path: '/api/stores/:storeId/orders/scope_counts.json',
  params: storePath,
  query: none,
  body: none,
  reply: z.object({ counts: z.record(orderScope, z.number().int()) }),
  permission: 'order.view',
  audit: null,
});

export const showOrder = endpoint({
  name: 'showOrder',
  summary: 'One order by its reference number, or by its number where only one order has it',
  method: 'GET',
  path: '/api/stores/:storeId/orders/:referenceNumber.json',
  params: orderPath,
  query: none,
  body: none,
  reply: orderReply,
  permission: 'order.view',
  audit: 'order.read_buyer',
});

export const syncOrder = endpoint({
  name: 'syncOrder',
  summary: 'Read the order from its marketplace now',
  method: 'POST',
  path: '/api/stores/:storeId/orders/:referenceNumber/sync.json',
  params: orderPath,
  query: none,
  body: none,
  reply: orderReply,
  permission: 'order.work',
  audit: 'order.sync',
});

/** Orders that one mass action takes at most. */
export const mostOrdersAtOnce = 1_000;

/** What a mass action knows of an order before it begins. */
export const chosenOrder = orderRow.pick({ id: true, reference_number: true, state: true });
export type ChosenOrder = z.infer<typeof chosenOrder>;

export const listMatchingOrders = endpoint({
  name: 'listMatchingOrders',
  summary: 'The orders of a list as a mass action takes them: the first 1,000, and how many there are',
  method: 'GET',
  path: '/api/stores/:storeId/orders/matching.json',
  params: storePath,
  query: z.object({ scope: orderListQuery.scope, q: orderListQuery.q }),
  body: none,
  reply: listOf('orders', chosenOrder).omit({ page: true, per_page: true }),
  permission: 'order.view',
  audit: null,
});

const unconfirmedRow = z.object({
  reference_number: z.string(),
  message: z.string(),
  ...messageOnWire.partial().shape,
});

/** 200: all orders are done. */
const massActionEnd = z.object({ mass_action: massAction, orders: z.array(orderRow) });

/** What a mass action answers: its end, or where to look for it. */
export const massActionReply = z.union([
  /** 422: what failed, what is not confirmed yet, and the orders that were done all the same. */
  massActionEnd.extend({
    errors: z.array(
      z.object({ reference_number: z.string(), error: z.string(), ...messageOnWire.partial().shape }),
    ),
    unconfirmed: z.array(unconfirmedRow),
  }),
  /** 202: nothing failed, and these are not confirmed by their marketplaces yet. */
  massActionEnd.extend({ unconfirmed: z.array(unconfirmedRow) }),
  massActionEnd,
  z.object({ mass_action: massAction }),
]);

/** An entry of a mass action names its order. */
export const massEntry = z.object({ reference_number: z.string().min(1).max(255) });

/** The entries of a mass action, one for each order. */
export const massEntries = <Given extends z.ZodType>(entry: Given) =>
  z
    .array(entry)
    .min(1, fault('orders.none_chosen'))
    .max(mostOrdersAtOnce, fault('orders.too_many_chosen', { limit: mostOrdersAtOnce }));

/** Orders that were chosen with the entries and have no part in the action, with the reasons that the member saw: the outcome names them. */
export const massLeftOut = z
  .array(massEntry.extend({ reason: messageOnWire }))
  .max(mostOrdersAtOnce, fault('orders.too_many_chosen', { limit: mostOrdersAtOnce }))
  .optional();
export type MassLeftOut = z.infer<typeof massLeftOut>;

export const massSyncOrders = endpoint({
  name: 'massSyncOrders',
  summary:
    'Read orders from their marketplaces now. Waits at most 25 s, not at all with Prefer: respond-async; then 202 with the mass action',
  method: 'POST',
  path: '/api/stores/:storeId/orders/mass_sync.json',
  params: storePath,
  query: none,
  body: z.object({
    orders: massEntries(massEntry),
  }),
  reply: massActionReply,
  permission: 'order.work',
  audit: 'order.mass_sync',
});

const pulling = {
  params: storePath,
  query: none,
  body: none,
  reply: empty,
  permission: 'order.work',
  audit: 'order.pull',
} as const;

export const pullOrdersByGet = endpoint({
  name: 'pullOrdersByGet',
  summary: 'Start importing orders from every connected marketplace',
  method: 'GET',
  path: '/api/stores/:storeId/orders/pull_orders.json',
  ...pulling,
});

export const pullOrders = endpoint({
  name: 'pullOrders',
  summary: 'Start importing orders from every connected marketplace',
  method: 'POST',
  path: '/api/stores/:storeId/orders/pull_orders.json',
  ...pulling,
});
